"""What the site says about learning: rule books, the drawer of rules, first lessons."""

from __future__ import annotations

from matou.core.words import Words as W

RULES = W("Rules", "Règles")
RULES_OF = W("The rules of {game}", "Les règles de {game}")
FIRST_TIME = W("First time?", "Première fois ?")
TWO_MINUTES = W("Two minutes to learn", "Deux minutes pour apprendre")
LIBRARY = W("How to play", "Comment jouer")
LIBRARY_MORE = W(
    "A first lesson on the real board, or the whole book: as you like.",
    "Une première leçon sur le vrai plateau, ou tout le livret : à toi de voir.",
)
READ_RULES = W("Read the rules", "Lire les règles")
CONTENTS = W("Contents", "Sommaire")
PIECES = W("The pieces", "Le matériel")
TIPS = W("Good to know", "Bon à savoir")
RULING = W("Our ruling", "Notre décision")
RULINGS = W("Our rulings", "Nos décisions")
RULINGS_MORE = W(
    "Where the sources are silent or cannot be right, we have decided. Each such place is marked "
    "in the text, and all of them stand here.",
    "Là où les sources se taisent ou ne peuvent avoir raison, nous avons tranché. Chaque endroit "
    "est signalé dans le texte, et tous sont réunis ici.",
)
LINK_RULE = W("Copy the link to {rule}", "Copier le lien vers {rule}")
LINK_COPIED = W("Link copied", "Lien copié")
WHOLE_BOOK = W("The whole book", "Tout le livret")
CLOSE = W("Close", "Fermer")
MATTERS_NOW = W("now", "maintenant")
NO_BOOK = W(
    "The rule book cannot be fetched just now. Try again in a moment.",
    "Le livret ne peut pas être chargé pour l’instant. Réessaie dans un moment.",
)

# Lessons
LESSON_TITLE = W("{game} in two minutes", "{game} en deux minutes")
STEP_OF = W("Step {n} of {all}", "Étape {n} sur {all}")
GO_ON = W("Go on", "Continuer")
STEP_BACK = W("Back", "Revenir")
LEAVE_LESSON = W("Leave", "Quitter")
NOT_NOW = W(
    "You may do that, another time. For now, follow the green dashes.",
    "C’est permis, une autre fois. Pour l’instant, suis les tirets verts.",
)
LOOKING_UP = W("One moment: Matou is looking it up…", "Un instant : Matou va voir…")
NO_WHY = W(
    "That cannot be done now: follow the green dashes.",
    "C’est impossible pour l’instant : suis les tirets verts.",
)
LEARNT = W("You can play now!", "Tu sais jouer !")
LEARNT_MORE = W(
    "The rest comes by itself: whatever you may do glows, and a click on anything else tells you "
    "why not. Shall we?",
    "Le reste vient tout seul : ce qui est permis brille, et un clic ailleurs te dit pourquoi "
    "c’est non. On y va ?",
)
REAL_GAME = W("Play a real game now", "Jouer une vraie partie")
LESSON_AGAIN = W("Once more", "Encore une fois")
NO_LESSON = W(
    "The lesson cannot be fetched just now. Try again in a moment.",
    "La leçon ne peut pas être chargée pour l’instant. Réessaie dans un moment.",
)

# What the script of a lesson says by itself.
FOR_LEARN = (
    *("LAST_ROUND", "RULE", "SPOKEN_ONE", "SPOKEN_SEVERAL", "NO_BOOK", "MATTERS_NOW", "STEP_OF"),
    *("NOT_NOW", "LOOKING_UP", "NO_WHY", "LEARNT", "LEARNT_MORE", "NO_LESSON"),
)
