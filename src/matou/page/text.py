"""What only a game in the page has to say."""

from __future__ import annotations

from matou.core.words import Words as W

NOT_KEPT = W(
    "Your browser could not keep that, so it was not played: its storage is full, or closed to "
    "this page (a private window?). What was there before is safe; make room and try again.",
    "Ton navigateur n’a pas pu le garder, donc rien n’a été joué : son stockage est plein, ou "
    "fermé à cette page (fenêtre privée ?). Ce qui était là est en sûreté ; fais de la place et "
    "réessaie.",
)
NOBODY_COMES = W(
    "Here nobody else can sit down by a link: choose cats, or somebody at this screen.",
    "Ici, personne ne peut s’asseoir par un lien : choisis des chats, ou quelqu’un à cet écran.",
)
NOT_HERE = W(
    "This game is not in this browser, or no longer.",
    "Cette partie n’est pas dans ce navigateur, ou n’y est plus.",
)
NOT_OVER = W("The game is not over yet.", "La partie n’est pas encore finie.")
CANNOT_READ = W(
    "Your browser does not let this page keep or read anything (a private window?), and a game has "
    "to be kept somewhere.",
    "Ton navigateur ne laisse cette page rien garder ni lire (fenêtre privée ?), et une partie "
    "doit bien être gardée quelque part.",
)
