"""The message functions of Château d'Appenzell; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.appenzell")
say, each, tell, count = domain.say, domain.each, domain.tell, domain.count
why, why_count = domain.why, domain.why_count
