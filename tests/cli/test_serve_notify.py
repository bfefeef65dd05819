"""The options of ``matou serve`` for turn notifications."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from cli.terminal import matou

from matou.cli.commands.serve import notify_choices
from matou.web.notify.choices import NOTHING, Choices, Mail

HERE = ["--base-url", "https://example.org"]
FROM = ["--mail-from", "matou@example.org"]


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (["--webhooks"], "--base-url"),
        (["--push", "ada", *HERE], "--push"),
        (FROM, "--mail-server"),
        (["--mail-server", "mail.example.org"], "--mail-from"),
        (["--mail-server", "a b", *FROM], "mail.example.org:587"),
        (["--mail-server", "m", *FROM, "--mail-security", "x"], "starttls, tls, none"),
    ],
)
def test_wrong_notification_options_are_refused_in_each_language(
    typed: list[str], says: str, tmp_path: Path
) -> None:
    said = []
    for lang in ("en", "fr"):
        ran = matou("serve", *typed, "--data", "data", cwd=tmp_path, LANG=lang)
        assert ran.code == 2
        assert says in ran.err
        said.append(ran.err)
    assert said[0] != said[1]


def test_without_a_base_url_the_site_does_not_start(tmp_path: Path) -> None:
    ran = matou("serve", "--webhooks", "--data", "data", cwd=tmp_path)
    assert ran.err.startswith("Matou has not started.")


def test_options_become_notification_channels(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = {
        "push": None,
        "webhooks": False,
        "mail_server": None,
        "mail_from": None,
        "mail_user": None,
        "mail_security": None,
        "notify_private": False,
        "notify_wait": None,
        "base_url": "https://example.org",
    }

    def chosen(**more: object) -> Choices:
        return notify_choices(argparse.Namespace(**{**plain, **more}))

    assert chosen() == NOTHING
    assert chosen(webhooks=True).offered == ("webhook",)
    monkeypatch.setenv("MATOU_MAIL_PASSWORD", "s3cret")
    found = chosen(
        push="mailto:you@example.org",
        mail_server="[::1]",
        mail_from="matou@example.org",
        mail_user="matou",
        mail_security="tls",
        notify_wait=30.0,
    )
    assert found.offered == ("push", "mail")
    assert found.mail == Mail("::1", 465, "matou@example.org", "matou", "s3cret", "tls")
    assert "s3cret" not in repr(found)
    assert (found.wait, found.mail_wait, found.private) == (30.0, 120.0, False)
