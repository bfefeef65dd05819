"""The operator's settings for notifications."""

from dataclasses import dataclass

KINDS = ("push", "mail", "webhook")


@dataclass(frozen=True)
class Mail:
    """The operator's mail server (SMTP)."""

    server: str
    port: int
    sender: str  # the From address
    user: str = ""
    password: str = ""
    security: str = "starttls"  # or tls (implicit TLS), or none

    def __repr__(self) -> str:  # without the password, which must not be logged
        return f"Mail({self.server}:{self.port}, {self.sender}, {self.security})"


@dataclass(frozen=True)
class Choices:
    push: str = ""  # contact for push services: mailto:… or https://…
    mail: Mail | None = None
    webhooks: bool = False
    private: bool = False  # whether webhooks may point to a private network
    wait: float = 15.0  # seconds after a turn begins, in case its player is about to come
    mail_wait: float = 60.0
    rest: float = 15.0  # seconds between two messages to a browser or a webhook…
    mail_rest: float = 900.0  # …and between two mails; later turns are sent together
    lease: float = 60.0  # seconds of the lease on a channel; longer than sending takes
    every: float = 2.0  # seconds between two searches for turns, and for due notices

    @property
    def offered(self) -> tuple[str, ...]:
        there = {"push": bool(self.push), "mail": self.mail is not None, "webhook": self.webhooks}
        return tuple(kind for kind in KINDS if there[kind])


NOTHING = Choices()
