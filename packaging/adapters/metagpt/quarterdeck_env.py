"""Shows a MetaGPT company in Quarterdeck, and lets the person steer it there. Python's standard library only.

    from quarterdeck_env import QuarterdeckEnv
    env = QuarterdeckEnv()            # in place of MGXEnv()

The company goes on as ever, also without Quarterdeck. Once it was there and is away for a while, an open question waits
for it, and what is to be shown is kept and shown when it is back. What is published is shown, with what MGXEnv did with
it; what is asked of the human is asked there, and waits for the answer there; what the person writes there is published
here, and what they say to one member in private is told to nobody else, nor is the answer; pause holds before the next
round, and stop ends the run. Pictures of the person stand in their words as paths of files, by which MetaGPT takes them
in; the files go with the program. Where the person deletes the session, what is said or asked later stands in another
one. The address is the environment variable QUARTERDECK_URL, or http://localhost:3000; the token is read from the file
QUARTERDECK_TOKEN_FILE, or where Quarterdeck keeps it.
"""

from __future__ import annotations

import asyncio
import atexit
import http.client
import json
import logging
import os
import pathlib
import queue
import re
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

from metagpt.environment.mgx.mgx_env import MGXEnv
from metagpt.schema import Message

log = logging.getLogger("quarterdeck")

TRIES, PAUSE_SECONDS, WAIT_SECONDS, LEAVE_SECONDS = 5, 1.0, 60, 5.0
DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the token is for no proxy
ENDINGS = {"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp"}


def _token() -> str:
    data = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local" / "share"
    path = os.environ.get("QUARTERDECK_TOKEN_FILE") or pathlib.Path(data) / "quarterdeck" / "gateway.token"
    return pathlib.Path(path).read_text(encoding="ascii").strip()


class Refused(Exception):
    """Quarterdeck answered, and did not take it."""

    def __init__(self, sentence: str, code: int):
        super().__init__(sentence)
        self.code = code


class Gone(Refused):
    """The person deleted the session. The next message, and the next question, is in another one."""


