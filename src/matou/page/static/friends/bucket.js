// Limits what somebody may send: so much a second, and so much at once.

export class Bucket {
  /** @param {number} rate @param {number} burst */
  constructor(rate, burst) { this.rate = rate; this.burst = burst; this.left = burst; this.then = performance.now(); }
  take(now = performance.now(), much = 1) {
    this.left = Math.min(this.burst, this.left + (now - this.then) / 1000 * this.rate);
    this.then = now;
    if (this.left < much) return false;
    this.left -= much;
    return true;
  }
}

/** Returns a class of connections whose channels close if the other end sends too many bytes. trystero itself gathers
 * messages of any length. @param {number} rate bytes a second @param {number} burst bytes at once */
export function limited(rate, burst) {
  /** @param {RTCDataChannel} channel */
  const guarded = (channel) => {
    const bucket = new Bucket(rate, burst);
    channel.addEventListener("message", ({ data }) => { if (!bucket.take(undefined, data.byteLength ?? data.length)) channel.close(); });
    return channel;
  };
  return class extends RTCPeerConnection {
    /** @param {RTCConfiguration} [how] */
    constructor(how) {
      super(how);
      this.addEventListener("datachannel", ({ channel }) => guarded(channel));
    }
    /** @param {string} label @param {RTCDataChannelInit} [how] */
    createDataChannel(label, how) { return guarded(super.createDataChannel(label, how)); }
  };
}
