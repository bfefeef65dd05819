"""``python -m labs.puzzles``: finds, confirms, grades and packs puzzles.

- ``find``: searches games of weak levels on many processes, and writes what it finds, with the log
  of every confirmation, to a file of JSON lines;
- ``endings``: takes positions of solved endings, where the best action is known exactly;
- ``review``: asks one more search, with a new seed, about every decision;
- ``settle``: searches after each action, where the same seat goes on;
- ``audit``: asks once more about some packed puzzles, and changes nothing else;
- ``strategy``: measures ideas of strategy, and confirms the positions of the lessons;
- ``pack``: chooses among what was found, and writes each game's ``puzzles.json.gz``, the log
  of confirmations and the study.
"""
