"""What the site says about strength: ratings, and the ladder of the five cats."""

from __future__ import annotations

from matou.core.words import Words as W

STRENGTH = W("Your strength", "Ta force")
STRENGTH_OFF = W(
    "If you like, a number tells how strong you are at each game, and how sure that is. Nobody has "
    "one who did not ask for it, and you can do without it again whenever you like.",
    "Si tu veux, un nombre dit ta force à chaque jeu, et à quel point c’est sûr. Personne n’en a "
    "sans l’avoir demandé, et tu peux t’en passer de nouveau quand tu veux.",
)
STRENGTH_ON = W(
    "The five cats are rated too, and theirs stay as they are: you are measured by them from your "
    "first game on.",
    "Les cinq chats ont aussi leur nombre, qui ne bouge pas : c’est à eux que tu te mesures dès ta "
    "première partie.",
)
WANT_RATING = W("I want a rating", "Je veux un classement")
NO_RATING = W("I no longer want one", "Je n’en veux plus")
NO_RATING_MORE = W(
    "Then it is shown nowhere and no game counts. It is kept as it is, in case you want it back.",
    "Alors il n’est montré nulle part et aucune partie ne compte. Il est gardé tel quel, si tu "
    "veux le retrouver.",
)
WHAT_COUNTS = W("What counts", "Ce qui compte")
COUNTS = (
    W(
        "Games that are finished, at a table where this was chosen when it was set, between people "
        "who all want a rating, or against cats. Each of them once, and hints are off there.",
        "Les parties finies, à une table où on l’a choisi en la dressant, entre des gens qui "
        "veulent tous un classement, ou contre des chats. Chacune une fois, et sans conseils.",
    ),
    W(
        "Taking back is as everywhere: only what nobody could have learned anything from.",
        "Reprendre un coup, c’est comme partout : seulement ce qui n’a rien appris à personne.",
    ),
    W(
        "Whoever leaves, so that a cat plays for them at the end, has lost; so has whoever’s time "
        "is up where the table says so.",
        "Qui part, si bien qu’un chat joue à sa place à la fin, a perdu ; de même qui n’a plus de "
        "temps, là où la table le veut ainsi.",
    ),
    W(
        "With three to five players places count, not only who won. Those who play together count "
        "as one player of their mean strength.",
        "À trois, quatre ou cinq, ce sont les places qui comptent, pas seulement qui gagne. Celles "
        "et ceux qui jouent ensemble comptent comme une seule personne de leur force moyenne.",
    ),
    W(
        "120 points more are three games of four. 1540 ± 80 means: 19 times in 20 it is between "
        "1460 and 1620. The model is Weng and Lin’s.",
        "120 points de plus, c’est trois parties sur quatre. 1540 ± 80 veut dire : 19 fois sur 20, "
        "c’est entre 1460 et 1620. Le modèle est celui de Weng et Lin.",
    ),
)
RATED_TABLE = W("Counts for ratings, without hints", "Compte pour le classement, sans conseils")
RATED_JOIN = W(
    "This game counts for ratings, if everybody at the table wants one.",
    "Cette partie compte pour le classement, si tout le monde à la table en veut un.",
)
COUNTS_AT = W("counts for ratings", "compte pour le classement")
UNRATED = W("No game has counted yet.", "Aucune partie n’a compté pour l’instant.")
YOU_AT = W("You: {rating}.", "Toi : {rating}.")
SCALE_SAYS = W(
    "The five cats by their ratings: {cats}.", "Les cinq chats selon leur force : {cats}."
)
CHART_SAYS = W(
    "Your last {n} games that counted: from {first} to {last}.",
    "Tes {n} dernières parties qui ont compté : de {first} à {last}.",
)
CHART = W("How it went", "Au fil des parties")
PLACE_OF = W("place {place} of {places}", "place {place} sur {places}")
LAST_COUNTED = W("The latest that counted", "Les dernières qui ont compté")

# The ladder
LADDER = W("The ladder of the cats", "L’échelle des chats")
LADDER_MORE = W(
    "Five cats, one above the other. Whom have you beaten, and by how much?",
    "Cinq chats, l’un au-dessus de l’autre. Qui as-tu battu, et de combien ?",
)
LADDER_DONE = W(
    "All five are beaten. There is nobody above you here.",
    "Les cinq sont battus. Il n’y a plus personne au-dessus de toi ici.",
)
BEATEN = W("beaten", "battu")
BEATEN_BY = W("beaten by {n}", "battu de {n}")
NEXT_CAT = W("next", "à ton tour")
NOT_YET = W("not yet", "pas encore")
WON_OF = W("won: {won} of {games}", "gagné : {won} sur {games}")
CHALLENGE = W("Challenge", "Défier")
AGAIN = W("Again", "Encore")
TO_STRENGTH = W("Your strength in numbers", "Ta force en nombres")
RATED_AT = W("rated {points}", "classé {points}")
