"""Sends notifications as plain-text e-mail, with one-click unsubscribe."""

import asyncio
import contextlib
import re
import smtplib
import ssl
from concurrent.futures import ThreadPoolExecutor
from email.message import EmailMessage
from email.utils import formatdate

from matou.core.messages import say
from matou.web.notify.choices import Mail
from matou.web.notify.messages import Notification, NotSent

SECONDS = 15.0
LONGEST = 254
_POSTMEN = ThreadPoolExecutor(4, "mail")  # a slow mail server must not block anything else
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")


def is_address(said: str) -> bool:
    return len(said) <= LONGEST and _ADDRESS.fullmatch(said) is not None


def mailbox(address: str) -> str:
    """Returns the mailbox of an address: in lower case, without its ``+tag``."""
    name, _, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0] or name}@{domain}"


def letter(mail: Mail, to: str, message: Notification, base: str, end_url: str) -> EmailMessage:
    """Returns the e-mail. Its ``Message-ID`` stays the same when sending is retried."""
    made = EmailMessage()
    made["Message-ID"] = f"<{message.id}@{mail.sender.rpartition('@')[2]}>"
    made["Date"] = formatdate()
    made["From"] = f"Matou <{mail.sender}>"
    made["To"] = to
    made["Subject"] = message.subject
    made["Auto-Submitted"] = "auto-generated"
    made["X-Auto-Response-Suppress"] = "All"
    body = "\n\n".join(f"{line}\n{url}" if url else line for line, url in message.lines)
    if message.event != "confirm":
        made["List-Unsubscribe"] = f"<{end_url}>"
        made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        asked = (
            say("You asked {site} for a daily reminder. To stop, click here: {url}")
            if message.event == "reminder"
            else say(
                "You asked {site} to write to you when it is your turn. To stop, click here: {url}"
            )
        )
        body += "\n\n-- \n" + asked.filled(site=base, url=end_url).say(message.lang)
    made.set_content(body + "\n", cte="quoted-printable")
    return made


def connected(mail: Mail) -> smtplib.SMTP:
    if mail.security == "tls":
        secure = ssl.create_default_context()
        return smtplib.SMTP_SSL(mail.server, mail.port, timeout=SECONDS, context=secure)
    return smtplib.SMTP(mail.server, mail.port, timeout=SECONDS)


def handed_over(mail: Mail, made: EmailMessage) -> None:
    """Sends an e-mail to the mail server. Raises NotSent if the server does not accept it."""
    try:
        server = connected(mail)
        try:
            if mail.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(made)
            with contextlib.suppress(smtplib.SMTPException, OSError):  # the mail is accepted
                server.quit()
        finally:
            server.close()
    except smtplib.SMTPRecipientsRefused as error:
        status = next(iter(error.recipients.values()))[0]
        raise NotSent(
            say("refused by the server: {status}", status=status), forever=500 <= status < 600
        ) from None
    except smtplib.SMTPResponseException as error:  # not about this address; may be temporary
        raise NotSent(say("refused by the server: {status}", status=error.smtp_code)) from None
    except (smtplib.SMTPException, OSError):
        raise NotSent(say("the server does not answer")) from None


async def send(mail: Mail, to: str, message: Notification, base: str, end_url: str) -> None:
    made = letter(mail, to, message, base, end_url)
    await asyncio.get_running_loop().run_in_executor(_POSTMEN, handed_over, mail, made)
