"""The message functions of Caty Mini; translations are in ``locale``."""

from matou.core.messages import Domain

domain = Domain("matou.games.catymini")
say, each, tell = domain.say, domain.each, domain.tell
count, counting = domain.count, domain.counting
why, why_count = domain.why, domain.why_count
