"""A company of MetaGPT's kind on the adapter: prints one line of JSON for each thing that happens to it."""
import asyncio
import json
import pathlib
import sys

from metagpt.schema import Message
from quarterdeck_env import QuarterdeckEnv


class Role:
    """Takes its mail at its turn, and then does what the play wants."""

    def __init__(self, name, profile):
        self.name, self.profile, self.buffer, self.taken, self.answers = name, profile, [], [], []

    def put_message(self, message):
        self.buffer.append(message)

    @property
    def is_idle(self):
        return not self.buffer

    async def run(self):
        self.taken += [message.content for message in self.buffer]
        self.buffer = []
        if self.answers:
            await self.answers.pop(0)()


class Leader(Role):
    pass


class Architect(Role):
    pass


class Plan:
    def model_dump(self):
        return {"steps": ["draw"], "file": pathlib.PurePosixPath("a/b.py")}


class Made:
    """As an action makes them: no module has it."""

    def model_dump(self):
        return {"File list": ["main.py"]}

    @classmethod
    def model_json_schema(cls):
        files = {"type": "array", "items": {"type": "string"}}
        return {"title": "Plan_AN", "type": "object", "properties": {"File list": files}, "required": ["File list"]}


Made.__module__ = "metagpt.actions.action_node"


def tell(**what):
    print(json.dumps(what), flush=True)


async def through_an_absence(env):
    asking = asyncio.create_task(env.ask_human("4x4 or 5x5?", env.roles["Bob"]))
    await asyncio.to_thread(sys.stdin.readline)
    for text in ("One", "Two", "Three"):
        env.publish_message(Message(text, role="assistant", sent_from="Bob", send_to={"Mike"}))
    tell(said=3)
    tell(answer=await asking)


async def hear(env):
    """What the person says; members may have mail of each other meanwhile."""
    while env._words.empty():
        await asyncio.sleep(0.05)
    await env.run()
    message, recipient = env.published[-1]
    tell(heard=message.content, to=recipient)


async def secrets(env):
    """Bob answers by the name that is wanted; at the end it is told what each has heard."""
    mike, bob = env.roles.values()
    mike.buffer, bob.buffer = [], []
    signs = {"name": "Bob", "class": "__main__.Architect"}[sys.argv[2]]

    async def answer():
        await env.reply_to_human("A word to you", bob)
        env.publish_message(Message("My answer", role="assistant", sent_from=signs))

    async def close():
        env.publish_message(Message("I am done", role="assistant", sent_from="Mike", send_to={"no one"}),
                            publicer="Team Leader")

    for count in range(int(sys.argv[3])):
        while env.is_idle:
            await asyncio.sleep(0.05)
        if env._words and not env._words.empty():
            bob.answers, mike.answers = [answer], [close] if "closing" in sys.argv else []
        while not env.is_idle:
            await env.run()
        env._link.settle()
        tell(mike=mike.taken, bob=bob.taken, public=env.is_public_chat, chats=sorted(env.direct_chat_roles))
    await asyncio.to_thread(sys.stdin.readline)


async def talk(env):
    for role in env.roles.values():
        role.buffer = []
    await hear(env)
    await asyncio.to_thread(sys.stdin.readline)
    if "silently" in sys.argv:
        return
    for text in ("One", "Two", "Three"):
        env.publish_message(Message(text, role="assistant", sent_from="Bob", send_to={"Mike"}))
    tell(said=3)
    await hear(env)


async def main():
    env = QuarterdeckEnv()
    env.add_roles([Leader("Mike", "Team Leader"), Architect("Bob", "Architect")])
    env.publish_message(Message("Build a game", role="user"))
    if "absence" in sys.argv:
        return await through_an_absence(env)
    if "talk" in sys.argv:
        return await talk(env)
    if "secrets" in sys.argv:
        return await secrets(env)
    env.publish_message(Message("The plan is drawn \udc80", role="assistant", sent_from="Bob", send_to={"Mike"}))
    env.publish_message(Message("By the architect", role="Architect"))
    env.publish_message(Message("Nothing to say", role="assistant", sent_from="Mike", send_to={"no one"}))
    env.publish_message(Message("Look at this", role="user", send_to={"Bob"}), "Bob")
    env.publish_message(Message("Draw it", role="user", sent_from="Mike", send_to={"Bob"}, cause_by="RunCommand"),
                        publicer="Team Leader")
    env.publish_message(Message("", role="assistant", sent_from="Bob", instruct_content=Plan(),
                                metadata={"task": 7, "images": ["long"]}))
    env.publish_message(Message("Made", role="assistant", sent_from="Bob", instruct_content=Made()))
    env.publish_message(Message("", role="assistant", sent_from="Bob", metadata={"of": "nothing"}))
    await env.reply_to_human("It goes on", env.roles["Bob"])
    tell(answer=await env.ask_human("4x4 or 5x5?", env.roles["Bob"]))
    heard = 0
    tell(idle=env.is_idle)
    while heard < 1:
        if not env.is_idle:
            await env.run()
        await asyncio.sleep(0.05)
        for message, recipient in env.published[9:][heard:]:
            heard += 1
            tell(heard=message.content, to=recipient)
    rounds = env.rounds
    while env._link.run_state != "stop_requested":
        await asyncio.sleep(0.05)
    await env.run()
    tell(idle=env.is_idle, more=env.rounds - rounds)


asyncio.run(main())
