"""The message functions of Chop! Chop!; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.chopchop")
say, tell, count = domain.say, domain.tell, domain.count
tell_count, why = domain.tell_count, domain.why
