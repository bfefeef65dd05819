"""What the core says in English to programmers, said in French to people.

The core's exceptions are part of the Python API and speak English. The command line
shows some of them; here is each sentence with its French, blanks kept.
"""

from __future__ import annotations

import re

SENTENCES = (
    # records
    (r"line (\d+): (.+)", "ligne {0} : {1}"),
    (r"in the headers: (.+)", "dans l’en-tête : {0}"),
    (
        r"the file is too long for a record: (.+) characters",
        "le fichier est trop long pour une partie : {0} caractères",
    ),
    (
        r"the (commitment|seed) is not 64 hexadecimal digits",
        "« {0} » n’est pas fait de 64 chiffres hexadécimaux",
    ),
    (r"player (\d+) at a table of (\d+) seats", "le joueur {0} à une table de {1} sièges"),
    (
        r"the header says the result is “(.*)”, but the game comes to “(.*)”",
        "l’en-tête dit que le résultat est « {0} », mais la partie arrive à « {1} »",
    ),
    (
        r"this is not a Matou record: it does not begin with “(.*)”",
        "ce n’est pas une partie de Matou : le fichier ne commence pas par « {0} »",
    ),
    (
        r"the file is of record format (\d+), newer than this Matou reads \((\d+)\): update Matou",
        "le fichier est au format {0}, plus récent que ce Matou ({1}) : mets Matou à jour",
    ),
    (r"there is no record format 0", "il n’y a pas de format 0"),
    (r"“(.*)” is no header \(key: value\)", "« {0} » n’est pas une ligne d’en-tête (clé: valeur)"),
    (r"the header “(.*)” stands twice", "la ligne d’en-tête « {0} » y est deux fois"),
    (r"the header “(.*)” is unknown", "la ligne d’en-tête « {0} » est inconnue"),
    (
        r"the file ends within its headers: it was cut short",
        "le fichier s’arrête dans son en-tête : il a été coupé",
    ),
    (r"the headers do not say which game this is", "l’en-tête ne dit pas quel jeu c’est"),
    (r"the headers do not give the (.+)", "il manque « {0} » dans l’en-tête"),
    (r"(\w+) is “(.*)”, not a number", "{0} vaut « {1} », qui n’est pas un nombre"),
    (
        r"the game was played under version (\d+) of (\w+), newer than this Matou knows "
        r"\((\d+)\): update Matou",
        "la partie s’est jouée avec la version {0} de {1}, plus récente que celle de ce Matou "
        "({2}) : mets Matou à jour",
    ),
    (
        r"the game was played under version (\d+) of (\w+), which this Matou no longer plays "
        r"\(it has (\d+)\)",
        "la partie s’est jouée avec la version {0} de {1}, que ce Matou ne joue plus (il a la {2})",
    ),
    (
        r"it begins with “(.*)” where action (\d+) should follow: a line is missing, doubled or "
        r"altered",
        "elle commence par « {0} » là où l’action {1} devait suivre : une ligne manque, est "
        "doublée ou changée",
    ),
    (
        r"action (\d+), “(.*)”, is not possible here: (.+)",
        "l’action {0}, « {1} », n’est pas possible ici",
    ),
    (
        r"the file stops after action (\d+): it was cut short",
        "le fichier s’arrête après l’action {0} : il a été coupé",
    ),
    (
        r"the last line should be “end (\d+) …”: the file was cut short",
        "la dernière ligne devrait être « end {0} … » : le fichier a été coupé",
    ),
    (
        r"the file should hold (\d+) actions, but (\d+) are here",
        "le fichier devrait contenir {0} actions, mais il y en a {1}",
    ),
    (
        r"the text above was altered after it was written \(its sum differs\)",
        "le texte au-dessus a été changé après coup (sa somme diffère)",
    ),
    (r"something follows after the end", "quelque chose suit la fin"),
    # games and their options
    (r"there is no game '(.*)'; there is (.+)", "il n’y a pas de jeu « {0} » ; il y a {1}"),
    (r"(\w+) has no option '(.*)'; it has (.+)", "{0} n’a pas d’option « {1} » ; il a {2}"),
    (
        r"option (\w+) is (.+); with (\d+) seats it can be (.+)",
        "l’option {0} vaut {1} ; à {2} sièges elle peut être {3}",
    ),
    (r"option (\w+) is (.+); it can be (.+)", "l’option {0} vaut {1} ; elle peut être {2}"),
    (r"(\w+) is played by (\d+) to (\d+), not (\d+)", "{0} se joue de {1} à {2}, pas à {3}"),
    # fairness
    (
        r"the record has no (.+), so nothing can be recomputed",
        "le fichier n’a pas de {0} : rien ne peut être recalculé",
    ),
    (
        r"the seed does not fit the commitment: its SHA-256 is another",
        "la graine ne va pas avec l’empreinte promise : son SHA-256 est autre",
    ),
    (
        r"action (\d+), chance event (\d+): the record says (\S+), the seed gives (\S+)",
        "action {0}, tirage {1} : le fichier dit {2}, la graine donne {3}",
    ),
)
INNER = {"and no": "ni de", "or": "ou"}


def in_french(text: str) -> str:
    """A sentence of the core in French; unknown ones stay as they are."""
    for pattern, french in SENTENCES:
        match = re.fullmatch(pattern, text, re.DOTALL)
        if match is not None:
            parts = [in_french(part) for part in match.groups()]
            for english, other in INNER.items():
                parts = [part.replace(f" {english} ", f" {other} ") for part in parts]
            return french.format(*parts)
    return text
