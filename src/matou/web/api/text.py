"""What the API says by itself, in English and French. Games bring their own words."""

from __future__ import annotations

from matou.core.words import Words as W

# What each call is for
INDEX = W("This list", "Cette liste")
DOCUMENT = W("This API as an OpenAPI document", "Cette API comme document OpenAPI")
GAMES = W("The games, their seats and options", "Les jeux, leurs sièges et leurs options")
GAME = W("One game, its seats and options", "Un jeu, ses sièges et ses options")
TABLES = W("Your tables, and tables to watch", "Tes tables, et celles qu’on peut regarder")
CREATE = W("Set a table", "Dresser une table")
JOIN = W(
    "Take an open seat by invitation, or your own seat back from the bot that kept it",
    "Prendre un siège libre sur invitation, ou reprendre le tien au robot qui le gardait",
)
OBSERVE = W("A table as your seat may know it", "Une table telle que ton siège la connaît")
ACT = W("Do something", "Faire une action")
UNDO = W("Take your last action back", "Reprendre ta dernière action")
STREAM = W(
    "Every position from now on, one JSON object a line (or server-sent events)",
    "Chaque position à partir de maintenant, un objet JSON par ligne (ou server-sent events)",
)
OPEN = W("Tables that anybody may join", "Les tables auxquelles chacun peut s’asseoir")
QUICK = W(
    "A seat at the open table that fits best, or at a new one where a cat keeps the others warm",
    "Une place à la table ouverte qui convient le mieux, ou à une nouvelle où un chat garde les "
    "autres au chaud",
)
READ_CHAT = W("What was said at a table", "Ce qui s’est dit à une table")
WRITE_CHAT = W("Say something", "Dire quelque chose")
AVOID = W(
    "Not read somebody at your table (mute), or not meet them again either (block)",
    "Ne plus lire quelqu’un à ta table (mute), ou ne plus le rencontrer non plus (block)",
)
REPORT = W(
    "Report somebody at your table: what was said there goes to whoever runs the site",
    "Signaler quelqu’un à ta table : ce qui s’y est dit part à qui tient le site",
)
AVOIDED = W("Whom you do not want to read or meet", "Qui tu ne veux pas lire ou rencontrer")
LIFT = W("Read and meet somebody again", "Lire et rencontrer à nouveau quelqu’un")
HINT = W(
    "A strong cat’s advice, where the table allows hints",
    "Le conseil d’un chat fort, là où la table le permet",
)
REMATCH = W(
    "The rematch of a finished game, the same for all who ask",
    "La revanche d’une partie finie, la même pour tous ceux qui la demandent",
)
RECORD = W(
    "The record of a finished game, with its seed", "La partie finie, écrite, avec son nombre"
)
WELCOME = W(
    "Matou’s API for bots and tools. Set a table, and play with the token you are given.",
    "L’API de Matou pour robots et outils. Dresse une table, et joue avec le jeton reçu.",
)

# Refusals
NO_SUCH_ADDRESS = W("There is nothing at this address.", "Il n’y a rien à cette adresse.")
NO_SUCH_TABLE = W("There is no such table.", "Il n’y a pas de telle table.")
NO_SUCH_GAME = W(
    "There is no such game; there is {games}.", "Ce jeu n’existe pas ; il y a {games}."
)
NO_SUCH_INVITE = W(
    "This invitation is for no seat of this table.",
    "Cette invitation n’est pour aucun siège de cette table.",
)
NO_SUCH_METHOD = W("This address answers {allowed}.", "Cette adresse répond à {allowed}.")
NO_TOKEN = W(
    "Say who you are: Authorization: Bearer, with the token you got for your seat.",
    "Dis qui tu es : Authorization: Bearer, avec le jeton reçu pour ton siège.",
)
BAD_TOKEN = W("We gave out no such token.", "Ce jeton ne vient pas de nous.")
NOT_OVER = W(
    "The record is there once the game is over.", "La partie se lit une fois qu’elle est finie."
)
TABLE_GONE = W("This table is no more.", "Cette table n’existe plus.")
NOT_JSON = W("The body is not JSON.", "Le corps n’est pas du JSON.")
NOT_UTF8 = W("The body is not UTF-8.", "Le corps n’est pas en UTF-8.")
TOO_DEEP = W("The body is nested too deep.", "Le corps est trop imbriqué.")
WANTS_JSON = W(
    "The body must be JSON: Content-Type: application/json.",
    "Le corps doit être du JSON : Content-Type: application/json.",
)
BODY_TOO_LONG = W("The body is longer than {most} bytes.", "Le corps dépasse {most} octets.")
TOO_MANY_STREAMS = W(
    "You follow {most} tables already: close one first.",
    "Tu suis déjà {most} tables : fermes-en une d’abord.",
)

# A field that is not as it should be
FIELD = W("{field}: {what}", "{field} : {what}")
BODY = W("the body", "le corps")
MISSING = W("it is missing.", "il manque.")
UNKNOWN = W("there is no such field here.", "ce champ n’existe pas ici.")
TWICE = W("it is there twice.", "il y est deux fois.")
NONE_OF = W("that is none of the values it can have.", "ce n’est aucune des valeurs possibles.")
WRONG_KIND = W("it must be {wanted}, not {got}.", "il faut {wanted}, pas {got}.")
NOT_A = W("it must be {wanted}.", "il faut {wanted}.")
AT_LEAST = W("it must be at least {n}.", "il faut au moins {n}.")
AT_MOST = W("it must be at most {n}.", "il faut au plus {n}.")
LONGER = W("it must have a length of at least {n}.", "il faut une longueur d’au moins {n}.")
SHORTER = W("it must have a length of at most {n}.", "il faut une longueur d’au plus {n}.")
NOT_RIGHT = W("it is not as it should be.", "il n’est pas comme il faut.")
KINDS = {
    "int": W("a whole number", "un nombre entier"),
    "float": W("a number with a fraction", "un nombre à virgule"),
    "str": W("a text", "un texte"),
    "bool": W("true or false", "vrai ou faux"),
    "array": W("a list", "une liste"),
    "object": W("an object", "un objet"),
    "null": W("null", "null"),
}


def catalogue() -> dict[str, W]:
    """Every text by its name."""
    return {k: v for k, v in globals().items() if isinstance(v, W)}
