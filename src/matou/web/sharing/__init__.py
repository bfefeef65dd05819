"""Preview cards for links, as PNG pictures."""
