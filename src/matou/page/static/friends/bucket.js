// Limits how many messages somebody may send: so many a second, and so many at once.

export class Bucket {
  /** @param {number} rate @param {number} burst */
  constructor(rate, burst) { this.rate = rate; this.burst = burst; this.left = burst; this.then = performance.now(); }
  take(now = performance.now()) {
    this.left = Math.min(this.burst, this.left + (now - this.then) / 1000 * this.rate);
    this.then = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }
}
