"""Errors about unusable databases, with messages for the operator."""

from urllib.parse import urlsplit, urlunsplit

from matou.core.messages import say
from matou.core.refusals import Refusal


class BadStore(Refusal):
    """A database or backup that cannot be used. The message says what to do."""


class Taken(BadStore):
    """Another process has locked the folder."""


NOT_OURS = say(
    "{path} is not a Matou database and has not been changed. Choose another "
    "folder with --data, or move the file."
)
DAMAGED = say("{path} is damaged ({why}). Restore a backup: matou admin restore FILE --force")
UNUSABLE = say(
    "{path} cannot be used: {why}. Is the disk full, or are you not allowed to "
    "write there? The file has not been changed."
)
NOT_BEGUN = say(
    "{path} could not be created: {why}. Is the disk full? There were no tables "
    "yet. Make room and start again."
)
NOT_COPIED = say(
    "{path} must be upgraded, but could not be copied first: {why}. Is the disk "
    "full? The file has not been changed."
)
NEWER = say(
    "{path} was written by a newer Matou (schema {version}; this version "
    "supports up to {known}). Nothing was changed. Update Matou, or restore a "
    "backup made by this version."
)
NOT_MIGRATED = say(
    "{path} could not be upgraded from schema {version} to {migrations} "
    "({error}). It has not been changed, and there is a copy in {copy}. Use the "
    "version of Matou that wrote it."
)
TOO_NEW = say(
    "{place} was upgraded by a newer Matou (schema {version}; this version "
    "supports up to {known}) and cannot be used by this one. Nothing was "
    "changed. Update Matou."
)
UNREACHABLE = say(
    "The database {place} cannot be used: {why}. Is it running, and is its "
    "address correct (postgresql://USER:PASSWORD@HOST/DATABASE)?"
)
BAD_ADDRESS = say(
    "{shown} is not a valid database address. Use "
    "postgresql://USER:PASSWORD@HOST/DATABASE, or leave out --store to save the "
    "tables in the folder given by --data."
)
IN_USE = say("A server is using {data}. Stop it first. Nothing was changed.")
TAKEN = say("A server is already using {data}. Use that server, or choose another folder (--data).")
NO_DRIVER = say("PostgreSQL needs asyncpg, which is not installed: {how}")
BAD_KEY = say(
    "The key in {path} is too short (length {long}, at least {least} needed): "
    "cookies signed with it could be forged. Restore it from a backup (matou "
    "admin restore), or delete the file. The next start then creates a new key, "
    "and all players lose their seats."
)


def shown(address: str) -> str:
    """Returns a database address without its password."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "postgresql://…"
    who, at, where = parts.netloc.rpartition("@")
    return urlunsplit(parts._replace(netloc=f"{who.partition(':')[0]}{at}{where}"))


def unreachable(address: str, why: object) -> BadStore:
    return BadStore(UNREACHABLE, place=shown(address), why=why)
