"""As much of MetaGPT's schema as the adapter touches."""
import uuid


class Message:
    def __init__(self, content="", role="user", sent_from="", send_to=None, cause_by="UserRequirement",
                 instruct_content=None, metadata=None):
        self.id = uuid.uuid4().hex
        self.content, self.role, self.sent_from, self.cause_by = content, role, sent_from, cause_by
        self.send_to = set(send_to or {"<all>"})
        self.instruct_content, self.metadata = instruct_content, metadata or {}
