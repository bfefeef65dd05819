"""What the site says to a person about themselves: their name, their games, what is kept."""

from __future__ import annotations

from matou.core.words import Words as W

# Your name
YOU_TITLE = W("Your name", "Ton nom")
YOU_BROWSER = W(
    "You play without an account: this browser is you. Should you lose it, your games are lost "
    "with it; on another device you are somebody else.",
    "Tu joues sans compte : ce navigateur, c’est toi. Si tu le perds, tes parties sont perdues "
    "avec lui ; sur un autre appareil, tu es quelqu’un d’autre.",
)
KEEP_NAME = W("Keep this name", "Garder ce nom")
KEEP_MORE = W(
    "Your name and your games then last, and are the same on all your devices. A passkey opens "
    "them: your fingerprint, your face or your screen lock. No password, no e-mail.",
    "Ton nom et tes parties durent alors, les mêmes sur tous tes appareils. Une clé d’accès les "
    "ouvre : ton empreinte, ton visage ou le code de ton écran. Ni mot de passe, ni e-mail.",
)
KEEP_BY_CODE = W("Keep it with a printed code", "Le garder avec un code imprimé")
KEEP_BY_CODE_MORE = W(
    "Passkeys need an address with https, or localhost, which this one is not. A code that you "
    "print or write down keeps your name here.",
    "Une clé d’accès demande une adresse en https, ou localhost, ce que celle-ci n’est pas. Un "
    "code à imprimer ou à recopier garde ton nom ici.",
)
NO_PASSKEYS_HERE = W(
    "This browser knows no passkeys; a printed code works everywhere.",
    "Ce navigateur ne connaît pas les clés d’accès ; un code imprimé marche partout.",
)
HAVE_NAME = W("I have a name here already", "J’ai déjà un nom ici")
NAME_KEPT_SINCE = W("Your name is kept since {date}.", "Ton nom est gardé depuis le {date}.")
SAVE = W("Save", "Enregistrer")
TAKE_AWAY = W("Remove", "Retirer")
PASSKEYS = W("Passkeys", "Clés d’accès")
PASSKEYS_NONE = W("You have no passkey yet.", "Tu n’as pas encore de clé d’accès.")
PASSKEY_NAME = W("Name of this passkey", "Nom de cette clé")
PASSKEY_USED = W("since {made}, last used {used}", "depuis le {made}, servie le {used}")
ADD_PASSKEY = W("Add a passkey", "Ajouter une clé d’accès")
LAST_WAY = W(
    "That is your only way back in. Add another passkey or print a recovery code before.",
    "C’est ton seul moyen de revenir. Ajoute d’abord une autre clé, ou imprime un code de secours.",
)
RECOVERY = W("Recovery code", "Code de secours")
RECOVERY_NONE = W(
    "You have none. Should all passkeys be lost, only a printed code lets you back in.",
    "Tu n’en as pas. Si toutes tes clés se perdent, seul un code imprimé te fera revenir.",
)
RECOVERY_HAS = W(
    "You have one. A new one replaces it.", "Tu en as un. Un nouveau code le remplace."
)
NEW_CODE = W("Make a new code", "Faire un nouveau code")
CODE_TITLE = W("Your recovery code", "Ton code de secours")
CODE_MORE = W(
    "Print this page or copy the code by hand, and keep it somewhere safe. It is shown only this "
    "once, and works once: at {address}, “I have a name here already”.",
    "Imprime cette page ou recopie le code, et garde-le en lieu sûr. Il n’est montré que cette "
    "fois, et sert une seule fois : sur {address}, « J’ai déjà un nom ici ».",
)
CODE_FOR = W("Recovery code of {name}, made {date}", "Code de secours de {name}, fait le {date}")
PRINT = W("Print", "Imprimer")
CODE_KEPT = W("I have it", "C’est noté")
OTHER_DEVICE_MORE = W(
    "Have a phone, a tablet or another computer join your name by a link or a QR code.",
    "Fais rejoindre ton nom à un téléphone, une tablette ou un autre ordinateur, par un lien ou "
    "un code QR.",
)
ADD_DEVICE = W("Add a device", "Ajouter un appareil")
DEVICES = W("Signed-in devices", "Appareils connectés")
THIS_DEVICE = W("this one", "celui-ci")
DEVICE_SEEN = W("since {made}, last seen {seen}", "depuis le {made}, vu le {seen}")
SIGN_OUT = W("Sign out", "Se déconnecter")
SIGN_OUT_ALL = W("Sign out everywhere", "Se déconnecter partout")
KEPT_OF_YOU = W("What is kept of you", "Ce qui est gardé de toi")
EXPORT = W("Download all of it", "Tout télécharger")
EXPORT_MORE = W(
    "One zip file: what is kept of you, and the records of your games.",
    "Un fichier zip : ce qui est gardé de toi, et tes parties.",
)
DELETE = W("Delete all of it…", "Tout supprimer…")

