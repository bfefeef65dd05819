"""The message functions of Chop! Chop!; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.chopchop")
say, each, tell, count = domain.say, domain.each, domain.tell, domain.count
why, why_count = domain.why, domain.why_count
