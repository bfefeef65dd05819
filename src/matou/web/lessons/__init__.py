"""The pages one learns from: rule books and first lessons."""
