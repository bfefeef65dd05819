"""A share sheet, as a phone has one: what was shared stays in the page for tests to see."""

SHEET = """Object.assign(navigator, {
  canShare: () => true,
  share: async ({ text, url, files = [] }) => {
    window.shared = [text, url, files[0]?.type, files[0]?.size];
    window.picture = files[0];
  },
})"""
