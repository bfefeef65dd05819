-- The schema, as the changes that led to it: for SQLite, and for PostgreSQL (translated by schema.py).
--
-- To change the schema, add a change at the end. Those that are here never change, because databases
-- of every age have run them. Where PostgreSQL needs other words, they follow "-- in PostgreSQL:".
--
-- Servers of two versions may use one PostgreSQL while a site is upgraded. A change that only adds (a
-- table, a column with a default, an index) leaves older servers running. One that takes something
-- away must say which is the oldest schema whose servers can go on: "-- change, usable from 17: …".

-- change: Tables, their events, seats and chat.
CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL,
    options TEXT NOT NULL, seats INTEGER NOT NULL,
    seed TEXT NOT NULL, commitment TEXT NOT NULL,
    created REAL NOT NULL, touched REAL NOT NULL,
    settings TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0,
    turn INTEGER NOT NULL DEFAULT -1, rematch TEXT NOT NULL DEFAULT ''
);
CREATE INDEX tables_by_touched ON tables (over, touched);
CREATE TABLE actions (
    tbl TEXT NOT NULL, number INTEGER NOT NULL, action INTEGER NOT NULL,
    PRIMARY KEY (tbl, number)
) WITHOUT ROWID;
CREATE TABLE seats (
    tbl TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, level INTEGER NOT NULL,
    owner TEXT NOT NULL, name TEXT NOT NULL, colour INTEGER NOT NULL, invite TEXT NOT NULL,
    PRIMARY KEY (tbl, seat)
) WITHOUT ROWID;
CREATE INDEX seats_by_owner ON seats (owner) WHERE owner != '';
CREATE TABLE chat (
    tbl TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,
    name TEXT NOT NULL, said TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (tbl, number)
) WITHOUT ROWID;

