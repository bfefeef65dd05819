"""Texts that the scripts of a table's page show."""

from __future__ import annotations

from matou.core.messages import count, say
from matou.web.pages.script_texts import BOARD_TEXTS

TABLE_TEXTS = {
    **BOARD_TEXTS,
    "LEFT": count(2, "{n} choice left.", "{n} choices left."),
    "LEFT_NAMED": count(2, "{n} choice left: {list}.", "{n} choices left: {list}."),
    "DROPPED": say("Selection cleared."),
    "TAKEN_BACK": say("The last move was taken back."),
    "SCORE_OF": say("Score for {name}: {n}."),
    "SAYS_IN_CHAT": say("{name} says: {said}"),
    "WINNER": say("winner"),
    "HINT_SAYS": say("A wise cat’s advice: {says}."),
    "CHOOSE_ONE": say("Which one?"),
    "NARROWED": say("Now choose where."),
    "ONCE_MORE": say("Choose it again to confirm."),
    "YOU": say("you"),
    "AWAY": say("away"),
    "BOT": say("bot"),
    "KEEPS_WARM": say("a bot keeps the seat warm"),
    "LET_BOT": say("Let a bot play"),
    "TAKE_BACK_SEAT": say("Take my seat back"),
    "SEAT_A_BOT": say("Seat a bot"),
    "COPY": say("Copy"),
    "SHARE": say("Share…"),
    "QR_CODE": say("QR code for a phone"),
    "QR_MORE": say("The link as a QR code"),
    "COPIED": say("Copied"),
    "THE_END": say("Game over"),
    "BRAVO": say("Bravo! Beautifully played."),
    "KINDLY": say("Well played all the same. The next cheese is yours."),
    "VERIFY": say("Check every draw"),
    "DOWNLOAD": say("Save the game"),
    "REMATCH": say("Rematch"),
    "GO_REMATCH": say("Go to the rematch"),
    "CURTAIN": say("Pass the screen to {name}"),
    "CURTAIN_MORE": say("There are secrets at this table: no peeking!"),
    "I_AM": say("I’m {name}"),
    "SPECTATOR": say("You’re watching."),
    "MINUTE_LEFT": say("You have one minute left."),
    "SECONDS_LEFT": say("You have ten seconds left."),
    "DAYS_LEFT": say("{d} d {h} h"),
    "WHOLE_DAYS_LEFT": say("{d} d"),
    "TIME_UP": say("Time’s up: {name} takes over that seat."),
    "YOUR_TIME_UP": say(
        "Your time is up: {name} is playing for you. Take your seat back whenever you like."
    ),
    "OUT_BY_TIME": say("lost on time"),
    "FORFEITED": say("rated as a loss: a cat moved for this player"),
    "NOT_RATED": say("this game is not rated"),
    "TIME_UP_LOST": say("Time’s up: that seat loses, and {name} plays it to the end."),
    "WHEN_UP_LOSE": say("you lose on time"),
    "YOUR_TIME_UP_LOST": say(
        "Your time is up, so you lose. {name} plays on in your seat to the end."
    ),
    "LOOK_BACK": say("Replay"),
    "JOINED": say("{name} sits down."),
    "JOINED_CAT": say("{name} joins, and the cat gives up its seat."),
    "SAT_FOR_CAT": say("A cat kept this seat warm for you. You take over from here."),
    "NEW_WITH_CAT": say(
        "Nobody was waiting, so a cat will play with you until somebody comes. We’ll let you know."
    ),
    "NOBODY_YET": say("This is your own table. Nobody has joined yet; we’ll let you know."),
    "COUNTS_ANEW": say("Everyone here wants a rating, so a new game starts, and it’s rated."),
    "LISTED": say("This table is open: anyone can take a free seat."),
    "LISTED_CAT": say("This table is open: the cat plays until somebody takes its seat."),
    "PROGRAM": say("program"),
    "FIND_ANOTHER": say("Another opponent"),
    "MUTE": say("Mute"),
    "BLOCK": say("Block"),
    "UNMUTE": say("Unmute"),
    "REPORT": say("Report…"),
    "REPORT_TITLE": say("Report {name}"),
    "REPORT_MORE": say(
        "The chat at this table is sent to the site’s operator, with the names. "
        "{name} won’t know who sent the report."
    ),
    "REPORT_SENT": say("Thank you. Your report has been sent."),
    "MUTED_NOW": say("You’ve muted {name}. To unmute, go to “Players at the table”."),
    "BLOCKED_NOW": say("You’ve blocked {name}. You won’t be matched again or see their messages."),
    "UNMUTED_NOW": say("You’ve unmuted {name}."),
}
