"""What the site says when it tells people that it is their turn, and about telling them."""

from __future__ import annotations

from matou.core.words import Words as W

# What is told
TURN_AT = W("Your turn: {game}", "À toi de jouer : {game}")
TURN_WITH = W("{game}, with {names}", "{game}, avec {names}")
TURN_SAID = W(
    "{name}, it is your turn: {game}, with {names}.",
    "{name}, à toi de jouer : {game}, avec {names}.",
)
TURNS_AT = W("Your turn at {n} tables", "À toi de jouer à {n} tables")
MAIL_END = W(
    "You asked {site} to write when it is your turn. One click ends that: {url}",
    "Tu as demandé à {site} de t’écrire quand c’est à toi de jouer. Un clic suffit pour arrêter : "
    "{url}",
)
CONFIRM_SUBJECT = W("Matou: is this address yours?", "Matou : cette adresse est-elle la tienne ?")
CONFIRM_MAIL = W(
    "Somebody at {site} asks to be told at this address when it is their turn to play. If it was "
    "you, follow this link within three days: {url}\n\nIf it was not, do nothing: there will be "
    "no other mail.",
    "Quelqu’un sur {site} demande qu’on lui écrive à cette adresse quand c’est à lui de jouer. Si "
    "c’est toi, suis ce lien dans les trois jours : {url}\n\nSinon, ne fais rien : il n’y aura pas "
    "d’autre message.",
)
CONFIRM_WEBHOOK = W(
    "{name} asks Matou to say here when it is their turn to play. If that is right, confirm it:",
    "{name} demande à Matou de dire ici quand c’est son tour de jouer. Si c’est bien ça, "
    "confirme :",
)
END_WEBHOOK = W("To end it, now or later:", "Pour arrêter, maintenant ou plus tard :")

# On pages
NOTIFY = W("Tell me when it is my turn", "Préviens-moi quand c’est à moi")
NOTIFY_MORE = W(
    "For games that last for days. At most one message a turn, none while you are looking at the "
    "table, and each way ends with one click.",
    "Pour les parties qui durent des jours. Un message par tour au plus, aucun pendant que tu "
    "regardes la table, et chaque moyen s’arrête d’un clic.",
)
NOTIFY_HERE = W("In this browser", "Dans ce navigateur")
NOTIFY_HERE_MORE = W(
    "A notification at all your tables with other people, even while Matou is closed.",
    "Une notification à toutes tes tables avec d’autres gens, même quand Matou est fermé.",
)
NOTIFY_HERE_ON = W(
    "This browser tells you when it is your turn.", "Ce navigateur te prévient quand c’est à toi."
)
NOTIFY_MAIL = W("By e-mail", "Par e-mail")
NOTIFY_MAIL_MORE = W(
    "One mail for all your tables, never more than four an hour. Your address is used for nothing "
    "else, and nobody sees it.",
    "Un seul mail pour toutes tes tables, jamais plus de quatre par heure. Ton adresse ne sert à "
    "rien d’autre, et personne ne la voit.",
)
NOTIFY_ADDRESS = W("Your e-mail address", "Ton adresse e-mail")
NOTIFY_HOOK = W("In a chat room", "Dans un salon de discussion")
NOTIFY_HOOK_MORE = W(
    "For this table: paste the address of a webhook (Discord, Slack, Matrix, or any that takes "
    "JSON).",
    "Pour cette table : colle l’adresse d’un webhook (Discord, Slack, Matrix, ou tout autre qui "
    "prend du JSON).",
)
NOTIFY_HOOK_ADDRESS = W("Address of the webhook", "Adresse du webhook")
NOTIFY_HOOK_FORM = W("Made for", "Fait pour")
NOTIFY_ON = W("Tell me", "Préviens-moi")
NOTIFY_OFF = W("End it", "Arrêter")
NOTIFY_YOURS = W("What you have chosen", "Ce que tu as choisi")
NOTIFY_MANAGE = W("All the ways you have chosen", "Tous les moyens que tu as choisis")
NOTIFY_AT_TABLE = W(
    "For a chat room, use the bell at a table.", "Pour un salon, passe par la cloche d’une table."
)
NOTIFY_WAITS = {
    "mail": W(
        "waits: follow the link in the mail we have sent there",
        "en attente : suis le lien du mail que nous y avons envoyé",
    ),
    "webhook": W(
        "waits: follow the link in the message we have sent there",
        "en attente : suis le lien du message que nous y avons envoyé",
    ),
}
NOTIFY_WORKS = W("on", "actif")
NOTIFY_BROKE = W("no longer works ({why})", "ne marche plus ({why})")
NOTIFY_TROUBLE = W(
    "did not arrive just now ({why}); we try again", "n’est pas arrivé ({why}) ; nous réessayons"
)
NOTIFY_KINDS = {
    "push": W("Browser", "Navigateur"),
    "mail": W("E-mail", "E-mail"),
    "webhook": W("Chat room", "Salon"),
}
NOTIFY_DENIED = W(
    "This browser does not let Matou show notifications. Its settings for this site can change "
    "that.",
    "Ce navigateur n’autorise pas les notifications de Matou. Ses réglages pour ce site peuvent "
    "changer ça.",
)
NOTIFY_NOT_HERE = W(
    "This browser shows no notifications from here (on an iPhone: put Matou on the home screen "
    "first).",
    "Ce navigateur n’affiche pas de notifications d’ici (sur iPhone : mets d’abord Matou sur "
    "l’écran d’accueil).",
)
NOTIFY_FAILED = W(
    "That did not work. Try again in a moment.", "Ça n’a pas marché. Réessaie dans un instant."
)
FOR_NOTIFY = (
    "NOTIFY_HERE_MORE",
    "NOTIFY_HERE_ON",
    "NOTIFY_DENIED",
    "NOTIFY_NOT_HERE",
    "NOTIFY_FAILED",
    "NOTIFY_ON",
    "NOTIFY_OFF",
)

