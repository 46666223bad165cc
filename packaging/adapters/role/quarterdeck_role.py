#!/usr/bin/env python3
"""Plays a member of a team in Quarterdeck by a command.

    python3 quarterdeck_role.py Bob -- my-agent --quietly

waits for a team whose file leaves a role of that name to programs ("remote": true), and plays it: what is said to the
member goes to the command's standard input (pictures and files that come along as paths, one per line, which exist
while the command runs), and what the command prints is the member's answer. It keeps no state: Quarterdeck knows what
the member has not dealt with, so both can be stopped and restarted. Uses the standard library only.
"""

import argparse
import http.client
import json
import mimetypes
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request


class Door:
    """Quarterdeck's own API, as GET /v1/openapi.json describes it."""

    def __init__(self, base, token_file):
        self.base = base.rstrip("/")
        self.token_file = token_file
        # It is on this computer: no proxy may see the token.
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def open(self, path, body=None, key=None, patience=150):
        with open(self.token_file, encoding="utf-8") as file:  # each time: it may have been replaced
            fields = {"Authorization": "Bearer " + file.read().strip(), "Content-Type": "application/json"}
        if key:
            fields["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        return self.opener.open(urllib.request.Request(self.base + path, data, fields), timeout=patience)

    def ask(self, path, body=None, key=None, patience=150):
        with self.open(path, body, key, patience) as answer:
            return json.load(answer)


def events(stream):
    """Each event, and its place in the log if it is the last one there: the others have no id."""
    data, place = [], None
    for line in stream:
        line = line.decode("utf-8").rstrip("\r\n")
        if line.startswith("data: "):
            data.append(line[6:])
        elif line.startswith("id: "):
            place = int(line[4:])
        elif not line:
            if data:
                yield json.loads("\n".join(data)), place
            data, place = [], None


def text_of(event):
    return "\n".join(block.get("text", "") for block in event["delivered"].get("content", []) if block["type"] == "text")


def fetched(door, session, event, folder):
    """Fetches what came along into the folder; yields the paths."""
    for block in event["delivered"].get("content", []):
        source = block.get("source", {})
        digest = source.get("hash", "")
        if not re.fullmatch("[0-9a-f]{64}", digest):
            continue
        path = os.path.join(folder, digest + (mimetypes.guess_extension(source.get("media_type", "")) or ""))
        try:
            with door.open(f"{session}/attachments/{digest}") as answer, open(path, "wb") as file:
                file.write(answer.read())
        except urllib.error.HTTPError as refusal:
            if refusal.code != 404:  # the attachment is lost, but the text is not
                raise
        else:
            yield path


def pass_on(stream, last):
    """Passes the command's messages on at once; keeps the last line."""
    for line in stream:
        sys.stderr.write(line)
        sys.stderr.flush()
        if line.strip():
            last[:] = [line.strip()]


def give(text, stream):
    try:
        with stream:
            stream.write(text)
    except OSError:  # it does not read all of it
        pass


def run(command, text):
    """Returns its exit code, its answer, and the last line of its standard error."""
    pipe, last = subprocess.PIPE, []
    try:
        working = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8", errors="replace")
    except OSError as trouble:  # such as a missing command
        return 127, "", str(trouble)
    with working:
        beside = [threading.Thread(target=pass_on, args=(working.stderr, last), daemon=True),
                  threading.Thread(target=give, args=(text, working.stdin), daemon=True)]
        for one in beside:
            one.start()
        answer = working.stdout.read().strip()
        for one in beside:
            one.join()
    return working.returncode, answer, "".join(last)


def take_turn(door, session, name, command, turn):
    """One answer to everything said to the member, the messages in `turn`. On failure, its place in the log."""
    door.ask(f"{session}/status", {"role": name, "activity": "acting"})
    with tempfile.TemporaryDirectory(prefix="quarterdeck-") as folder:
        words = ["\n".join(filter(None, [text_of(event), *fetched(door, session, event, folder)])) for event in turn]
        code, answer, last = run(command, "\n\n".join(words))
    if code != 0:
        failure = f"{command[0]} ended with {code}" + (f": {last}" if last else "")
        return door.ask(f"{session}/status", {"role": name, "activity": "failed", "detail": failure})["last_seq"]
    if answer:
        key = "answer to " + turn[-1]["payload"]["message"]["id"]
        # Without a time-out: while the person has paused the team, the reply comes when the team continues.
        door.ask(f"{session}/messages", {"sent_from": name, "content": answer}, key, None)
    else:
        door.ask(f"{session}/status", {"role": name, "activity": "idle"})
    return None


def is_new_try(event, name, failed):
    """After a failure the person lets the member try again: it has another turn, with the mail that it had."""
    payload = event["payload"]
    is_turn = event["kind"] == "role_activity_changed" and payload["role"] == name and payload["activity"] == "thinking"
    return failed is not None and is_turn and event["seq"] > failed


def play(door, place, name, command):
    """Plays until the stream of events ends."""
    session = "/v1/sessions/" + urllib.parse.quote(place["session"], safe="")
    role = urllib.parse.quote(name, safe="")
    member = door.ask(f"{session}/roles/{role}")
    print(f"{name} in “{place['title']}”", file=sys.stderr, flush=True)
    with door.open(f"{session}/events?role={role}&after={member['after']}", patience=60) as stream:
        turn, failed, is_wanted = [], None, False
        for event, at in events(stream):
            if event.get("acts"):
                turn.append(event)
                is_wanted = True
            elif is_new_try(event, name, failed):
                is_wanted = True
            # Unfinished mail may have been delivered at several places: all of it is one turn.
            if turn and is_wanted and at is not None and at >= member["until"]:
                failed = take_turn(door, session, name, command, turn)
                turn, is_wanted = turn if failed else [], False


def sentence_of(refusal):
    """Quarterdeck's explanation, if it gave one."""
    body = refusal.read().decode(errors="replace")
    try:
        return json.loads(body)["error"]["message"]
    except (ValueError, KeyError, TypeError):
        return body or str(refusal)


TOLD = {"trouble": None}  # the last one: it is told once, and not each time that it is tried again


def tell(trouble):
    if trouble != TOLD["trouble"]:
        TOLD["trouble"] = trouble
        print(trouble, file=sys.stderr, flush=True)


def try_to(do, base):
    try:
        do()
        TOLD["trouble"] = None
    except urllib.error.HTTPError as refusal:
        tell(f"Quarterdeck refused ({refusal.code}): {sentence_of(refusal)}")
        time.sleep(1)
    except FileNotFoundError as missing:
        tell(f"There is no file {missing.filename}: Quarterdeck makes it when it starts; --token-file names another.")
        time.sleep(1)
    except (OSError, ValueError, http.client.HTTPException) as trouble:  # Quarterdeck is not there, or was ended
        tell(f"Quarterdeck is not to be reached at {base} ({getattr(trouble, 'reason', trouble)}); it is tried again.")
        time.sleep(1)


def main():
    parser = argparse.ArgumentParser(description="Plays a member of a team in Quarterdeck by a command.")
    parser.add_argument("name", help="the member's name, as the team's file has it")
    parser.add_argument("command", nargs="+", help="is given what is said to the member, and prints its answer")
    parser.add_argument("--base", default="http://localhost:3000", help="where Quarterdeck is")
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    parser.add_argument("--token-file", default=os.path.join(data, "quarterdeck", "gateway.token"))
    given = parser.parse_args()
    door = Door(given.base, given.token_file)
    played = set()

    def join(place):
        try:
            try_to(lambda: play(door, place, given.name, given.command), door.base)
        finally:  # also after what nobody thought of: it is played anew
            played.discard(place["session"])

    def look():
        places = door.ask("/v1/roles?wait=60&role=" + urllib.parse.quote(given.name, safe=""))["roles"]
        for place in (one for one in places if one["session"] not in played):
            played.add(place["session"])
            threading.Thread(target=join, args=(place,), daemon=True).start()
        time.sleep(1 if places else 0)  # until it is known that they are played

    while True:
        try_to(look, door.base)


if __name__ == "__main__":
    main()
