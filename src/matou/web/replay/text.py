"""What the site says about looking back: replays, analyses, opened records, shared pictures."""

from __future__ import annotations

from matou.core.words import Words as W

LOOK_BACK = W("Look back", "Revoir la partie")
LOOK_BACK_HERE = W(
    "A game again, position by position, with a bot’s opinion of it.",
    "Une partie à revoir, position par position, avec l’avis d’un robot.",
)
LOOK_BACK_TITLE = W("{game}, looking back", "{game}, partie revue")
TO_TABLE = W("To the table", "À la table")
POSITION = W("Position in the game", "Position dans la partie")
POSITION_OF = W("{at} of {count}", "{at} sur {count}")
AT_START = W("The beginning", "Le début")
TO_START = W("To the beginning", "Au début")
ONE_BACK = W("One back", "Un coup en arrière")
ONE_ON = W("One on", "Un coup en avant")
TO_END = W("To the end", "À la fin")
RUN = W("Play it", "Dérouler")
HALT = W("Pause", "Arrêter")
SPEED = W("Speed", "Vitesse")
EYES = W("Through the eyes of", "Par les yeux de")
BACK_KEYS = W(
    "Arrows: one step · Home, End: first, last · Space: play",
    "Flèches : un coup · Début, Fin : premier, dernier · Espace : dérouler",
)
GAME_WENT_ON = W(
    "The game has gone on meanwhile; the new moves are here.",
    "La partie a avancé entre-temps ; les nouveaux coups sont là.",
)
NOT_FETCHED = W(
    "That position cannot be fetched just now. Try again in a moment.",
    "Cette position ne peut pas être chargée pour l’instant. Réessaie dans un moment.",
)

# The analysis
CHANCES = W("Chances of winning", "Chances de gagner")
TURNING_POINTS = W("Turning points", "Tournants")
MISTAKES = W("Better was…", "Mieux valait…")
LUCK = W("Luck and skill", "Chance et adresse")
LUCK_MORE = W(
    "Luck is what dice, cards and tiles brought each, against what was to be expected; mistakes "
    "are what was given away. Both in chances of winning, as a search sees them: another one would "
    "differ by some points over a game.",
    "La chance, c’est ce que dés, cartes et tuiles ont apporté à chacun, comparé à ce qu’on "
    "pouvait attendre ; les erreurs, ce qui a été donné. Le tout en chances de gagner, comme une "
    "recherche les voit : une autre différerait de quelques points sur une partie.",
)
LUCK_OF = W("{name}: luck {luck}, mistakes {lost}", "{name} : chance {luck}, erreurs {lost}")
STROKE_OF = W("{name}: {gain}", "{name} : {gain}")
NO_MISTAKES = W("No clear mistakes. Well played!", "Pas d’erreur nette. Bien joué !")
NO_TURNINGS = W("The game never swung sharply.", "La partie n’a jamais vraiment basculé.")
BETTER_WAS = W("Better was: {best}", "Mieux valait : {best}")
FROM_TO = W("{name}: {before} → {after}", "{name} : {before} → {after}")
RATHER = W("{best} rather than {chance}", "{best} plutôt que {chance}")
GIVEN_AWAY = W("by a mistake", "par erreur")
STUDY_WAITS = W(
    "The bot will look at this game; {n} before it.",
    "Le robot va regarder cette partie ; {n} avant elle.",
)
STUDY_RUNS = W("The bot is looking at the game…", "Le robot regarde la partie…")
STUDY_FAILED = W(
    "The bot could not look at this game just now.",
    "Le robot n’a pas pu regarder cette partie pour l’instant.",
)
STUDY_LATER = W(
    "The bots have many games to look at. Try again in a while.",
    "Les robots ont beaucoup de parties à regarder. Réessaie un peu plus tard.",
)
TRY_AGAIN = W("Try again", "Réessayer")

