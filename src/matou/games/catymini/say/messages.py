"""The message functions of Caty Mini; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.catymini")
say, tell, count = domain.say, domain.tell, domain.count
tell_count, why = domain.tell_count, domain.why
