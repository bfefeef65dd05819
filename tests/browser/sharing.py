"""A fake share sheet, as a phone has one. It leaves what was shared in the page for tests.

`share.js` waits four seconds for a picture; here it waits two minutes, for a busy machine.
"""

SHEET = """(() => {
  const wait = window.setTimeout, patient = (ms) => (ms === 4000 ? 120_000 : ms);
  window.setTimeout = (work, ms, ...given) => wait(work, patient(ms), ...given);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(patient(ms));
  Object.assign(navigator, {
    canShare: () => true,
    share: async ({ text, url, files = [] }) => {
      window.shared = [text, url, files[0]?.type, files[0]?.size];
      window.picture = files[0];
    },
  });
})()"""