# Playing on
PLAY_ON = W("Play on from here", "Reprendre d’ici")
PLAY_ON_MORE = W(
    "A new table begins at this position, you against bots. What is drawn from here on is new.",
    "Une nouvelle table commence à cette position, toi contre des robots. Les tirages à venir "
    "sont nouveaux.",
)
PLAY_ON_OVER = W("Here the game is over.", "Ici la partie est finie.")
PLAY_ON_LATER_TITLE = W("Not before the end", "Pas avant la fin")
PLAY_ON_BAD_TITLE = W("No table from there", "Pas de table à partir de là")
BEFORE_LATER = W(
    "How this game began can be looked at once it is over: it would tell what is still hidden.",
    "Le début de cette partie se regarde une fois qu’elle est finie : il dirait ce qui est encore "
    "caché.",
)
ONLINE_SEATS = W(
    "it does not say who sits where from now on (seats: me:0 bot3:1)",
    "elle ne dit pas qui s’assoit où désormais (seats : me:0 bot3:1)",
)
SIT_AT = W("Your place", "Ta place")
CONTINUES_LINK = W("Look at that game", "Voir cette partie")

# Keeping and opening
KEEP = W("Keep and share", "Garder et partager")
COPY_LINK = W("Copy the link to here", "Copier le lien vers ici")
SHARE_PICTURE = W("A picture to share", "Une image à partager")
OPEN_RECORD = W("Open a record", "Ouvrir une partie")
OPEN_TITLE = W("Open a record", "Ouvrir une partie gardée")
OPEN_MORE = W(
    "A game that you kept as a file, from this site or from the terminal: look at it again, have "
    "a bot look at it, play on from any position.",
    "Une partie gardée dans un fichier, de ce site ou du terminal : revois-la, fais-la regarder "
    "par un robot, reprends-la où tu veux.",
)
CHOOSE_FILE = W("Choose a file", "Choisir un fichier")
DROP_FILE = W("or drop it here", "ou dépose-le ici")
PASTE = W("or paste its text", "ou colle son texte")
OPEN_IT = W("Open", "Ouvrir")
OPEN_KEPT = W(
    "It is kept for {days} days under an address of its own, for you and whoever you send it to; "
    "no list shows it.",
    "Elle est gardée {days} jours sous sa propre adresse, pour toi et ceux à qui tu l’envoies ; "
    "aucune liste ne la montre.",
)
OPEN_KEPT_HERE = W(
    "It stays in this browser, with your games; nobody else sees it.",
    "Elle reste dans ce navigateur, avec tes parties ; personne d’autre ne la voit.",
)
OPEN_NOT_TEXT = W("it is not text", "ce n’est pas du texte")
OPEN_SLOW = W(
    "so many at once? Wait a moment, then try again",
    "autant à la fois ? Attends un peu, puis réessaie",
)
OPEN_GONE_TITLE = W("This record is no longer here", "Cette partie n’est plus là")
OPEN_GONE = W(
    "Opened records are kept for a while only. Open the file again.",
    "Les parties ouvertes ne sont gardées qu’un temps. Rouvre le fichier.",
)

# Shared links
SHARED_OVER = W(
    "{names}. {result} Look back at every move.", "{names}. {result} Revois chaque coup."
)
SHARED_NOW = W("{names} are playing. Come and watch.", "{names} jouent. Viens regarder.")
SHARED_OPEN = W("A seat is free: come and play.", "Une place est libre : viens jouer.")

# What the page's script says by itself.
HAD_LEFT = W("{time} left", "il restait {time}")
FOR_BACK = (
    *("HAD_LEFT", "LAST_ROUND", "THE_END", "POSITION_OF", "AT_START", "RUN", "HALT"),
    *("GAME_WENT_ON", "NOT_FETCHED", "NO_MISTAKES", "NO_TURNINGS", "BETTER_WAS", "FROM_TO"),
    *("RATHER", "GIVEN_AWAY", "LUCK_OF", "STROKE_OF", "PLAY_ON_OVER", "CONTINUES_LINK"),
    *("COPY_LINK", "COPIED"),
)
