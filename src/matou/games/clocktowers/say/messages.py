"""The message functions of Clocktowers; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.clocktowers")
say, each, tell = domain.say, domain.each, domain.tell
count, counting = domain.count, domain.counting
why = domain.why
