#!/usr/bin/python3
"""Speaks as a program of AgentScope 1.0.x does (agent/_user_input.py, hooks/_studio_hooks.py): python-socketio's client
for what the person says, python-requests for the rest.

usage: studio_program.py PORT RUN TRANSPORT QUESTIONS      TRANSPORT: polling, websocket or both (an upgrade)
Prints one line of JSON per question, and one per answer, in which long data stands by its hash.
"""
import hashlib
import json
import sys
import threading

import requests
import socketio

address = f"http://localhost:{sys.argv[1]}"
run, transport, questions = sys.argv[2], sys.argv[3], int(sys.argv[4])
answers = {}
arrived = threading.Condition()
client = socketio.Client(reconnection=True, reconnection_attempts=100, reconnection_delay=1, reconnection_delay_max=1)


def shown(block):
    data = block.get("source", {}).get("data", "")
    return {"type": block["type"], "sha256": hashlib.sha256(data.encode()).hexdigest()} if len(data) > 1000 else block


def post(route, body):
    requests.post(f"{address}/trpc/{route}", json=body).raise_for_status()


@client.on("forwardUserInput", namespace="/python")
def receive(request, blocks, structured):
    with arrived:
        answers[request] = (blocks, structured)
        arrived.notify_all()


post("registerRun", {"id": run, "project": "p", "name": "a program", "timestamp": "2026-11-21 05:14:42.441", "pid": 1,
                     "status": "running", "run_dir": ""})
transports = ["polling", "websocket"] if transport == "both" else [transport]
client.connect(address, namespaces=["/python"], auth={"run_id": run}, transports=transports)
for number in range(questions):
    request = f"{run}/{number}"
    post("requestUserInput", {"requestId": request, "runId": run, "agentId": "a", "agentName": "Human",
                              "structuredInput": None})
    print(json.dumps({"asked": request}), flush=True)
    with arrived:
        arrived.wait_for(lambda: request in answers)
    blocks, structured = answers[request]
    content = blocks[0]["text"] if len(blocks) == 1 and blocks[0]["type"] == "text" else blocks
    post("pushMessage", {"runId": run, "replyId": f"reply {request}", "replyName": "Human", "replyRole": "user",
                         "msg": {"id": f"echo {request}", "name": "Human", "role": "user", "content": content,
                                 "metadata": structured, "timestamp": "2026-11-21 05:14:43.000"}})
    print(json.dumps({"transport": client.transport(), "blocks": [shown(block) for block in blocks],
                      "structured": structured}), flush=True)
client.disconnect()
