"""What the operator has set up for telling people that it is their turn; no more is offered."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("push", "mail", "webhook")


@dataclass(frozen=True)
class Mail:
    """A server that takes our mail."""

    server: str
    port: int
    sender: str  # the address in From
    user: str = ""
    password: str = ""
    security: str = "starttls"  # or tls (from the first byte on), or none

    def __repr__(self) -> str:  # the password stands in no log
        return f"Mail({self.server}:{self.port}, {self.sender}, {self.security})"


@dataclass(frozen=True)
class Choices:
    """The operator's choices."""

    push: str = ""  # whom a push service may write to: mailto:… or https://…
    mail: Mail | None = None
    webhooks: bool = False
    private: bool = False  # may what visitors name lie in a private network?
    wait: float = 15.0  # seconds from the beginning of a turn: perhaps its player is just coming
    mail_wait: float = 60.0
    rest: float = 15.0  # seconds between two messages to a browser or a webhook…
    mail_rest: float = 900.0  # …and between two mails: what comes meanwhile comes together
    lease: float = 60.0  # seconds that a channel is one server's: longer than sending takes
    every: float = 2.0  # seconds between two looks for turns, and for what is due

    @property
    def offered(self) -> tuple[str, ...]:
        """The kinds of channels there are."""
        there = {"push": bool(self.push), "mail": self.mail is not None, "webhook": self.webhooks}
        return tuple(kind for kind in KINDS if there[kind])


NOTHING = Choices()
