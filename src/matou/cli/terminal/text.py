"""What is said while playing, in both languages."""

from __future__ import annotations

from matou.core.words import Words

# --- setting the table

WHICH_GAME = Words(
    "Which game? There are: {all}. For example: {prog} play {game}",
    "Quel jeu ? Il y a : {all}. Par exemple : {prog} play {game}",
)
SEATS_RANGE = Words(
    "{title} is played by {least} to {most}, not {seats}.",
    "{title} se joue de {least} à {most}, pas à {seats}.",
)
NO_SEAT = Words(
    "There is no seat {seat} at this table: its seats are 0 to {last}.",
    "Il n’y a pas de siège {seat} à cette table : ses sièges vont de 0 à {last}.",
)
SEAT_TWICE = Words("Seat {seat} is given twice.", "Le siège {seat} est donné deux fois.")
NO_KIND = Words(
    "There is no kind of player “{kind}”.{meant} There are: {all}. "
    "Anything else is a person’s name.",
    "Il n’y a pas de sorte de joueur « {kind} ».{meant} Il y a : {all}. "
    "Tout le reste est le nom d’une personne.",
)
BAD_NAME = Words(
    "“{name}” cannot be a name: one line of at most 40 letters, please.",
    "« {name} » ne peut pas être un nom : une ligne de 40 lettres au plus, s’il te plaît.",
)
BAD_SEED = Words(
    "A seed is 1 to 64 hexadecimal digits (0 to 9, a to f), not “{seed}”.",
    "Une graine, c’est 1 à 64 chiffres hexadécimaux (0 à 9, a à f), pas « {seed} ».",
)
RESUME_ALONE = Words(
    "{flag} cannot go with --resume: the saved game has its own.",
    "{flag} ne va pas avec --resume : la partie enregistrée a le sien.",
)
OTHER_GAME = Words("{file} is a game of {game}.", "{file} est une partie de {game}.")
IS_OVER = Words(
    "This game is over. To see it again: {prog} replay {file}",
    "Cette partie est finie. Pour la revoir : {prog} replay {file}",
)
NO_SEED_IN_SAVE = Words(
    "{file} cannot be resumed: it does not hold the seed of its chance.",
    "{file} ne peut pas se reprendre : il ne contient pas la graine de son hasard.",
)
ALTERED_SAVE = Words("{file} cannot be resumed: {why}.", "{file} ne peut pas se reprendre : {why}.")
EXISTS = Words(
    "{file} exists already, and holds something else. Choose another name for --save.",
    "{file} existe déjà, et contient autre chose. Choisis un autre nom pour --save.",
)
REPLACE = Words(
    "{file} exists already. Replace it? [y/N] ", "{file} existe déjà. Le remplacer ? [o/N] "
)

# --- the beginning

TABLE = Words("At the table: {all}.", "À table : {all}.")
PROMISE = Words(
    "All chance comes from a secret seed, chosen before the game. This is its fingerprint; "
    "at the end you see the seed and can check every draw:",
    "Tout le hasard vient d’une graine secrète, choisie avant la partie. Voici son empreinte ; "
    "à la fin tu verras la graine et pourras vérifier chaque tirage :",
)
RESUMED = Words(
    "The game goes on where it stopped, after {count} moves.",
    "La partie reprend où elle en était, après {count} coups.",
)
HOW = Words(
    "Type a number, or a few words of a choice; Enter alone shows the board again. “help” "
    "explains more, “quit” saves and leaves.",
    "Tape un numéro, ou quelques mots d’un choix ; Entrée seule remontre le plateau. « aide » "
    "en dit plus, « quitter » enregistre et sort.",
)

# --- a turn

