"""As much of MetaGPT's MGXEnv as the adapter touches: what it was told, it remembers."""


class MGXEnv:
    team_leader_name = "Mike"

    def __init__(self):
        self.roles, self.published, self.rounds = {}, [], 0

    @property
    def is_idle(self):
        return self.rounds > 0

    def publish_message(self, message, user_defined_recipient="", publicer=""):
        self.published.append((message, user_defined_recipient))
        return True

    async def ask_human(self, question, sent_from=None):
        return "Human response: (of the terminal)"

    async def reply_to_human(self, content, sent_from=None):
        return "SUCCESS"

    async def run(self, k=1):
        self.rounds += 1
