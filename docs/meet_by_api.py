# A program that meets strangers, and says that it is one: python docs/meet_by_api.py http://localhost:8017
import json
import random
import sys
from urllib.request import Request, urlopen

api, headers = f"{sys.argv[1]}/api", {"Content-Type": "application/json"}
wanted = {"game": "clocktowers", "name": "Dicey", "bot": True}
seat = json.load(urlopen(Request(f"{api}/quick", json.dumps(wanted).encode(), headers)))
table, headers["Authorization"] = f"{api}/tables/{seat['table']}", f"Bearer {seat['token']}"
urlopen(Request(f"{table}/chat", b'{"say": "Hello! I am a program."}', headers))
for now in map(json.loads, urlopen(Request(f"{table}/stream", headers=headers))):
    if now["legal"]:
        move = {"action": random.choice(now["legal"])["action"], "at": now["at"]}
        urlopen(Request(f"{table}/actions", json.dumps(move).encode(), headers))