# What has just happened
TOLD_KEPT = W("Your name is kept.", "Ton nom est gardé.")
TOLD_IN = W("Welcome back, {name}.", "Te revoilà, {name}.")
TOLD_IN_MERGED = W(
    "Welcome back, {name}. What this browser had played is now with your games ({n}).",
    "Te revoilà, {name}. Ce que ce navigateur avait joué a rejoint tes parties ({n}).",
)
TOLD_RECOVERED = W(
    "Welcome back, {name}. That code is used up: add a new passkey, and print a new code.",
    "Te revoilà, {name}. Ce code est épuisé : ajoute une nouvelle clé, et imprime un nouveau code.",
)
TOLD_PASSKEY = W("The new passkey works.", "La nouvelle clé marche.")
TOLD_REMOVED = W(
    "That passkey opens nothing here any more. Delete it on your device, too.",
    "Cette clé n’ouvre plus rien ici. Supprime-la aussi sur ton appareil.",
)
TOLD_SAVED = W("Saved.", "C’est enregistré.")
TOLD_DEVICE_OUT = W("That device is signed out.", "Cet appareil est déconnecté.")
TOLD_JOINED = W("{device} has joined.", "{device} a rejoint ton nom.")

# Signing in
IN_TITLE = W("Come back to your name", "Retrouver ton nom")
IN_PASSKEY = W("Use a passkey", "Utiliser une clé d’accès")
IN_PASSKEY_MORE = W(
    "The one that you made when you kept your name.", "Celle que tu as faite en gardant ton nom."
)
IN_CODE = W("Recovery code", "Code de secours")
IN_CODE_MORE = W(
    "Five groups of four letters and digits, from the page that you printed.",
    "Cinq groupes de quatre lettres et chiffres, sur la page que tu as imprimée.",
)
IN_BY_CODE = W("Use the code", "Utiliser le code")
IN_BY_DEVICE = W(
    "Or on a device where you are signed in: “Your name”, then “Add a device”.",
    "Ou bien, sur un appareil connecté : « Ton nom », puis « Ajouter un appareil ».",
)
IN_MERGES = W(
    "Take this browser’s own games along: {n}. Not on somebody else’s device: there they wait "
    "until you sign out.",
    "Emmener les parties de ce navigateur : {n}. Pas sur l’appareil de quelqu’un d’autre : elles y "
    "attendent que tu te déconnectes.",
)

# Another device joins
JOIN_MORE = W(
    "Point the camera of the other device at this code, or open the link there. It works once, "
    "for ten minutes. Give it to nobody: it leads to your name.",
    "Vise ce code avec l’appareil photo de l’autre appareil, ou ouvres-y le lien. Il sert une "
    "fois, pendant dix minutes. Ne le donne à personne : il mène à ton nom.",
)
JOIN_ALONE = W(
    "Only this computer can reach this Matou: the link works here alone.",
    "Seul cet ordinateur atteint ce Matou : le lien ne marche qu’ici.",
)
JOIN_WAITING = W("Waiting for the other device…", "En attente de l’autre appareil…")
JOIN_ASKED = W(
    "{device} wants to join. Does it show the number {number}?",
    "{device} veut rejoindre ton nom. Affiche-t-il le nombre {number} ?",
)
JOIN_YES = W("Yes, it is mine", "Oui, c’est le mien")
JOIN_NO = W("No, refuse", "Non, refuser")
JOIN_OVER = W(
    "This link has been used, or is too old. Make a new one.",
    "Ce lien a servi, ou il est trop vieux. Fais-en un autre.",
)
JOIN_AGAIN = W("A new link", "Un nouveau lien")
JOIN_INTO = W("Join {name} on this device?", "Rejoindre {name} sur cet appareil ?")
JOIN_INTO_MORE = W(
    "Do this only if that name is yours: whoever has it plays all games of this device, too.",
    "Seulement si ce nom est le tien : qui l’a joue aussi toutes les parties de cet appareil.",
)
JOIN_THIS = W("Join", "Rejoindre")
JOIN_CONFIRM = W("Now confirm on the other device", "Confirme maintenant sur l’autre appareil")
JOIN_NUMBER = W(
    "It asks whether this device shows this number:", "Il demande si celui-ci affiche ce nombre :"
)
LOOK_AGAIN = W("Look again", "Regarder à nouveau")
JOIN_REFUSED = W("That link is not good any more", "Ce lien n’est plus bon")
JOIN_REFUSED_MORE = W(
    "It has been used or refused, or is too old. Make a new one on the other device.",
    "Il a servi ou a été refusé, ou il est trop vieux. Fais-en un autre sur l’autre appareil.",
)

