"""``matou bench``: the benchmarks, of the repository alone. Each runs its peers beside us."""

from __future__ import annotations

import argparse
import importlib

from matou.cli.catalogue import called
from matou.cli.declaring import FAST, FILE, GAME, Arg, Command, Group, N, Need, Run
from matou.cli.terminal.screen import Screen
from matou.core.words import Words

ROOM = Need("matou.bench")
MOST = 10_000_000
SECONDS = Words("SECONDS", "SECONDES")
GAMES = Arg(
    "games",
    "which games (otherwise: all)",
    "quels jeux (sinon : tous)",
    GAME,
    many=True,
    optional=True,
)
QUICK = Arg("--quick", "fewer, shorter rounds: a rough idea", "des tours plus courts : une idée")
JSON = Arg("--json", "the figures for machines", "les chiffres pour machines")


def bench(name: str) -> Run:
    """What runs a benchmark, imported only then."""

    def run(args: argparse.Namespace, screen: Screen) -> int:
        if getattr(args, "games", None) is not None and name != "site":
            args.games = [called(given).name for given in args.games]
        if getattr(args, "game", None) is not None:
            args.game = called(args.game).name
        code: int = importlib.import_module(f"{ROOM.module}.{name}").run(args)
        return code

    return run


ENGINE = Command(
    "bench engine",
    Words("how fast the rules run", "la vitesse des règles"),
    Words(
        "Moves a second: compiled, interpreted, in plain Python, and OpenSpiel’s; copies of "
        "states; how long a start takes.",
        "Coups par seconde : compilés, interprétés, en simple Python, et ceux d’OpenSpiel ; "
        "copies d’états ; durée d’un démarrage.",
    ),
    (
        GAMES,
        QUICK,
        Arg("--cold", "also compile from nothing, and time it", "aussi compiler à partir de rien"),
        JSON,
        Arg(
            "--strict", "exit code 1 if a target is missed", "code de sortie 1 si un but est manqué"
        ),
    ),
    (
        ("bench engine", Words("every game, beside its peers", "chaque jeu, face aux autres")),
        ("bench engine {game} --quick", Words("a rough idea of one", "une idée d’un seul")),
    ),
    bench("engine"),
    ROOM,
    FAST,
)
ENV = Command(
    "bench env",
    Words("steps of thousands of games at once", "les pas de milliers de parties à la fois"),
    Words(
        "Steps a second of many games at once, beside PettingZoo, OpenSpiel and pgx, each in the "
        "way that is fastest here, found in a heat before. Contestants take turns in short "
        "rounds, and the best round of each counts; each of ours is compared with the fastest "
        "game of like size.",
        "Pas par seconde de nombreuses parties à la fois, face à PettingZoo, OpenSpiel et pgx, "
        "chacun de la façon la plus rapide ici, trouvée dans une manche d’essai. Chacun passe à "
        "son tour, par courtes manches, et la meilleure compte ; chaque jeu de Matou se compare "
        "au plus rapide des jeux de même taille.",
    ),
    (
        GAMES,
        Arg(
            "--at-once",
            "games at once, everybody’s",
            "parties à la fois, pour tous",
            N,
            number=(1, MOST),
        ),
        Arg(
            "--threads",
            "threads of our own (otherwise: one a processor)",
            "nos propres fils (sinon : un par processeur)",
            N,
            number=(1, 4096),
        ),
        QUICK,
        JSON,
        Arg(
            "--strict",
            "exit code 1 if a ratio is below 10",
            "code de sortie 1 si un rapport est sous 10",
        ),
    ),
    (
        ("bench env", Words("every game, beside its peers", "chaque jeu, face aux autres")),
        (
            "bench env {game} --quick --at-once 1024",
            Words("a rough idea of one", "une idée d’un seul"),
        ),
    ),
    bench("env"),
    ROOM,
    Need("gymnasium", "research"),
)
SEARCH = Command(
    "bench search",
    Words("simulations a second of the bots", "les simulations par seconde des robots"),
    Words(
        "Simulations a second on each game, one thread: native, as WebAssembly by wasmtime and in "
        "Node’s V8, the same trees in each; and on Connect Four beside OpenSpiel’s search: a tree "
        "search with one random playout a simulation. Exit code 1: slower than five times "
        "OpenSpiel, or WebAssembly slower than 0.8 of native.",
        "Simulations par seconde dans chaque jeu, sur un fil : en natif, en WebAssembly par "
        "wasmtime et dans le V8 de Node, avec les mêmes arbres ; et à Puissance 4 face à la "
        "recherche d’OpenSpiel : un arbre, une fin au hasard par simulation. Code de sortie 1 : "
        "moins de cinq fois OpenSpiel, ou WebAssembly à moins de 0,8 du natif.",
    ),
    (
        Arg(
            "--seconds",
            "how long, a game",
            "combien de temps par jeu",
            SECONDS,
            number=(0.01, 3600.0),
            otherwise=1.0,
        ),
        Arg(
            "--simulations",
            "of Connect Four",
            "à Puissance 4",
            N,
            number=(1, MOST),
            otherwise=20_000,
        ),
        Arg("--repeats", "how many rounds", "combien de tours", N, number=(1, 1000), otherwise=5),
        JSON,
    ),
    (
        ("bench search", Words("all of it", "tout")),
        ("bench search --seconds 0.2 --repeats 1", Words("a rough idea", "une idée")),
    ),
    bench("search"),
    ROOM,
    FAST,
)
SITE = Command(
    "bench site",
    Words("durable moves a second at many tables", "les coups durables à beaucoup de tables"),
    Words(
        "The site under load, beside boardgame.io’s server: many tables of two, both watching; a "
        "move begins when both players have seen the one before. Ours makes every move durable "
        "first. Also: memory of open tables, start and stop, the first page, and from a click to "
        "the frame that shows the move.",
        "Le site sous charge, face au serveur de boardgame.io : beaucoup de tables à deux, les "
        "deux regardant ; un coup commence quand les deux ont vu le précédent. Le nôtre rend "
        "d’abord chaque coup durable. Aussi : la mémoire des tables ouvertes, départ et arrêt, la "
        "première page, et du clic à l’image qui montre le coup.",
    ),
    (
        Arg("--games", "tables of two", "tables à deux", N, number=(1, 100_000), otherwise=200),
        Arg(
            "--seconds",
            "how long each is driven",
            "combien de temps",
            SECONDS,
            number=(0.1, 3600.0),
            otherwise=8.0,
        ),
        Arg("--game", "which game", "quel jeu", GAME),
        Arg(
            "--open",
            "tables open for the memory figure",
            "tables ouvertes pour la mémoire",
            N,
            number=(1, 1_000_000),
            otherwise=1000,
        ),
        Arg("--no-peer", "without boardgame.io", "sans boardgame.io"),
        Arg("--json", "write the figures there, too", "y écrire aussi les chiffres", FILE),
    ),
    (
        ("bench site", Words("all of it", "tout")),
        (
            "bench site --games 20 --seconds 2 --no-peer",
            Words("a rough idea, and no peer", "une idée, et personne d’autre"),
        ),
    ),
    bench("site"),
    ROOM,
)
SCALE = Command(
    "bench scale",
    Words("the site as it grows", "le site quand il grandit"),
    Words(
        "What a move costs the servers: with one process and two, with SQLite and PostgreSQL, at "
        "10 to 10,000 open tables, and with hundreds who watch one table. Processor time of the "
        "servers’ own processes; moves a second, memory and bytes beside it. Some six minutes.",
        "Ce qu’un coup coûte aux serveurs : avec un processus ou deux, avec SQLite et PostgreSQL, "
        "pour 10 à 10 000 tables ouvertes, et avec des centaines de spectateurs à une table. Le "
        "temps de calcul des serveurs seuls ; à côté, coups par seconde, mémoire et octets. "
        "Environ six minutes.",
    ),
    (
        Arg(
            "--tables",
            "open tables at most",
            "tables au plus",
            N,
            number=(11, 1_000_000),
            otherwise=10_000,
        ),
        Arg(
            "--watchers", "who watch one table", "spectateurs", N, number=(2, 10_000), otherwise=300
        ),
        Arg(
            "--seconds",
            "how long stores are driven",
            "combien de temps",
            SECONDS,
            number=(0.1, 3600.0),
            otherwise=6.0,
        ),
        Arg("--game", "which game", "quel jeu", GAME),
        Arg("--json", "write the figures there, too", "y écrire aussi les chiffres", FILE),
    ),
    (
        ("bench scale", Words("all of it", "tout")),
        (
            "bench scale --tables 100 --watchers 20 --seconds 1",
            Words("does it work here?", "est-ce que ça marche ici ?"),
        ),
    ),
    bench("scale"),
    ROOM,
)
PAGE = Command(
    "bench page",
    Words("Matou without a server, in a browser", "Matou sans serveur, dans un navigateur"),
    Words(
        "An exported folder in Chromium: what is downloaded, how soon a board can be played, from "
        "a click to the frame that shows the move beside the server’s, level 5’s iterations a "
        "second beside the server’s, memory. Exit code 1: a figure is beyond its limit.",
        "Un dossier exporté dans Chromium : ce qui se télécharge, quand un plateau est jouable, du "
        "clic à l’image qui montre le coup face au serveur, les itérations par seconde du niveau 5 "
        "face au serveur, la mémoire. Code de sortie 1 : un chiffre dépasse sa limite.",
    ),
    (GAMES, JSON),
    (
        ("bench page", Words("every game", "chaque jeu")),
        ("bench page {game}", Words("one of them", "un seul")),
    ),
    bench("page"),
    ROOM,
)
FAULTS = Command(
    "bench faults",
    Words(
        "a site of many servers, broken on purpose", "un site à plusieurs serveurs, cassé exprès"
    ),
    Words(
        "Some servers and a PostgreSQL under load from real WebSocket clients: kill -9, stops, "
        "restarts, cut cables, a full disk, clocks that jump. A history of what clients sent, were "
        "told and saw is kept, and a checker that knows only the rules compares it with the "
        "database: nothing acknowledged lost or doubled, nothing shown that is not kept, no table "
        "stuck for ten seconds. Exit code 1: it is not so. docs/faults.md says what is done.",
        "Quelques serveurs et un PostgreSQL sous la charge de vrais clients WebSocket : kill -9, "
        "arrêts, redémarrages, câbles coupés, disque plein, horloges qui sautent. On garde "
        "l’histoire de ce que les clients ont envoyé, appris et vu, et un vérificateur qui ne "
        "connaît que les règles la compare à la base : rien de confirmé n’est perdu ni doublé, "
        "rien n’est montré qui ne soit gardé, aucune table ne reste bloquée dix secondes. Code de "
        "sortie 1 : ce n’est pas le cas. docs/faults.md dit ce qui est fait.",
    ),
    (
        Arg(
            "--seconds",
            "how long",
            "combien de temps",
            SECONDS,
            number=(1.0, 1_000_000.0),
            otherwise=60.0,
        ),
        Arg(
            "--kills",
            "stop after so many kills",
            "s’arrêter après tant de kill -9",
            N,
            number=(0, MOST),
            otherwise=0,
        ),
        Arg("--servers", "how many servers", "combien de serveurs", N, number=(2, 40), otherwise=3),
        Arg("--tables", "games at once", "parties à la fois", N, number=(1, 10_000), otherwise=24),
        Arg(
            "--gap",
            "between two kills of servers",
            "entre deux kill -9 de serveurs",
            SECONDS,
            number=(0.0, 3600.0),
            otherwise=0.3,
        ),
        Arg(
            "--every",
            "between two other faults",
            "entre deux autres pannes",
            SECONDS,
            number=(0.0, 3600.0),
            otherwise=8.0,
        ),
        Arg(
            "--seed", "another order of things", "un autre ordre", N, number=(0, MOST), otherwise=1
        ),
    ),
    (
        ("bench faults", Words("a minute of it", "une minute")),
        (
            "bench faults --kills 1000 --seconds 3600",
            Words("a thousand kills, or an hour", "mille kill -9, ou une heure"),
        ),
    ),
    bench("faults"),
    ROOM,
)
NOTICES = Command(
    "bench notices",
    Words(
        "servers killed while they tell people of their turns",
        "des serveurs tués pendant qu’ils préviennent les gens",
    ),
    Words(
        "Somebody is told of each turn by push, mail and webhook, and a server is killed (kill -9) "
        "in the middle of it, once a round. Every turn must arrive by every way, under exactly one "
        "name. Exit code 1: it is not so.",
        "Quelqu’un est prévenu de chaque tour par notification, mail et webhook, et un serveur est "
        "tué (kill -9) au milieu, une fois par tour. Chaque tour doit arriver par chaque moyen, "
        "sous un seul nom. Code de sortie 1 : ce n’est pas le cas.",
    ),
    (
        Arg("--kills", "how many", "combien", N, number=(1, MOST), otherwise=100),
        Arg(
            "--tables",
            "at how many tables at once",
            "à combien de tables",
            N,
            number=(1, 1000),
            otherwise=4,
        ),
        Arg("--postgres", "two servers on a PostgreSQL", "deux serveurs sur un PostgreSQL"),
        Arg(
            "--seed", "another order of things", "un autre ordre", N, number=(0, MOST), otherwise=1
        ),
    ),
    (
        ("bench notices", Words("a hundred kills", "cent kill -9")),
        (
            "bench notices --postgres --kills 20",
            Words("two servers, twenty kills", "deux serveurs, vingt kill -9"),
        ),
    ),
    bench("notices"),
    ROOM,
)
GPU = Command(
    "bench gpu",
    Words("the rules on a GPU", "les règles sur un GPU"),
    Words(
        "Actions a second on one NVIDIA GPU: whole games at random, and steps of the vector "
        "environment with observations and masks, by how many games are played at once; pgx on "
        "the same card, where it is installed. Exit code 2: there is no GPU.",
        "Actions par seconde sur un GPU NVIDIA : des parties entières au hasard, et les pas de "
        "l’environnement vectoriel avec observations et masques, selon le nombre de parties à la "
        "fois ; pgx sur la même carte, s’il est installé. Code de sortie 2 : il n’y a pas de GPU.",
    ),
    (GAMES, QUICK, JSON),
    (
        ("bench gpu", Words("every game, from 1,024 games on", "chaque jeu, dès 1 024 parties")),
        ("bench gpu {game} --quick", Words("a rough idea of one", "une idée d’un seul")),
    ),
    bench("gpu"),
    ROOM,
)
COMMAND = Group(
    "bench",
    Words("how fast the games run", "la vitesse des jeux"),
    Words(
        "Measures Matou and, in the same run, its peers beside it; ratios are what counts.",
        "Mesure Matou et, dans la même foulée, d’autres que lui ; ce sont les rapports qui "
        "comptent.",
    ),
    (ENGINE, ENV, SEARCH, SITE, SCALE, PAGE, FAULTS, NOTICES, GPU),
    ROOM,
)
