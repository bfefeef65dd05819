"""Pages to learn from: rule books and first lessons."""
