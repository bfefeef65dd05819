"""What the site says to people who do not know each other, and to the operator."""

from __future__ import annotations

from matou.core.words import Words as W

STRANGERS = W("Find somebody to play with", "Trouver avec qui jouer")
STRANGERS_MORE = W(
    "Tables that anybody may join, and a game at once with whoever is there. A table that you set "
    "for friends, by link, is never seen here.",
    "Des tables ouvertes à tous, et une partie tout de suite avec qui est là. Une table dressée "
    "pour des amis, par lien, n’apparaît jamais ici.",
)
QUICK_GAME = W("Quick game", "Partie rapide")
QUICK_MORE = W(
    "You are brought to the first open table that fits. Is there none, a cat plays with you and "
    "keeps the place warm until somebody comes.",
    "Tu arrives à la première table libre qui convient. S’il n’y en a pas, un chat joue avec toi "
    "et garde la place au chaud jusqu’à ce que quelqu’un vienne.",
)
WHICH_GAME = W("Which game", "Quel jeu")
ANY_GAME = W("any", "n’importe lequel")
WHAT_TIME = W("How much time", "Combien de temps")
QUICK_LIVE = W(
    "now: 10 minutes each, 10 seconds more a turn",
    "tout de suite : 10 minutes chacun, 10 secondes de plus par tour",
)
QUICK_DAYS = W("by and by: 3 days for each turn", "au fil des jours : 3 jours pour chaque tour")
QUICK_NONE = W("without a clock", "sans pendule")
ONLY_PEOPLE = W(
    "I want to meet people only, no programs",
    "Je veux rencontrer des gens seulement, pas de programmes",
)
KEEP = W("Keep", "Garder")
OPEN_TABLES = W("Open tables", "Tables ouvertes")
NO_OPEN_TABLES = W(
    "Nobody is waiting just now. Begin a quick game, and you will be here for others to find.",
    "Personne n’attend pour l’instant. Commence une partie rapide, et on te trouvera ici.",
)
OPEN_JOIN = W("Sit down", "S’asseoir")
OPEN_JOIN_AT = W("Sit down: {game} with {names}", "S’asseoir : {game} avec {names}")
OPEN_BACK = W("Your table", "Ta table")
FREE_SEATS = W("{free} of {n} places free", "{free} place(s) libre(s) sur {n}")
CAT_WARMS = W("a cat keeps a place warm", "un chat garde une place au chaud")
BEGUN = W("begun", "commencée")
PROGRAM = W("program", "programme")
PROGRAM_NAMED = W("{name} (program)", "{name} (programme)")
TIME_LIVE = W("{minutes} min + {increment} s a turn", "{minutes} min + {increment} s par tour")
TIME_DAYS = W("{days} days a turn", "{days} jours par tour")
TIME_DAY = W("a day a turn", "un jour par tour")
TIME_NONE = W("no clock", "sans pendule")
SET_PUBLIC = W("Set an open table yourself:", "Dresser soi-même une table ouverte :")
ALLOW_PUBLIC = W(
    "An open table: anybody may take a free place",
    "Table ouverte : chacun peut prendre une place libre",
)
LISTED = W(
    "This table is open: whoever comes may take a free place.",
    "Cette table est ouverte : qui vient peut prendre une place libre.",
)
LISTED_CAT = W(
    "This table is open: the cat plays until somebody comes and takes its place.",
    "Cette table est ouverte : le chat joue jusqu’à ce que quelqu’un vienne prendre sa place.",
)
JOINED = W("{name} sits down.", "{name} s’assoit.")
JOINED_CAT = W(
    "{name} comes, and the cat gives up its place.", "{name} arrive, et le chat cède sa place."
)
SAT_FOR_CAT = W(
    "A cat kept this place warm for you: you play on from here.",
    "Un chat gardait cette place au chaud pour toi : tu continues à partir d’ici.",
)
NEW_WITH_CAT = W(
    "Nobody was waiting: a cat plays with you until somebody comes.",
    "Personne n’attendait : un chat joue avec toi jusqu’à ce que quelqu’un vienne.",
)

# Whom one does not want to meet
WHOM = W("Whom you meet", "Qui tu rencontres")
AVOIDED = W("Whom you do not want to read or meet", "Qui tu ne veux pas lire ou rencontrer")
IS_MUTED = W("you do not see what they write", "tu ne vois pas ce qui vient de là")
IS_BLOCKED = W("you do not meet", "vous ne vous rencontrez pas")
BEAR = W("Lift", "Lever")
BEAR_NAMED = W("Lift this for {name}", "Lever cela pour {name}")

# Refusals
TABLE_FULL = W(
    "No place is free at this table any more.", "Il n’y a plus de place libre à cette table."
)
TABLE_FULL_TITLE = W("Somebody was faster", "Quelqu’un a été plus rapide")
BANNED = W(
    "Whoever runs this site does not let you sit at open tables. With friends, by link, and "
    "against cats you can play.",
    "La personne qui tient ce site ne te laisse pas t’asseoir aux tables ouvertes. Entre amis, par "
    "lien, et contre des chats, tu peux jouer.",
)
BANNED_TITLE = W("Not at open tables", "Pas aux tables ouvertes")
NO_SUCH_QUICK = W(
    "There is no such game or clock here.", "Il n’y a pas de tel jeu ou de telle pendule ici."
)
SLOW_JOINS = W(
    "Too many tables in so short a time. Wait a moment.",
    "Trop de tables en si peu de temps. Attends un peu.",
)

FOR_STRANGERS = (
    "JOINED",
    "JOINED_CAT",
    "SAT_FOR_CAT",
    "NEW_WITH_CAT",
    "LISTED",
    "LISTED_CAT",
    "PROGRAM",
)