# What does not work out
WRONG_PASSKEY = W(
    "That passkey is not known here, or no longer. Another one, or your recovery code?",
    "Cette clé n’est pas connue ici, ou ne l’est plus. Une autre, ou ton code de secours ?",
)
CLONED_PASSKEY = W(
    "That passkey counts as if it existed twice, and was refused. Use another one.",
    "Cette clé compte comme si elle existait deux fois : elle est refusée. Prends-en une autre.",
)
LATE_PASSKEY = W(
    "That took too long, or was done already. Try again.",
    "C’était trop long, ou déjà fait. Essaie encore.",
)
KNOWN_PASSKEY = W(
    "That passkey could not be added: it is known already, or you have very many.",
    "Cette clé n’a pas pu être ajoutée : elle est déjà connue, ou tu en as beaucoup.",
)
WRONG_CODE = W(
    "No name has that code. Look again: a code works once, and a newer one replaces it.",
    "Aucun nom n’a ce code. Regarde bien : un code sert une fois, et un plus récent le remplace.",
)
YOU_SLOW = W("Too much at once. Wait a moment.", "C’est beaucoup à la fois. Attends un peu.")
PASSKEY_STOPPED = W(
    "No passkey was chosen. Nothing has changed.",
    "Aucune clé n’a été choisie. Rien n’a changé.",
)
PASSKEY_FAILED = W(
    "That did not work out. Is there a network? Try again.",
    "Ça n’a pas marché. Le réseau est-il là ? Essaie encore.",
)
FOR_PASSKEYS = ("PASSKEY_STOPPED", "PASSKEY_FAILED", "NO_PASSKEYS_HERE")

# Your games
ALL_GAMES = W("All your games", "Toutes tes parties")
YOUR_FIGURES = W("Your figures", "Tes chiffres")
IN_PLAY = W("In play", "En cours")
NO_GAME_IN_PLAY = W("No game is in play.", "Aucune partie en cours.")
FINISHED = W("Finished", "Finies")
NO_GAME_FINISHED = W("No finished game yet.", "Pas encore de partie finie.")
NO_GAME_FOUND = W("No game is like that.", "Aucune partie ne correspond.")
SEARCH = W("Search", "Chercher")
SEARCH_WHO = W("Against", "Contre")
SEARCH_GAME = W("Game", "Jeu")
EVERY_GAME = W("every game", "tous les jeux")
SO_MANY_GAMES = W("{n} games", "{n} parties")
ONE_GAME = W("1 game", "1 partie")
NEWER = W("Newer", "Plus récentes")
OLDER = W("Older", "Plus anciennes")
PAGE_OF = W("Page {n} of {all}", "Page {n} sur {all}")
BROWSER_GAMES = W("These are the games of this browser.", "Ce sont les parties de ce navigateur.")

# Your figures
FIGURES_NONE = W(
    "No game has counted yet. Those on one screen do not.",
    "Aucune partie n’a encore compté. Celles sur un même écran ne comptent pas.",
)
FIGURES_MORE = W(
    "Finished games only. One with several cats counts for each level among them; those where you "
    "sat on several chairs do not count.",
    "Parties finies seulement. Avec plusieurs chats, elle compte pour chaque force présente ; "
    "celles où tu tenais plusieurs places ne comptent pas.",
)
BY_OPPONENT = W("Against", "Contre")
BY_PLACE = W("At your place", "À ta place")
PEOPLE_MET = W("people", "des gens")
GAMES_COUNTED = W("Games", "Parties")
WON = W("Won", "Gagnées")
DREW = W("Drawn", "Nulles")
LOST_GAMES = W("Lost", "Perdues")
HOW_LONG = W("Length", "Durée")
IN_ALL = W("in all", "en tout")

# Deleting
DELETE_TITLE = W("Delete all that is kept of you?", "Supprimer tout ce qui est gardé de toi ?")
DELETE_WHAT = (
    W(
        "Games that you played alone, on one screen or against cats are deleted.",
        "Les parties jouées seul, sur un même écran ou contre des chats sont supprimées.",
    ),
    W(
        "Games with other people stay for them, without your name; where one is in play, a cat "
        "plays on for you.",
        "Les parties avec d’autres leur restent, sans ton nom ; dans celles en cours, un chat "
        "joue à ta place.",
    ),
    W("All that you said in the chats is deleted.", "Tout ce que tu as dit est supprimé."),
    W(
        "Your name, passkeys, code and figures are deleted, and all devices are signed out.",
        "Ton nom, tes clés, ton code et tes chiffres sont supprimés, et tous les appareils "
        "déconnectés.",
    ),
)
DELETE_FOREVER = W(
    "This cannot be undone. Backups of whoever runs this site may hold it for a while.",
    "C’est irrévocable. Les sauvegardes de qui tient ce site peuvent le garder un moment.",
)
DELETE_WORD = W("delete", "supprimer")
DELETE_TYPE = W("Type “{word}” to be sure", "Écris « {word} » pour être sûr")
DELETE_NOW = W("Delete all of it", "Tout supprimer")
DELETE_NOT = W("Keep it all", "Tout garder")
DELETE_UNSURE = W(
    "Nothing was deleted: the word was not there.", "Rien n’a été supprimé : le mot n’y était pas."
)
DELETED_TITLE = W("You are forgotten", "C’est oublié")
DELETED = W(
    "Nothing is kept of you any more. You are welcome to play on as somebody new.",
    "Plus rien n’est gardé de toi. Tu peux continuer à jouer, comme au premier jour.",
)