YOUR_TURN = Words("{title} · your turn", "{title} · à toi")
TURN_OF = Words("{title} · {who} to play", "{title} · à {who} de jouer")
HAPPENED = Words("What happened:", "Ce qui s’est passé :")
NOTHING_YET = Words("Nothing has happened yet.", "Il ne s’est encore rien passé.")
MEMORY = Words("Memory help:", "Aide-mémoire :")
GROUP = Words("{head} … ({count} ways)", "{head} … ({count} façons)")
GROUP_HINT = Words(
    "A letter opens a group; words narrow the list; ? shows everything.",
    "Une lettre ouvre un groupe ; des mots resserrent la liste ; ? montre tout.",
)
SEVERAL = Words("{count} choices fit “{text}”:", "{count} choix vont avec « {text} » :")
NOT_IN_LIST = Words(
    "There is no choice {number}: they go from 1 to {last}.",
    "Il n’y a pas de choix {number} : ils vont de 1 à {last}.",
)
ONLY_CHOICE = Words("There is only one choice: 1.", "Il n’y a qu’un choix : le 1.")
REFUSED = Words("Not possible. {why}", "Impossible. {why}")
NO_ACTION = Words(
    "“{text}” is none of your choices. {why}",
    "« {text} » n’est pas un de tes choix. {why}",
)
RULE_SAYS_WHY = Words(
    "The rule is “{title}”: type “why” to read it.",
    "C’est la règle « {title} » : tape « pourquoi » pour la lire.",
)
CAN_UNDO = Words("“undo” takes your last move back.", "« annuler » reprend ton dernier coup.")
UNDONE = Words("Taken back.", "C’est repris.")
NO_UNDO = Words(
    "There is nothing to take back: not what chance has answered or shown, not somebody else’s "
    "move, not the end.",
    "Il n’y a rien à reprendre : ni ce que le hasard a répondu ou montré, ni le coup d’une autre "
    "personne, ni la fin.",
)
SCORES_HIDDEN = Words(
    "In this game the points are counted at the end.",
    "Dans ce jeu, les points se comptent à la fin.",
)
HELP = Words(
    """To choose, type
  a number       the choice with that number
  a few words    the choice they fit (or all that they fit)
  the notation   as “?” lists it
Besides
  ?       everything you can do, with its notation
  board   the board again (Enter alone does it too)
  log     all that happened so far
  score   the points as they stand
  why     the rule of the last refusal, or of what to do now
  undo    take your last move back, where fair play allows it
  help    this
  quit    save the game and leave (Ctrl-C too)""",
    """Pour choisir, tape
  un numéro         le choix qui porte ce numéro
  quelques mots     le choix qu’ils désignent (ou tous ceux qu’ils désignent)
  la notation       comme « ? » la donne
Et aussi
  ?                 tout ce que tu peux faire, avec la notation
  board, plateau    revoir le plateau (Entrée tout court aussi)
  log, journal      tout ce qui s’est passé
  score, points     les points en ce moment
  why, pourquoi     la règle du dernier refus, ou de ce qu’il faut faire
  undo, annuler     reprendre ton dernier coup, si c’est loyal
  help, aide        ceci
  quit, quitter     enregistrer et sortir (Ctrl-C aussi)""",
)

# --- passing the device

PASS_ON = Words("Pass the device to {who}.", "Passe l’appareil à {who}.")
READY = Words(
    "{who}: press Enter when nobody else is looking. ",
    "{who} : appuie sur Entrée quand personne d’autre ne regarde. ",
)
PASS_UNDO = Words(
    "({who} may still type “undo”.)", "({who} peut encore taper « annuler » pour reprendre.)"
)

# --- leaving and the end

SAVED = Words(
    "The game is saved in {file}. It holds the secret seed, so keep it to yourself.",
    "La partie est enregistrée dans {file}. Ce fichier contient la graine secrète : garde-le pour "
    "toi.",
)
GO_ON = Words("To go on:", "Pour reprendre :")
NOT_SAVED_THERE = Words("{file} could not be written: {why}", "{file} n’a pas pu s’écrire : {why}")
NOT_SAVED = Words("The game could not be saved.", "La partie n’a pas pu être enregistrée.")
THE_END = Words("{title} · the end", "{title} · la fin")
SCORE_OF = Words("{who}: {score}", "{who} : {score}")
SEED = Words("The secret seed of all chance was:", "La graine secrète de tout le hasard était :")
RECORD_IN = Words("The game is written down in {file}.", "La partie est notée dans {file}.")
CHECK_IT = Words(
    "To check every draw, and to see the game again:",
    "Pour vérifier chaque tirage, et revoir la partie :",
)
