"""The commands there are: what each takes, what its help teaches, and which room runs it.

Adding one is adding a ``Command`` here (its ``run`` names a function, imported only
when needed), or, for a package with a command line of its own, a ``Handed``.
"""

from __future__ import annotations

from dataclasses import dataclass

from matou.core.words import Words


@dataclass(frozen=True)
class Arg:
    """One argument: a place (``file``) or an option (``--seats``)."""

    flags: tuple[str, ...]
    help: Words
    value: Words | None = None  # what stands for the value in the help; None: a switch
    many: bool = False
    optional: bool = False  # a place that may stay empty


@dataclass(frozen=True)
class Command:
    name: str
    summary: Words
    teaches: Words
    args: tuple[Arg, ...]
    examples: tuple[tuple[str, Words], ...]
    run: str  # 'module:function', taking the parsed arguments and the screen


@dataclass(frozen=True)
class Handed:
    """A command handed on to another package's ``main(args) -> int``, where it is installed."""

    name: str
    package: str
    summary: Words


FILE = Words("FILE", "FICHIER")

LANG = Arg(
    ("--lang",),
    Words(
        "the language, en or fr (otherwise: what $LANG says)",
        "la langue, fr ou en (sinon : ce que dit $LANG)",
    ),
    Words("fr|en", "fr|en"),
)
HELP = Arg(("-h", "--help"), Words("show this help", "afficher cette aide"))

GAMES = Command(
    "games",
    Words("the games there are, with their options", "les jeux qu’il y a, avec leurs options"),
    Words(
        "Lists every game: how many play, how long it takes, and what can be chosen.",
        "La liste des jeux : à combien on joue, combien de temps, et ce qu’on peut choisir.",
    ),
    (),
    (("games", Words("all of them", "tous les jeux")),),
    "matou.cli.commands.games:run",
)

RULES = Command(
    "rules",
    Words("read the rules of a game", "lire les règles d’un jeu"),
    Words(
        "The rule book of a game: what it is about, its pieces, every rule by its number, and "
        "what is our own ruling. With a number, that rule alone and positions that show it; "
        "refused moves name theirs.",
        "Le livret de règles d’un jeu : de quoi il s’agit, le matériel, chaque règle avec son "
        "numéro, et ce qui est notre propre décision. Avec un numéro, cette règle seule et des "
        "positions qui la montrent ; un coup refusé nomme la sienne.",
    ),
    (
        Arg(
            ("game",),
            Words(
                "which game (see: matou games), or a rule’s number alone",
                "quel jeu (voir : matou games), ou le numéro d’une règle seul",
            ),
            Words("GAME", "JEU"),
            optional=True,
        ),
        Arg(
            ("rule",),
            Words("one rule, by its number", "une règle, par son numéro"),
            Words("RULE", "RÈGLE"),
            optional=True,
        ),
        LANG,
    ),
    (
        ("rules {game}", Words("the whole book", "tout le livret")),
        ("rules {game} 3", Words("its third rule", "sa troisième règle")),
    ),
    "matou.cli.commands.rules:run",
)

PLAY = Command(
    "play",
    Words("play a game in the terminal", "jouer dans le terminal"),
    Words(
        "A whole game, here in the terminal, for people and programs. Each turn shows the "
        "board in words and a numbered list of what you can do: type a number. You need no "
        "notation, but you may use it. Ctrl-C or “quit” saves the game.",
        "Une partie entière, ici dans le terminal, avec des personnes et des programmes. "
        "Chaque tour montre le plateau en mots et une liste numérotée de ce que tu peux faire : "
        "tape un numéro. La notation n’est jamais nécessaire, mais elle marche aussi. Ctrl-C ou "
        "« quit » enregistre la partie.",
    ),
    (
        Arg(
            ("game",),
            Words("which game (see: matou games)", "quel jeu (voir : matou games)"),
            Words("GAME", "JEU"),
            optional=True,
        ),
        Arg(
            ("--seats",),
            Words("how many play", "à combien on joue"),
            Words("N", "N"),
        ),
        Arg(
            ("--seat", "--player"),
            Words(
                "who sits there: a name for a person, or a program: random, level1 … level5; "
                "seats count from 0, and the option may be repeated",
                "qui s’assoit là : un nom pour une personne, ou un programme : random, level1 "
                "… level5 ; les sièges se comptent à partir de 0, et l’option se répète",
            ),
            Words("N=WHO", "N=QUI"),
            many=True,
        ),
        Arg(
            ("--you",),
            Words(
                "which seats are people, e.g. 0,2 (otherwise: seat 0)",
                "les sièges tenus par des personnes, p. ex. 0,2 (sinon : le siège 0)",
            ),
            Words("SEATS", "SIÈGES"),
        ),
        Arg(
            ("--option",),
            Words(
                "a choice of rules (see: matou games); may be repeated",
                "un choix de règles (voir : matou games) ; se répète",
            ),
            Words("NAME=VALUE", "NOM=VALEUR"),
            many=True,
        ),
        Arg(
            ("--memory",),
            Words(
                "memory help: show what was seen once and is hidden now",
                "aide-mémoire : montrer ce qu’on a vu et qui est caché à présent",
            ),
        ),
        Arg(
            ("--seed",),
            Words(
                "the secret of all chance, up to 64 hexadecimal digits: the same seed and the "
                "same choices make the same game, so it is for study, not for a fair table",
                "le secret de tout le hasard, jusqu’à 64 chiffres hexadécimaux : même graine et "
                "mêmes choix, même partie ; c’est donc pour étudier, pas pour une table loyale",
            ),
            Words("HEX", "HEX"),
        ),
        Arg(
            ("--save",),
            Words(
                "where the game is saved (otherwise: a new file here)",
                "où la partie s’enregistre (sinon : un nouveau fichier ici)",
            ),
            FILE,
        ),
        Arg(
            ("--resume",),
            Words("go on with a saved game", "reprendre une partie enregistrée"),
            FILE,
        ),
        LANG,
    ),
    (
        ("play {game}", Words("you against a random player", "toi contre un joueur au hasard")),
        (
            "play {game} --seat 1=level4",
            Words("you against a strong program", "toi contre un programme fort"),
        ),
        (
            "play {game} --seat 0=Anna --seat 1=Ben",
            Words("two people, passing the device", "deux personnes qui se passent l’appareil"),
        ),
        (
            "play {game} --seats {most} --you 1",
            Words("a full table, and you sit in seat 1", "une table pleine, et toi au siège 1"),
        ),
        (
            "play --resume {game}-6d2f0c9a11be.matou",
            Words("go on where you stopped", "reprendre où tu t’es arrêté"),
        ),
    ),
    "matou.cli.commands.play:run",
)

