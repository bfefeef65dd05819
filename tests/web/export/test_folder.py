"""Files of an exported folder. The first test that uses the fixture builds it for all."""

from __future__ import annotations

import re

from page.static_host import Host, host

from matou.web.export.pages import file_of

__all__ = ["host"]  # a fixture


def test_every_link_leads_to_a_file(host: Host) -> None:
    """Nothing needs a server: no dead link, no address from the root."""
    pages = sorted(host.folder.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        page_text = page.read_text()
        for link in re.findall(r'(?:href|src|srcset|action)="([^"#?]+)', page_text):
            assert (page.parent / link).exists(), f"{page}: {link}"
        lang = page.relative_to(host.folder).parts[0] if page.parent != host.folder else "en"
        assert (
            "<html" not in page_text or f'<html lang="{lang}"' in page_text
        )  # a drawer is only part of a page
        assert "matou.invalid" not in page_text
        assert "online-box" not in page_text  # without a site, games cannot go online


def test_files_of_addresses() -> None:
    assert file_of("/", "en") == "en/index.html"
    assert file_of("/learn/x/en.json?wide=1", "fr") == "fr/learn/x-en-wide-1.json"
    assert file_of("/in/fr/rules/x", "en") == "fr/rules/x.html"
    assert file_of("/static/ab/table.js", "en") == "static/ab/table.js"
