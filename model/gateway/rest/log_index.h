#pragma once

#include "model/gateway/rest/log_tail.h"
#include "model/session/session.h"

#include <QtGlobal>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace quarterdeck::gateway::api {

/// Where in a session's log a message or a question stands, by its id, and which attachments it names. It reads the log
/// once, when it is first asked, and then goes along; of each id it keeps a number of eight bytes. Thread: the hub's.
/// The session must outlive it.
class LogIndex final
{
    Q_DISABLE_COPY_MOVE(LogIndex)
public:
    using Ready = LogTail::Ready;

    using Asker = std::function<bool(const conversation::RoleName&)>;

    /// Of questions it knows those of an asker that `isMeant`.
    LogIndex(session::Session& session, Asker isMeant);
    ~LogIndex();

    /// Calls when all of the log is known; at once if it is.
    void whenReady(Ready call) { m_log.whenReady(std::move(call)); }
    /// The event that may be this message's, or another's that was posted with the same key; which one it is, who reads
    /// it sees. Once ready.
    [[nodiscard]] std::optional<session::EventSeq> message(const conversation::MessageId& id) const;
    [[nodiscard]] std::optional<session::EventSeq> question(const conversation::QuestionId& id) const;
    /// One that the log names, or that was put for what is to be said.
    [[nodiscard]] bool hasAttachment(const conversation::AttachmentHash& hash) const;
    void putAttachment(const conversation::AttachmentHash& hash);

private:
    using Places = std::unordered_map<std::size_t, session::EventSeq>;

    void take(const session::Event& event);

    Asker m_isMeant;
    Places m_messages;
    Places m_questions;
    std::unordered_set<std::size_t> m_attachments;
    LogTail m_log;
};

} // namespace quarterdeck::gateway::api
