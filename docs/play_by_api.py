# Plays a whole game against a bot: python docs/play_by_api.py http://localhost:8017
import json
import random
import sys
from urllib.request import Request, urlopen

tables, headers = f"{sys.argv[1]}/api/tables", {"Content-Type": "application/json"}
wanted = {"game": "clocktowers", "seats": ["you", {"bot": 2}]}
seat = json.load(urlopen(Request(tables, json.dumps(wanted).encode(), headers)))
table, headers["Authorization"] = f"{tables}/{seat['table']}", f"Bearer {seat['token']}"
for now in map(json.loads, urlopen(Request(f"{table}/stream", headers=headers))):
    print(now["at"], now["prompt"], now["scores"])
    if now["legal"]:
        move = {"action": random.choice(now["legal"])["action"], "at": now["at"]}
        urlopen(Request(f"{table}/actions", json.dumps(move).encode(), headers))