CONFIRM_TITLE = W("Shall we tell you here?", "On te prévient ici ?")
CONFIRM_MORE = W(
    "{shown} will be told when it is your turn.", "{shown} sera prévenu quand c’est à toi."
)
CONFIRM_YES = W("Yes, tell me", "Oui, préviens-moi")
CONFIRMED_TITLE = W("We will tell you", "On te préviendra")
CONFIRMED = W(
    "From the next turn on. One click ends it whenever you like.",
    "Dès le prochain tour. Un clic suffit pour arrêter quand tu veux.",
)
END_TITLE = W("End these messages?", "Arrêter ces messages ?")
END_MORE = W("Nothing more will be sent to {shown}.", "Rien de plus ne sera envoyé à {shown}.")
END_YES = W("End them", "Arrêter")
ENDED_TITLE = W("It is ended", "C’est arrêté")
ENDED_MORE = W("Nothing more will be sent there.", "Rien de plus n’y sera envoyé.")
LINK_OLD_TITLE = W("This link is too old", "Ce lien est trop vieux")
LINK_OLD = W(
    "It was not used in time, or what it is about is gone already. Nothing is sent.",
    "Il n’a pas servi à temps, ou ce dont il parle n’est déjà plus là. Rien n’est envoyé.",
)

# What is refused, and why
BAD_ADDRESS = W(
    "The field “e-mail address” holds none that mail could go to.",
    "Le champ « adresse e-mail » n’en contient pas où un mail puisse aller.",
)
BAD_HOOK = W(
    "The field “webhook” holds no address that we can use: it begins with https:// and leads to "
    "the public internet, not into a private network.",
    "Le champ « webhook » ne contient pas d’adresse utilisable : elle commence par https:// et "
    "mène à l’internet public, pas dans un réseau privé.",
)
BAD_PUSH = W(
    "This browser’s push service has an address that we cannot use.",
    "Le service de notifications de ce navigateur a une adresse que nous ne pouvons pas utiliser.",
)
TOO_MANY_WAYS = W(
    "That is as many as one person may have. End one first.",
    "Tu en as déjà autant qu’on peut en avoir. Arrête-en un d’abord.",
)
TOO_MANY_ASKED = W(
    "Too many requests of this kind. Wait an hour.",
    "Trop de demandes de ce genre. Attends une heure.",
)
NOT_OFFERED = W("This site does not offer that.", "Ce site ne propose pas ça.")

# Why it did not arrive
NOBODY_ANSWERS = W("nobody answers there", "personne ne répond là-bas")
NOT_ALLOWED = W("we may not send there", "nous n’avons pas le droit d’y envoyer")
REFUSED_THERE = W("refused there: {status}", "refusé là-bas : {status}")


def refused_there(status: int) -> W:
    return W(*(words.format(status=status) for words in REFUSED_THERE))