REPLAY = Command(
    "replay",
    Words("go through a recorded game", "revoir une partie"),
    Words(
        "Tells a recorded game action by action, in words and notation, then shows the last "
        "board and the result.",
        "Raconte une partie action par action, en mots et en notation, puis montre le dernier "
        "plateau et le résultat.",
    ),
    (
        Arg(("file",), Words("the record", "la partie enregistrée"), FILE),
        Arg(
            ("--step",),
            Words("wait for Enter after every action", "attendre Entrée après chaque action"),
        ),
        Arg(
            ("--at",),
            Words(
                "only the position after N actions (0: the start)",
                "seulement la position après N actions (0 : le début)",
            ),
            Words("N", "N"),
        ),
        Arg(
            ("--svg",),
            Words("write the picture to this file", "écrire l’image dans ce fichier"),
            Words("OUT.svg", "IMAGE.svg"),
        ),
        Arg(
            ("--seat",),
            Words(
                "through whose eyes (otherwise: a finished game is open, an unfinished one is "
                "shown as a spectator sees it)",
                "par les yeux de qui (sinon : une partie finie est ouverte, une partie en cours "
                "se montre comme à un spectateur)",
            ),
            Words("N", "N"),
        ),
        LANG,
    ),
    (
        ("replay game.matou", Words("the whole game", "toute la partie")),
        (
            "replay game.matou --at 20 --svg there.svg",
            Words("one position, and its picture", "une position, et son image"),
        ),
    ),
    "matou.cli.commands.replay:run",
)

VERIFY = Command(
    "verify",
    Words("check that chance was honest", "vérifier que le hasard était loyal"),
    Words(
        "Recomputes every die, card and tile of a finished game from its seed, and checks that "
        "the seed is the one promised before the game. A game that goes on from another is "
        "proved only together with it (--origin). Exit code 0: all of it is proved; 1: something "
        "does not fit, or a part is not proved; 2: a file cannot be read.",
        "Recalcule chaque dé, carte et tuile d’une partie finie à partir de sa graine, et "
        "vérifie que cette graine est celle promise avant la partie. Une partie qui en reprend "
        "une autre n’est prouvée qu’avec elle (--origin). Code de sortie 0 : tout est prouvé ; "
        "1 : quelque chose ne va pas, ou n’est pas prouvé ; 2 : un fichier ne se lit pas.",
    ),
    (
        Arg(("file",), Words("the record", "la partie enregistrée"), FILE),
        Arg(
            ("--origin",),
            Words(
                "the record of the game that this one goes on from; again, if that one does too",
                "l’enregistrement de la partie que celle-ci reprend ; plusieurs fois, si celle-là "
                "en reprend une aussi",
            ),
            FILE,
            many=True,
        ),
        LANG,
    ),
    (
        ("verify game.matou", Words("check a game", "vérifier une partie")),
        (
            "verify on.matou --origin game.matou",
            Words("check a game and the one it goes on from", "vérifier une partie et son origine"),
        ),
    ),
    "matou.cli.commands.verify:run",
)

DOCTOR = Command(
    "doctor",
    Words("is all that Matou needs here?", "a-t-on tout ce qu’il faut à Matou ?"),
    Words(
        "Looks at this Python, the packages, the games and the compiled code. Exit code 0: what "
        "is needed is there.",
        "Regarde ce Python, les paquets, les jeux et le code compilé. Code de sortie 0 : le "
        "nécessaire est là.",
    ),
    (
        Arg(
            ("--compile",),
            Words(
                "compile every game now (strong players and simulations then start at once)",
                "compiler chaque jeu maintenant (les joueurs forts et les simulations "
                "démarreront aussitôt)",
            ),
        ),
        LANG,
    ),
    (
        ("doctor", Words("a check-up", "un examen")),
        ("doctor --compile", Words("and compile", "et compiler")),
    ),
    "matou.cli.commands.doctor:run",
)

COMMANDS = (GAMES, RULES, PLAY, REPLAY, VERIFY, DOCTOR)

HANDED = (
    Handed("bench", "matou.bench", Words("how fast the games run", "la vitesse des jeux")),
    Handed("arena", "matou.arena", Words("matches between programs", "des matchs de programmes")),
    Handed(
        "analyse",
        "matou.bots.analyse",
        Words("turning points and mistakes of a game", "tournants et erreurs d’une partie"),
    ),
    Handed("serve", "matou.cli.commands.serve", Words("open the site", "ouvrir le site")),
    Handed(
        "admin",
        "matou.cli.commands.admin",
        Words(
            "back up, restore, count or clear out a site’s tables",
            "sauvegarder, reprendre, compter ou vider les tables d’un site",
        ),
    ),
)
