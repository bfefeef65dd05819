"""Sphinx's settings for the documentation site. ``tools/build_docs.py`` gathers its pages."""

from matou.core.version import VERSION

project = "Matou"
copyright = "2026 The Matou authors"
version = release = VERSION
html_title = f"Matou {VERSION}"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 4  # links to headings work as they do where the repository is read
# A page may skip a level of headings, and show languages that Pygments does not know.
suppress_warnings = ["myst.header", "misc.highlighting_failure"]

autodoc_mock_imports = ["stable_baselines3"]  # the page about it needs no torch
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_static_path = ["static"]
html_css_files = ["matou.css", "layout.css"]
html_favicon = "static/icon.svg"
html_show_sphinx = False
html_copy_source = False
