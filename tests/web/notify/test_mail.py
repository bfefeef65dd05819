"""Mails sent to a real mail server: their text, TLS, refusals."""

from __future__ import annotations

import ssl
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult
from web.notify.receivers import certificate, mail_server

from matou.web.notify import mail
from matou.web.notify.choices import Mail
from matou.web.notify.messages import Notification, NotSent

TURN = Notification(
    "0a1b", "fr", "À toi de jouer : Été", (("Été, avec Zoë", "http://site.test/t/1"),), "", ("1",)
)


async def sent(how: Mail) -> None:
    await mail.send(how, "ada@example.org", TURN, "http://site.test", "http://site.test/e")


def is_known_user(
    _server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any
) -> AuthResult:
    return AuthResult(success=(data.login, data.password) == (b"matou", b"s3cret"))


@pytest.mark.filterwarnings("ignore:Requiring AUTH")  # aiosmtpd does not see that everything is TLS
@pytest.mark.parametrize("security", ["starttls", "tls"])
async def test_mails_are_sent_by_tls_to_a_server_with_a_trusted_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, security: str
) -> None:
    path = certificate(tmp_path, "localhost")
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(path)
    tls: dict[str, Any] = {"authenticator": is_known_user, "auth_required": True}
    if security == "starttls":
        tls.update(tls_context=secure, require_starttls=True)
    else:
        tls.update(ssl_context=secure, auth_require_tls=False)
    with monkeypatch.context() as patched:
        patched.setenv("SSL_CERT_FILE", str(path))  # aiosmtpd's own check at the start needs it too
        with mail_server(**tls) as (smtp, port):
            how = Mail("localhost", port, "matou@site.test", "matou", "s3cret", security)
            await sent(how)
            (message,) = smtp.mails
            assert message["message-id"] == "<0a1b@site.test>"
            assert message["subject"] == "À toi de jouer : Été"
            assert "Été, avec Zoë" in message.get_content()
            with pytest.raises(NotSent) as wrong:
                await sent(Mail("localhost", port, "matou@site.test", security=security))
            assert not wrong.value.forever  # the operator may fix it
            patched.delenv("SSL_CERT_FILE")
            with pytest.raises(NotSent):  # the certificate is not trusted
                await sent(how)
            assert len(smtp.mails) == 1


async def test_permanent_and_temporary_refusals_of_a_mail_server() -> None:
    with mail_server() as (smtp, port):
        how = Mail("127.0.0.1", port, "matou@site.test", security="none")
        for said, forever in (("550 unknown", True), ("450 full", False)):
            smtp.refuses = said
            with pytest.raises(NotSent) as wrong:
                await sent(how)
            assert wrong.value.forever is forever
        smtp.refuses = ""
        await sent(how)
        assert len(smtp.mails) == 1
    with pytest.raises(NotSent) as wrong:
        await sent(how)  # the server has stopped
    assert not wrong.value.forever