class Link:
    """One session of Quarterdeck. What is shown goes out in its order, on a thread of its own."""

    def __init__(self, title: str, is_public=None):
        """is_public: whether the environment's chat is; None = it knows no other, and cannot keep a secret."""
        self.is_public = is_public
        self.address = os.environ.get("QUARTERDECK_URL", "http://localhost:3000").rstrip("/")
        self.title = title
        self.session = None
        self.run_state = "not_started"
        self.hired = set()
        self.on_words = None  # called with each message of the person, and how it was routed
        self.on_public = None  # called when the person makes the chat public, or not
        self.was_there = False
        self.is_missing = False  # has not been there yet, as often as it was tried
        self._heard = set()  # ids of messages
        self._heard_sets = set()  # numbers of events
        self._told = set()  # why it heard nothing, by the codes of refusals
        self._is_deleted = False
        self._is_older = False  # its log ends before what was heard: it is heard from its beginning
        self._roles = []  # as they were shown, and the state of the run: another session is told them too
        self._status = None
        self._is_away = False
        self._away_since = 0.0
        self._last_there = 0.0  # when it last answered
        self._key = uuid.uuid4().hex
        self._waiting = queue.Queue()
        self._pictures = tempfile.TemporaryDirectory(prefix="quarterdeck-")
        self._lock = threading.Lock()
        self._telling = threading.Lock()
        self._restoring = threading.Lock()
        threading.Thread(target=self._work, daemon=True).start()
        threading.Thread(target=self._listen, daemon=True).start()
        atexit.register(self.leave)

    def ask(self, *args, **options):
        try:
            return json.loads(self.fetch(*args, **options))
        except ValueError as cut:
            raise OSError(f"no whole answer: {cut!r}") from cut

    def fetch(self, method: str, path: str, body=None, timeout=30, key=None) -> bytes:
        fields = {"Authorization": f"Bearer {_token()}", "Content-Type": "application/json"}
        if key:
            fields["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data, fields, method=method)
        try:
            return self._answer_to(request, timeout)
        except http.client.HTTPException as cut:  # Quarterdeck ended while it answered
            raise OSError(f"no whole answer: {cut!r}") from cut

    @staticmethod
    def _answer_to(request, timeout):
        try:
            with DIRECTLY.open(request, timeout=timeout) as answer:
                return answer.read()
        except urllib.error.HTTPError as refusal:
            if refusal.code >= 500:
                raise OSError(f"{refusal.code}") from refusal
            raise Refused(refusal.read().decode(errors="replace"), refusal.code) from refusal

    def ask_often(self, *args, how=None, **options):
        """Once Quarterdeck was there it is waited for; what is posted has a key or an id, so it is stored once."""
        attempt = 0
        while True:
            begun = time.monotonic()
            try:
                given = (how or self.ask)(*args, **options)
            except OSError as error:
                attempt += 1
                if not self.was_there and attempt >= TRIES:
                    raise
                self._tell_away(error, begun)
                time.sleep(PAUSE_SECONDS)
            else:
                self._tell_back(begun)
                return given

    def _tell_away(self, error, begun: float) -> None:
        with self._telling:
            if begun < self._last_there:  # another thread has reached it since
                return
            is_new, self._is_away = self.was_there and not self._is_away, self.was_there
            self._away_since = time.monotonic() if is_new else self._away_since
        if is_new:
            log.warning("Quarterdeck is away (%s). What is asked waits for it, and what is to be shown is kept.", error)

    def _tell_back(self, begun: float) -> None:
        with self._telling:
            if self._is_away and begun < self._away_since:  # it was answered before that
                return
            self._last_there = time.monotonic()
            is_new, self._is_away = self._is_away, False
            self.was_there, self.is_missing = True, False
        if is_new:
            log.warning("Quarterdeck is back.")

    def in_session(self, method: str, below: str, *args, session=None, **options):
        """Asks often at a path of that session, or of the one of now, which is made when it is first needed. Gone: it
        was deleted."""
        session = session or self.now()
        try:
            return self.ask_often(method, self._path(session, below), *args, **options)
        except Refused as refusal:
            if refusal.code == 404 and not self._stands(session):
                self._forget(session)
                raise Gone(str(refusal), 404) from refusal
            if refusal.code != 422:
                raise
            self._tell_what_is_missing(session)
            return self.ask_often(method, self._path(session, below), *args, **options)

    @staticmethod
    def _path(session: str, below: str) -> str:
        return f"/v1/sessions/{session}/{below}"

    def now(self) -> str:
        with self._lock:
            if self.session is None:
                made = {"title": self.title, "source": "metagpt"}
                made["routing"] = {"leader": "Mike", "leader_profile": "Team Leader"}
                made["routing"]["keeps_secrets"] = self.is_public is not None
                made["is_public"] = self.is_public is not False
                session = self.ask_often("POST", "/v1/sessions", made, key=self._key)["id"]
                self._tell_what_stands(session)
                self.session, self._is_deleted = session, False
            return self.session

    def _tell_what_stands(self, session: str) -> None:
        for below, body in [("roles", role) for role in self._roles] + [("status", self._status)]:
            try:
                if self._is_deleted and body is not None:
                    self.ask_often("POST", self._path(session, below), body)
            except Refused as refusal:
                log.warning("Not shown in Quarterdeck: %s", refusal)

    def _tell_what_is_missing(self, session: str) -> None:
        """A restored backup ends before a member was hired, or the run began."""
        with self._restoring:
            there = self.ask_often("GET", f"/v1/sessions/{session}")
            names = {role["role"]["name"] for role in there["roles"]}
            for role in [role for role in self._roles if role["name"] not in names]:
                self._is_older = True
                self.ask_often("POST", self._path(session, "roles"), role)
            if self._status is not None and there["run_state"] == "not_started":
                self.ask_often("POST", self._path(session, "status"), self._status)

    def _stands(self, session: str) -> bool:
        try:
            self.ask_often("GET", f"/v1/sessions/{session}")
        except Refused as refusal:
            return refusal.code != 404
        return True

    def _forget(self, session: str) -> None:
        with self._lock:
            if self.session != session:
                return
            self.session, self._is_deleted, self._key = None, True, uuid.uuid4().hex
            self._heard_sets = set()
            if self.run_state == "paused":  # nobody could let it go on
                self.run_state = "running"
        log.warning("The person deleted the session in Quarterdeck. What is said from now on is shown in another one.")

    def words(self, text: str, content) -> str:
        """What the person said, and the paths of their pictures, which are fetched."""
        return "\n".join(filter(None, [text, *self._pictures_in(content)]))

    def _pictures_in(self, content):
        for block in content:
            source = block.get("source", {})
            name = source.get("hash", "")
            if block.get("type") != "image" or not re.fullmatch("[0-9a-f]{64}", name):
                continue
            path = pathlib.Path(self._pictures.name) / (name + ENDINGS.get(source.get("media_type"), ""))
            try:
                if not path.exists():
                    path.write_bytes(self.in_session("GET", "attachments/" + name, how=self.fetch))
                yield str(path)
            except (OSError, Refused) as error:
                log.warning("A picture of the person was not fetched: %s", error)

    def show(self, below: str, body) -> None:
        self._waiting.put((below, body))

    def leave(self) -> None:
        """Before the program ends: what is still to be shown, for as long as that is quick."""
        was_stopped = self.run_state in ("stop_requested", "stopped")
        self.show("status", {"run_state": "stopped" if was_stopped else "finished"})
        end = time.monotonic() + LEAVE_SECONDS
        while self._waiting.unfinished_tasks and time.monotonic() < end:
            time.sleep(0.02)

    def _work(self) -> None:
        while True:
            below, body = self._waiting.get()
            while not self._has_shown(below, body):
                time.sleep(PAUSE_SECONDS)
            self._waiting.task_done()

    def _has_shown(self, below: str, body) -> bool:
        """False = not yet: Quarterdeck has not been there, or the session is another one from now on."""
        self._remember(below, body)
        if self._is_deleted and below != "messages":
            return True  # for that alone nobody wants another session
        try:
            self.in_session("POST", below, body)
        except Gone:
            return False
        except OSError as error:
            if not self.is_missing:
                log.warning("Quarterdeck is not there: %s", error)
            self.is_missing = True
            return False
        except Exception as error:  # whatever it is: who waits for this thread would wait for ever
            log.warning("Not shown in Quarterdeck: %s", error)
        return True

    def _remember(self, below: str, body) -> None:
        if below == "status" and "run_state" in body:
            self._status = body
        elif below == "roles" and body not in self._roles:
            self._roles.append(body)

    def settle(self) -> None:
        """Waits until all is shown. OSError: Quarterdeck has not been there yet."""
        while self._waiting.unfinished_tasks:
            if self.is_missing:
                raise OSError("it has not been there yet")
            time.sleep(0.02)

    def _listen(self) -> None:
        session, last = None, 0
        while True:
            if session != self.session or self._is_older:
                session, last, self._is_older = self.session, 0, False
            try:
                for event in self._events(session, last) if session else ():
                    if self._is_older:
                        break
                    self._take(event)
                    last = event["seq"]
            except Exception as error:  # whatever it is: nobody would hear the person any more
                log.debug("Quarterdeck's events: %r", error)
            time.sleep(PAUSE_SECONDS)

    def _events(self, session: str, last: int):
        fields = {"Authorization": f"Bearer {_token()}", "Last-Event-ID": str(last)}
        request = urllib.request.Request(self.address + self._path(session, "events"), headers=fields)
        try:
            with DIRECTLY.open(request, timeout=WAIT_SECONDS) as events:
                for line in events:
                    if line.startswith(b"data: "):
                        yield json.loads(line[6:])
        except urllib.error.HTTPError as refusal:
            if refusal.code == 409 and last > 0:  # the log is an older one: it has not come that far
                self._tell_what_is_missing(session)
                self._is_older = False  # that begins now
                yield from self._events(session, 0)
            elif refusal.code == 404 and not self._stands(session):
                self._forget(session)
            elif refusal.code not in self._told:
                self._told.add(refusal.code)
                log.warning("The person is not heard in Quarterdeck: %s", refusal.read().decode(errors="replace"))

    def _take(self, event) -> None:
        payload = event["payload"]
        if event["kind"] == "run_state_changed":
            self.run_state = payload["state"]
        elif event["kind"] == "public_chat_set" and self.on_public:
            if event["seq"] not in self._heard_sets:
                self._heard_sets.add(event["seq"])
                self.is_public = payload.get("is_public", True)
                self.on_public(self.is_public)
        elif event["kind"] == "message_published" and self.on_words:
            message = payload["message"]
            if message["id"] in self._heard:  # it begins anew where the log is an older one
                return
            self._heard.add(message["id"])
            is_ours = message.get("sent_from") or (message.get("metadata") or {}).get("via") == "api"
            if not is_ours:
                self.on_words(message, payload.get("route", {}))


def _text(message) -> str:
    return "\n".join(block["text"] for block in message.get("content", []) if block.get("type") == "text")


def _as_json(value):
    """What is no JSON in it stands as its text; None where there is no way to write it."""
    try:
        if hasattr(value, "model_dump"):
            value = value.model_dump()
        return json.loads(json.dumps(value, default=str, allow_nan=False))
    except Exception as error:  # a model may refuse as it likes: the words are shown all the same
        log.debug("Not written beside a message: %r", error)
        return None


def _class_of(value):
    """As MetaGPT writes it: by its module, or by its fields where an action made the class; None where it has none."""
    kind = type(value)
    if not hasattr(value, "model_dump"):
        return None
    if not kind.__module__.startswith("metagpt.actions.action_node"):
        return {"class": kind.__name__, "module": kind.__module__}
    try:
        schema = json.loads(json.dumps(kind.model_json_schema(), allow_nan=False))
        return {"class": schema.get("title") or kind.__name__, "schema": schema}
    except Exception as error:  # what it holds is shown all the same
        log.debug("The class of what stands beside a message: %r", error)
        return None


def _beside(message) -> dict:
    """What a message has beside its words: what is structured, and its metadata without pictures, which are long."""
    shown = {}
    content = getattr(message, "instruct_content", None)
    structured = _as_json(content)
    if structured:
        shown["instruct_content"] = {"value": structured}
        described = _class_of(content)
        if described:
            shown["instruct_content"]["schema"] = described
    metadata = getattr(message, "metadata", None)
    if isinstance(metadata, dict):
        metadata = _as_json({key: value for key, value in metadata.items() if key != "images"})
        if metadata:
            shown["metadata"] = metadata
    return shown


class QuarterdeckEnv(MGXEnv):
    """MetaGPT's MGXEnv, shown in Quarterdeck."""

    _link: object = None
    _words: object = None  # of the person, until the next round
    _given: object = None  # the members that got the message that is being published; None = it is not published
    _in_private: object = None  # names of members whose next answer is for the person alone
    _owing: object = None  # likewise of those at other work: the next that they say to the person
    _told: object = None  # by member: its activity as it was shown

    def _quarterdeck(self) -> Link:
        if self._link is None:
            self._words, self._in_private, self._owing, self._told = queue.Queue(), set(), set(), {}
            self._link = Link("MetaGPT", getattr(self, "is_public_chat", None))
            self._link.on_words = self._take_words
            self._link.on_public = lambda is_public: self._words.put((None, is_public, False, is_public))
        for role in list(self.roles.values()):
            if role.name not in self._link.hired:
                self._link.hired.add(role.name)
                leads = role.name == self._leader_name()
                kind = "team_leader" if leads else "member"
                path = f"{type(role).__module__}.{type(role).__qualname__}"
                self._link.show("roles", {"name": role.name, "profile": role.profile, "class_path": path, "kind": kind})
        return self._link

    def _leader_name(self) -> str:
        return getattr(self, "team_leader_name", "Mike")

    def _publish_message(self, message, peekable: bool = True) -> bool:
        result = super()._publish_message(message, peekable)
        self._given = self._receivers(message)
        return result

    def _receivers(self, message) -> list:
        """As MetaGPT's is_send_to finds them."""
        addresses = getattr(self, "member_addrs", {})
        is_for_all = "<all>" in message.send_to
        return [role.name for role in self.roles.values()
                if is_for_all or set(addresses.get(role, {role.name})) & set(message.send_to)]

    def publish_message(self, message, user_defined_recipient: str = "", publicer: str = "") -> bool:
        link = self._quarterdeck()
        speaker = self._member(message.sent_from)
        if speaker and speaker.name in self._in_private and not user_defined_recipient:
            return self._answer_in_private(message, speaker)
        shown = {"id": message.id, "role": message.role, "cause_by": message.cause_by, "content": message.content,
                 "sent_from": self._speaker(message), **_beside(message)}
        chats, self._given = set(self._chats()), None
        result = super().publish_message(message, user_defined_recipient, publicer)
        if user_defined_recipient:
            rule = "direct_message"
        elif message.sent_from in chats:
            rule = "direct_reply"
        else:
            rule = "from_leader" if publicer and publicer == self._leader_profile() else "ordinary"
        is_dummy = self._given is None and rule == "from_leader"  # what the leader tells nobody
        if (message.content or "instruct_content" in shown) and not is_dummy:
            is_secret = rule.startswith("direct") and not getattr(self, "is_public_chat", True)
            self._show(link, shown, rule, is_secret, message.send_to, chats)
        return result

    def _show(self, link: Link, shown: dict, rule: str, is_private: bool, send_to, chats: set) -> None:
        now = set(self._chats())
        shown.update(send_to=sorted(send_to), recipients=self._given or [],
                     routed={"rule": rule, "private": is_private, "opened": sorted(now - chats),
                             "ended": sorted(chats - now)})
        link.show("messages", shown)

    def _answer_in_private(self, message, speaker) -> bool:
        """Whatever name it signs with, and whomever it is for: nobody else is told what the person said in private."""
        chats, self._given = set(self._chats()), None
        self._in_private.discard(speaker.name)
        self._chats().discard(speaker.name)
        if hasattr(self, "history"):
            self.history.add(message)
        shown = {"id": message.id, "role": message.role, "cause_by": message.cause_by, "content": message.content,
                 "sent_from": speaker.name, **_beside(message)}
        if message.content or "instruct_content" in shown:
            self._show(self._link, shown, "direct_reply", True, {"<human>"}, chats)
        return True

    def _chats(self) -> set:
        """The names of those in direct chat with the person."""
        return getattr(self, "direct_chat_roles", set())

    def _leader_profile(self) -> str:
        leader = self.roles.get(self._leader_name())
        return leader.profile if leader else ""

    def _member(self, name):
        """By its name, or by its class, with which plain members sign."""
        for role in self.roles.values():
            if name and name in (role.name, f"{type(role).__module__}.{type(role).__qualname__}"):
                return role
        return None

    def _speaker(self, message) -> str:
        """Empty for the person: what names nobody is theirs only where it says so. What the leader tells a member has
        the person's role, and its sender."""
        if message.role == "user" and not message.sent_from:
            return ""
        by_profile = (one.name for one in self.roles.values() if one.profile == message.role)
        return message.sent_from or next(by_profile, self._leader_name())

    async def ask_human(self, question: str, sent_from=None) -> str:
        asker = sent_from.name if sent_from else self._leader_name()
        link = self._quarterdeck()
        try:
            answer = await asyncio.to_thread(self._wait, link, asker, question)
        except (OSError, Refused) as error:
            log.warning("Not asked in Quarterdeck: %s", error)
            return await super().ask_human(question, sent_from)
        return "Human response: " + answer

    @classmethod
    def _wait(cls, link: Link, asker: str, question: str) -> str:
        while True:
            try:
                return cls._wait_in_session(link, asker, question)
            except Gone:
                continue  # it is asked again in another one

    @staticmethod
    def _wait_in_session(link: Link, asker: str, question: str) -> str:
        link.settle()  # who asks must be hired
        session, body = link.now(), {"asker": asker, "text": question}
        asked = link.in_session("POST", "questions", body, key=uuid.uuid4().hex, session=session)
        below = "questions/" + urllib.parse.quote(asked["question"]["id"]) + f"?wait={WAIT_SECONDS}"
        while True:
            standing = link.in_session("GET", below, timeout=WAIT_SECONDS + 30, session=session)
            if standing["status"] == "answered":
                return link.words(standing["answer"], standing["end"].get("content", []))
            if standing["status"] != "open":
                return f"(The human gave no answer: {standing['status']}.)"

    async def reply_to_human(self, content: str, sent_from=None) -> str:
        if sent_from:
            link = self._quarterdeck()
            is_private = sent_from.name in self._in_private or sent_from.name in self._owing
            self._owing.discard(sent_from.name)
            link.show("messages", {"id": uuid.uuid4().hex, "sent_from": sent_from.name, "send_to": "<human>",
                                   "content": content, "routed": {"rule": "to_person", "private": is_private}})
        return await super().reply_to_human(content, sent_from)

    async def run(self, k: int = 1):
        link = self._quarterdeck()
        if link.run_state == "not_started":
            link.run_state = "running"
            link.show("status", {"run_state": "running"})
        while link.run_state == "paused":
            await asyncio.sleep(0.1)
        if link.run_state == "stop_requested":
            link.show("status", {"run_state": "stopped"})
        if link.run_state not in ("stop_requested", "stopped"):
            self._publish_words()
            self._tell_activities()
            await super().run(k)
            self._tell_activities()

    def _tell_activities(self) -> None:
        """By this, too, Quarterdeck knows whose mail has been taken."""
        for role in list(self.roles.values()):
            activity = "idle" if getattr(role, "is_idle", True) else "thinking"
            if activity == "idle" or self._told.get(role.name) != activity:
                self._link.show("status", {"role": role.name, "activity": activity})
            self._told[role.name] = activity

    @property
    def is_idle(self) -> bool:
        if self._link is not None and self._link.run_state in ("stop_requested", "stopped"):
            return True
        return (self._words is None or self._words.empty()) and super().is_idle

    def _take_words(self, message, route) -> None:
        """On the link's thread: the company's own publishes them."""
        names = {name for name in message.get("send_to", []) if not name.startswith("<")}
        content = self._link.words(_text(message), message.get("content", []))
        words = Message(content=content, role="user", send_to=names or {"<all>"})
        recipient = sorted(names)[0] if route.get("rule") == "direct_message" and names else ""
        # The person was told that nobody else hears it, whatever the company has switched meanwhile.
        is_public = bool(route.get("was_public", True))
        self._words.put((words, recipient, bool(route.get("is_private")), is_public))

    def _publish_words(self) -> None:
        while not self._words.empty():
            words, recipient, is_private, is_public = self._words.get()
            if words is None:
                self.is_public_chat = recipient
            elif is_private:
                self._tell_in_private(words, recipient)
            elif is_public or not getattr(self, "is_public_chat", None):
                super().publish_message(words, recipient)
            else:
                self._publish_as(False, words, recipient)

    def _publish_as(self, is_public: bool, words, recipient: str) -> None:
        was_public, self.is_public_chat = self.is_public_chat, is_public
        try:
            super().publish_message(words, recipient)
        finally:
            self.is_public_chat = was_public

    def _tell_in_private(self, words, recipient: str) -> None:
        """Only those named, and each one's answer for the person alone. Who is at other work says it when it turns to
        the person; its work stays the team's."""
        self._publish_as(False, words, recipient)
        for name in words.send_to:
            (self._in_private if name in self._chats() else self._owing).add(name)
