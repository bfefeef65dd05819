"""Scripts that browser tests run in a page."""

# A person can act here: everything before has been shown, and no message is on its way.
CAN_ACT = (
    "document.querySelector('#table[data-busy=no]:not(.sending)"
    " :is(#picture .highlighted, #choices button, #curtain:not([hidden]) .primary)')"
)

# Collects what is not answered yet: messages to the table, and fetches.
TRACK_REQUESTS = """(() => {
  const unanswered = window.unanswered = new Set(), fetched = window.fetch;
  window.WebSocket = class extends WebSocket {
    constructor(...how) {
      super(...how);
      const asked = this.asked = new Map();
      const answered = (id) => { unanswered.delete(asked.get(id)); asked.delete(id); };
      this.addEventListener('message', ({ data }) => {
        if (!asked.size) return;
        for (const { t, id } of [JSON.parse(data)].flat()) {
          if (t === 'ok' || t === 'no') answered(id ?? asked.keys().next().value);
        }
      });
      this.addEventListener('close', () => [...asked.keys()].forEach(answered));
    }
    send(text) {
      const { id } = JSON.parse(text), one = {};
      if (id) { this.asked.set(id, one); unanswered.add(one); }
      super.send(text);
    }
  };
  window.fetch = async (...how) => {
    const one = {};
    unanswered.add(one);
    try {
      const answer = await fetched(...how);
      await answer.clone().arrayBuffer();
      return answer;
    } finally { unanswered.delete(one); }
  };
})()"""

# Returns why the page has not settled, or '' if it had for three frames: one frame is not enough,
# because the next change may be on its way through the page.
UNSETTLED = r"""([size, patience]) => new Promise((done) => {
  const end = performance.now() + patience, here = (what) => document.querySelector(what);
  const stirs = () => {
    const table = document.getElementById('table');
    if (document.readyState !== 'complete') return 'it loads';
    if (innerWidth !== size.width || innerHeight !== size.height) return 'its window changes';
    if (unanswered.size) return 'something is not answered';
    if (document.getAnimations().some((a) => a instanceof CSSTransition)) return 'something fades';
    if (!table) return '';
    if (table.dataset.live === 'no') return 'the table is away';
    if (table.dataset.busy !== 'no' || table.matches('.sending')) return 'something is to be shown';
    if (here('#players use[href="#chair"]')) return '';  // until all seats are taken
    if (table.dataset.turn === '-1') return 'chance is to draw';
    const face = here('#players .turn .face use')?.getAttribute('href');
    return /\d/.test(face) ? 'a bot is to move' : '';
  };
  let frames = 0;
  const look = () => {
    const why = stirs();
    frames = why ? 0 : frames + 1;
    if (frames === 3 || performance.now() > end) done(why); else next();
  };
  const next = () => requestAnimationFrame(() => setTimeout(look));
  next();
})"""

# Polls a condition within the page: asking from outside costs more, since four processes take part.
# It waits by the scheduler, because a test may stop the page's timers.
POLL = """async (looks) => {
  for (;;) {
    let said;
    try { said = Boolean(await (%s)); } catch (error) { said = String(error); }
    if (said === true || --looks < 1) return said;
    await scheduler.postTask(() => {}, { delay: 10 });
  }
}"""

CLICK = """(r) => {
  if (document.getElementById('table').dataset.over === 'yes') return 'over';
  const curtain = document.querySelector('#curtain:not([hidden]) .primary');
  if (curtain) {
    if (performance.now() < curtain.again) return 'wait';  // it is being lifted
    curtain.again = performance.now() + 5000;
    curtain.click();
    return 'curtain';
  }
  if (document.querySelector('#table.sending')) return 'wait';
  const narrowing = document.querySelector('.narrowing') !== null;
  const hot = [...document.querySelectorAll('#picture .highlighted:not(.rest):not(.picked)')];
  if (!hot.length || (narrowing && r < 0.1)) {
    const choice = document.querySelector('#choices .choice');
    if (choice) { choice.click(); return 'choice'; }
    if (narrowing && !hot.length) return 'stuck: ' + document.getElementById('prompt').textContent;
  }
  if (!hot.length) return 'wait';
  const el = hot[Math.floor(r * hot.length)];
  el.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  return 'click';
}"""

KEEP_CLICKING = """(seed) => {
  const click = %s;
  const random = () => (seed = (seed * 48271) %% 2147483647) / 2147483647;
  seed = seed * 7919 + 1;
  window.going = setInterval(() => {
    const said = click(random());
    if (said.startsWith('stuck')) window.stuck = said;
    if (said === 'over' || window.stuck) clearInterval(window.going);
  }, 5);
}"""
