"""MetaGPT's MGXEnv as of June 2025, as far as it decides who is told what: written anew after its rules, without
what it needs models for. What it was told to publish, it remembers."""
import copy


class Environment:
    def __init__(self):
        self.roles, self.member_addrs, self.history, self.rounds = {}, {}, History(), 0

    def add_roles(self, roles):
        for role in roles:
            self.roles[role.name] = role
            self.member_addrs[role] = {role.name, f"{type(role).__module__}.{type(role).__qualname__}"}
            role.env = self

    def get_role(self, name):
        return self.roles.get(name)

    def publish_message(self, message, peekable=True):
        receivers = [role for role, names in self.member_addrs.items()
                     if "<all>" in message.send_to or names & message.send_to]
        for role in receivers:
            role.put_message(message)
        self.history.add(message)
        return bool(receivers)

    async def run(self, k=1):
        self.rounds += k
        for role in [role for role in self.roles.values() if not role.is_idle]:
            await role.run()

    @property
    def is_idle(self):
        return all(role.is_idle for role in self.roles.values())


class History(list):
    add = list.append


class MGXEnv(Environment):
    is_public_chat = True

    def __init__(self):
        super().__init__()
        self.direct_chat_roles, self.published = set(), []

    def _publish_message(self, message, peekable=True):
        if self.is_public_chat:
            message.send_to.add("<all>")
        return super().publish_message(self._addressed(message), peekable)

    def publish_message(self, message, user_defined_recipient="", publicer=""):
        self.published.append((message, user_defined_recipient))
        leader = self.get_role("Mike")
        if user_defined_recipient:
            idle = [name for name in message.send_to if self.get_role(name) and self.get_role(name).is_idle]
            self.direct_chat_roles.update(idle)
            self._publish_message(message)
        elif message.sent_from in self.direct_chat_roles:
            self.direct_chat_roles.remove(message.sent_from)
            if self.is_public_chat:
                self._publish_message(message)
        elif publicer == leader.profile:
            if message.send_to == {"no one"}:
                return True
            self._publish_message(message)
        else:
            message.send_to.add(leader.name)
            self._publish_message(message)
        self.history.add(message)
        return True

    @staticmethod
    def _addressed(message):
        told = copy.deepcopy(message)
        names = "Mike" if told.send_to == {"<all>"} else ", ".join(sorted(told.send_to - {"<all>"}))
        told.content = f"[Message] from {told.sent_from or 'User'} to {names}: {told.content}"
        return told

    async def ask_human(self, question, sent_from=None):
        return "Human response: (of the terminal)"

    async def reply_to_human(self, content, sent_from=None):
        return "SUCCESS"