-- change: Texts that are stored for some days: uploaded records, analyses.
CREATE TABLE papers (
    kind TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, until REAL NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX papers_by_until ON papers (kind, until);

-- change: How far each table is, and what several processes tell each other.
ALTER TABLE tables ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN sitting INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN talked INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET
    number = (SELECT count(*) FROM actions WHERE tbl = id),
    talked = (SELECT coalesce(max(number) + 1, 0) FROM chat WHERE tbl = id);
CREATE TABLE jobs (
    kind TEXT NOT NULL, key TEXT NOT NULL, payload TEXT NOT NULL, due REAL NOT NULL,
    taker TEXT NOT NULL, until REAL NOT NULL, part REAL NOT NULL, failed INTEGER NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX jobs_by_due ON jobs (kind, due);
CREATE TABLE presence (
    tbl TEXT NOT NULL, owner TEXT NOT NULL, seen REAL NOT NULL, PRIMARY KEY (tbl, owner)
);
CREATE TABLE signals (
    tbl TEXT NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, at REAL NOT NULL
);
CREATE INDEX signals_by_table ON signals (tbl, at);

-- change: How much each visitor has asked for lately, by a hash of who it is.
CREATE TABLE limits (who TEXT PRIMARY KEY, taken REAL NOT NULL, at REAL NOT NULL);

-- change: Clocks, and how long there was no server: that time is not charged to anybody.
ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN deadline REAL;
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE TABLE uptime (id INTEGER PRIMARY KEY, lost REAL NOT NULL, last REAL NOT NULL);

-- change: Who set a table, so that a person's tables are found by that too.
ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
UPDATE tables SET host = coalesce(json_extract(settings, '$.host'), '')
    WHERE json_valid(settings);
CREATE INDEX tables_by_host ON tables (host) WHERE host != '';
-- in PostgreSQL:
ALTER TABLE tables ADD COLUMN host TEXT NOT NULL DEFAULT '';
UPDATE tables SET host = coalesce(settings::json->>'host', '');
CREATE INDEX tables_by_host ON tables (host) WHERE host <> '';

-- change: Accounts: passkeys, the devices that are signed in, and tickets.
CREATE TABLE kept_names (
    owner TEXT PRIMARY KEY, name TEXT NOT NULL, recovery TEXT NOT NULL, made REAL NOT NULL
);
CREATE UNIQUE INDEX kept_names_by_recovery ON kept_names (recovery) WHERE recovery != '';
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, public_key TEXT NOT NULL,
    counter INTEGER NOT NULL, name TEXT NOT NULL, made REAL NOT NULL, used REAL NOT NULL
);
CREATE INDEX passkeys_by_owner ON passkeys (owner);
CREATE TABLE devices (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, name TEXT NOT NULL, made REAL NOT NULL,
    seen REAL NOT NULL
);
CREATE INDEX devices_by_owner ON devices (owner);
CREATE TABLE tickets (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL, text TEXT NOT NULL,
    until REAL NOT NULL
);
CREATE INDEX tickets_by_owner ON tickets (owner);
CREATE INDEX tickets_by_until ON tickets (until);

-- change: How games ended for each person, and which are still to be recorded.
CREATE TABLE results (
    tbl TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, seat INTEGER NOT NULL,
    outcome INTEGER NOT NULL, winners TEXT NOT NULL, levels TEXT NOT NULL,
    people INTEGER NOT NULL, seconds REAL NOT NULL, ended REAL NOT NULL,
    PRIMARY KEY (tbl, owner)
);
CREATE INDEX results_by_owner ON results (owner, ended);
ALTER TABLE tables ADD COLUMN recorded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tables_to_record ON tables (touched) WHERE over = 1 AND recorded = 0;
ALTER TABLE seats ADD COLUMN done INTEGER NOT NULL DEFAULT 0;
CREATE INDEX seats_in_play ON seats (owner) WHERE done = 0 AND owner <> '';

-- change: Strangers: open tables, whom somebody avoids, reports and sanctions.
ALTER TABLE seats ADD COLUMN program INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chat ADD COLUMN owner TEXT NOT NULL DEFAULT '';
CREATE TABLE offers (tbl TEXT PRIMARY KEY, since REAL NOT NULL, until REAL NOT NULL);
CREATE INDEX offers_by_until ON offers (until);
CREATE TABLE strangers (
    owner TEXT PRIMARY KEY, program INTEGER NOT NULL, only_people INTEGER NOT NULL
);
CREATE TABLE avoided (
    owner TEXT NOT NULL, other TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (owner, other)
);
CREATE INDEX avoided_by_other ON avoided (other);
CREATE TABLE sanctions (
    owner TEXT NOT NULL, kind TEXT NOT NULL, name TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (owner, kind)
);
CREATE TABLE reports (
    id TEXT PRIMARY KEY, about TEXT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL,
    reporter TEXT NOT NULL, reporter_name TEXT NOT NULL, reason TEXT NOT NULL,
    lines TEXT NOT NULL, at REAL NOT NULL, done INTEGER NOT NULL
);
CREATE INDEX reports_by_time ON reports (done, at);

-- change: Since which event it is whose turn; channels by which people are told, and notices.
ALTER TABLE tables ADD COLUMN turned INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET turned = number;
CREATE TABLE channels (
    id TEXT PRIMARY KEY, owner TEXT NOT NULL, kind TEXT NOT NULL, tbl TEXT NOT NULL,
    address TEXT NOT NULL, details TEXT NOT NULL, lang TEXT NOT NULL, shown TEXT NOT NULL,
    confirmed INTEGER NOT NULL, trouble TEXT NOT NULL, created REAL NOT NULL,
    rest REAL NOT NULL, taker TEXT NOT NULL, until REAL NOT NULL
);
CREATE INDEX channels_by_owner ON channels (owner);
CREATE TABLE notices (
    channel TEXT NOT NULL, tbl TEXT NOT NULL, turned INTEGER NOT NULL,
    seat INTEGER NOT NULL, state INTEGER NOT NULL, due REAL NOT NULL,
    tries INTEGER NOT NULL, batch TEXT NOT NULL,
    PRIMARY KEY (channel, tbl, turned)
) WITHOUT ROWID;
CREATE INDEX notices_by_due ON notices (due) WHERE state = 0;

-- change: Ratings of people, and the cats they have beaten. Games that are already over do not count.
-- The time that a player had left, with each of their events.
CREATE TABLE wants_rating (owner TEXT PRIMARY KEY, since REAL NOT NULL);
CREATE TABLE ratings (
    owner TEXT NOT NULL, game TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    games INTEGER NOT NULL, PRIMARY KEY (owner, game)
);
CREATE TABLE rated (
    table_id TEXT NOT NULL, owner TEXT NOT NULL, game TEXT NOT NULL, mu REAL NOT NULL,
    sigma REAL NOT NULL, place INTEGER NOT NULL, places INTEGER NOT NULL,
    at REAL NOT NULL, PRIMARY KEY (table_id, owner)
);
CREATE INDEX rated_by_owner ON rated (owner, game, at);
CREATE TABLE ladder (
    owner TEXT NOT NULL, game TEXT NOT NULL, level INTEGER NOT NULL, games INTEGER NOT NULL,
    won INTEGER NOT NULL, best INTEGER NOT NULL, PRIMARY KEY (owner, game, level)
);
ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET rated = 1 WHERE over = 1;
CREATE INDEX tables_to_rate ON tables (touched) WHERE over = 1 AND rated = 0;
ALTER TABLE actions ADD COLUMN remaining REAL;

-- change: All that lists and figures of a person's games read, in one index.
DROP INDEX results_by_owner;
CREATE INDEX results_by_owner ON results (
    owner, ended, tbl, game, seat, outcome, winners, levels, people, seconds
);
-- in PostgreSQL:
DROP INDEX results_by_owner;
CREATE INDEX results_by_owner ON results (owner, ended)
    INCLUDE (tbl, game, seat, outcome, winners, levels, people, seconds);

-- change: The weakest of the cats that were exchanged at a seat: the one that counts as beaten.
ALTER TABLE seats ADD COLUMN weakest INTEGER NOT NULL DEFAULT 0;

-- change: Who is rated is decided when a table fills. Games in play keep what was promised: they count
-- if everybody at the table wants a rating now.
ALTER TABLE seats ADD COLUMN rated_at REAL NOT NULL DEFAULT 0;
UPDATE seats SET rated_at = (SELECT created FROM tables WHERE id = tbl)
WHERE owner <> '' AND tbl IN (
    SELECT id FROM tables WHERE rated = 0
    AND settings LIKE '%"rated": true%' AND settings NOT LIKE '%"origin": %'
) AND NOT EXISTS (
    SELECT 1 FROM seats AS other WHERE other.tbl = seats.tbl AND (
        other.kind = 'open' OR other.owner <> '' AND (
            other.owner NOT IN (SELECT owner FROM wants_rating) OR EXISTS (
                SELECT 1 FROM seats AS third WHERE third.tbl = other.tbl
                AND third.owner = other.owner AND third.seat <> other.seat
            )
        )
    )
);

-- change: When a bot first moved for a person: that loses a rated game.
ALTER TABLE seats ADD COLUMN left_at INTEGER;

-- change: The network that an open table was set from, as a hash: each may have so many.
ALTER TABLE offers ADD COLUMN network TEXT NOT NULL DEFAULT '';

-- change: Who has played rated games with whom lately, and from which network: both are limited.
ALTER TABLE seats ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE wants_rating ADD COLUMN network TEXT NOT NULL DEFAULT '';
CREATE INDEX seats_rated ON seats (owner, rated_at) WHERE rated_at > 0;
CREATE INDEX seats_with_network ON seats (rated_at) WHERE network <> '';

-- change: Who has asked for hints, and how many games against each cat were won with them.
ALTER TABLE seats ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ladder ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0;

-- change: Invitations to play again, and who allows them.
CREATE TABLE invitable (owner TEXT PRIMARY KEY, since REAL NOT NULL);
CREATE TABLE invitations (
    tbl TEXT NOT NULL, owner TEXT NOT NULL, until REAL NOT NULL, declined INTEGER NOT NULL,
    PRIMARY KEY (tbl, owner)
);
CREATE INDEX invitations_by_owner ON invitations (owner);

-- change: Cats of the day: each try, stored when it is opened, and its result once the game is over.
CREATE TABLE daily_games (
    table_id TEXT PRIMARY KEY, owner TEXT NOT NULL, day TEXT NOT NULL, game TEXT NOT NULL,
    opened REAL NOT NULL, outcome INTEGER, score INTEGER, against INTEGER, ended REAL
);
CREATE INDEX daily_games_by_owner ON daily_games (owner, day, game);
CREATE INDEX daily_games_by_day ON daily_games (day, game, outcome);

-- change: Daily reminders: by which channel and at which hour (UTC), and the last day that is dealt with.
CREATE TABLE daily_reminders (
    owner TEXT PRIMARY KEY, channel TEXT NOT NULL, hour INTEGER NOT NULL, day TEXT NOT NULL
);
CREATE INDEX daily_reminders_by_day ON daily_reminders (day, hour);

-- change: Puzzles that people have tried, and whether their first try was right.
CREATE TABLE puzzle_results (
    owner TEXT NOT NULL, game TEXT NOT NULL, puzzle TEXT NOT NULL,
    solved INTEGER NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (owner, game, puzzle)
);
