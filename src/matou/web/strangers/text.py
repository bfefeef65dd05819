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
    "You are brought to an open table that fits, to people about as strong as you if you have a "
    "rating. Is there none, a cat plays with you and keeps the place warm until somebody comes.",
    "Tu arrives à une table ouverte qui convient, avec des gens à peu près de ta force si tu as "
    "un classement. S’il n’y en a pas, un chat joue avec toi et garde la place au chaud jusqu’à "
    "ce que quelqu’un vienne.",
)
WHICH_GAME = W("Which game", "Quel jeu")
ANY_GAME = W("any", "n’importe lequel")
WHAT_TIME = W("How much time", "Combien de temps")
QUICK_LIVE = W("now: 10 min each, + 10 s a turn", "maintenant : 10 min, + 10 s/tour")
QUICK_DAYS = W("by and by: 3 days a turn", "au fil des jours : 3 jours par tour")
QUICK_NONE = W("without a clock", "sans pendule")
ONLY_PEOPLE = W(
    "I want to meet people only, no programs",
    "Je veux rencontrer des gens seulement, pas de programmes",
)
KEEP_CHOICE = W("Keep", "Garder")
OPEN_TABLES = W("Open tables", "Tables ouvertes")
NO_OPEN_TABLES = W(
    "Nobody is waiting just now. Begin a quick game, and you will be here for others to find.",
    "Personne n’attend pour l’instant. Commence une partie rapide, et on te trouvera ici.",
)
OPEN_JOIN = W("Sit down", "S’asseoir")
OPEN_JOIN_AT = W("Sit down: {game} with {names}", "S’asseoir : {game} avec {names}")
OPEN_BACK = W("Your table", "Ta table")
FREE_SEATS = W("{free} of {n} places free", "{free} places libres sur {n}")
FREE_SEAT = W("one of {n} places free", "une place libre sur {n}")
CAT_WARMS = W("a cat keeps a place warm", "un chat garde une place au chaud")
BEGUN = W("begun", "commencée")
PROGRAM = W("program", "programme")
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
    "Nobody was waiting: a cat plays with you until somebody comes. You will be told.",
    "Personne n’attendait : un chat joue avec toi jusqu’à ce que quelqu’un vienne. On te le dira.",
)
NOBODY_YET = W(
    "This is your own table: nobody has come yet. You will be told.",
    "C’est ta propre table : personne n’est encore venu. On te le dira.",
)
COUNTS_ANEW = W(
    "You both want a rating: a new game begins, and it counts.",
    "Ici, tout le monde veut un classement : une nouvelle partie commence, et elle compte.",
)

FIND_ANOTHER = W("Another stranger", "Quelqu’un d’autre")

# Whom one does not want to meet
WHOM = W("Whom you meet", "Qui tu rencontres")
AVOIDED = W("Whom you do not want to read or meet", "Qui tu ne veux pas lire ou rencontrer")
IS_MUTED = W("you do not read what they write", "tu ne lis pas ses messages")
IS_BLOCKED = W("you do not meet", "vous ne vous rencontrez pas")
BEAR = W("Lift", "Lever")
BEAR_NAMED = W("Lift this for {name}", "Lever cela pour {name}")

# Courtesy at a table
MUTE = W("Do not read", "Ne plus lire")
BLOCK = W("Do not meet again", "Ne plus rencontrer")
UNMUTE = W("Read again", "Lire à nouveau")
REPORT = W("Report…", "Signaler…")
REPORT_TITLE = W("Report {name}", "Signaler {name}")
REPORT_MORE = W(
    "What was written at this table goes to whoever runs the site, with the names. {name} is not "
    "told who reported it.",
    "Ce qui s’est écrit à cette table part, avec les noms, à qui tient le site. {name} ne saura "
    "pas d’où vient le signalement.",
)
REPORT_REASON = W("What is wrong?", "Que se passe-t-il ?")
REPORT_SEND = W("Send the report", "Envoyer le signalement")
REPORT_SENT = W("Thank you: it has been passed on.", "Merci : c’est transmis.")
MUTED_NOW = W(
    "You no longer read what {name} writes. To lift it: “Who plays”.",
    "Tu ne lis plus les messages de {name}. Pour lever cela : « Qui joue ».",
)
BLOCKED_NOW = W(
    "You will not be brought together with {name} again, nor read what they write.",
    "Tu ne rencontreras plus {name} aux tables ouvertes, et ne liras plus ses messages.",
)
UNMUTED_NOW = W("You read what {name} writes again.", "Tu lis à nouveau les messages de {name}.")
CANCEL = W("Cancel", "Annuler")

# The operator's page
OPERATOR = W("For whoever runs the site", "Pour qui tient le site")
OPERATOR_TOKEN = W("The operator’s token", "Le jeton de l’opérateur")
OPERATOR_ENTER = W("Enter", "Entrer")
OPERATOR_LEAVE = W("Leave", "Sortir")
OPERATOR_WRONG = W("That is not the token.", "Ce n’est pas le jeton.")
REPORTS = W("Reports", "Signalements")
NO_REPORTS = W("Nothing has been reported.", "Rien n’a été signalé.")
REPORT_OF = W("{name}, reported by {reporter}", "{name}, signalement de {reporter}")
REPORT_TABLE = W("the table", "la table")
NOTHING_WRITTEN = W("Nothing was written at this table.", "Rien ne s’est écrit à cette table.")
REPORT_DONE = W("Seen to", "Réglé")
SANCTION_MUTE = W("May not write", "Ne peut plus écrire")
SANCTION_BAN = W("May not sit at open tables", "Plus de tables ouvertes")
FORBID_MUTE = W("Forbid to write", "Interdire d’écrire")
FORBID_BAN = W("Forbid open tables", "Interdire les tables ouvertes")
SANCTIONS = W("Who may not", "Qui n’a pas le droit")
NO_SANCTIONS = W("Everybody may do everything.", "Tout le monde a le droit de tout.")
SINCE = W("since {at}", "depuis le {at}")

# Refusals
SILENCED = W(
    "Whoever runs this site does not let you write any more. You can play on.",
    "La personne qui tient ce site ne te laisse plus écrire. Tu peux continuer à jouer.",
)
NO_OPERATOR = W(
    "Nobody reads reports at this site. You can stop reading somebody, or meeting them.",
    "Personne ne lit les signalements sur ce site. Tu peux ne plus lire quelqu’un, ou ne plus le "
    "rencontrer.",
)
REPORT_WHY = W(
    "Say in a few words what is wrong (reason).", "Dis en quelques mots ce qui ne va pas (reason)."
)
NOBODY_THERE = W("Nobody else sits there.", "Personne d’autre n’est assis là.")
SLOW_REPORTS = W(
    "You have reported a good deal in a short time. Wait a few minutes.",
    "Tu as beaucoup signalé en peu de temps. Attends quelques minutes.",
)
REMATCH_LATER = W(
    "The rematch comes when the game is over.", "La revanche vient une fois la partie finie."
)
SLOW_OPERATOR = W("Too many tries. Wait a minute.", "Trop d’essais. Attends une minute.")
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
    "NOBODY_YET",
    "COUNTS_ANEW",
    "LISTED",
    "LISTED_CAT",
    "PROGRAM",
    "FIND_ANOTHER",
    "MUTE",
    "BLOCK",
    "UNMUTE",
    "REPORT",
    "REPORT_TITLE",
    "REPORT_MORE",
    "REPORT_SENT",
    "MUTED_NOW",
    "BLOCKED_NOW",
    "UNMUTED_NOW",
)
