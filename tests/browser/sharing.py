"""A fake share sheet, as a phone has one. It leaves what was shared in the page for tests."""

SHEET = """Object.assign(navigator, {
  canShare: () => true,
  share: async ({ text, url, files = [] }) => {
    window.shared = [text, url, files[0]?.type, files[0]?.size];
    window.picture = files[0];
  },
})"""
