"""The message functions of Clocktowers; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.clocktowers")
say, tell, count, why = domain.say, domain.tell, domain.count, domain.why
