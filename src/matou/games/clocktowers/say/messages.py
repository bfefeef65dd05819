"""The message functions of Clocktowers; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.clocktowers")
say, each, tell, count = domain.say, domain.each, domain.tell, domain.count
why = domain.why
