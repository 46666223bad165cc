#pragma once

#include "model/gateway/rest/api_bodies.h"
#include "model/session/session.h"

#include <QtGlobal>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::api {

/// Recognises repeated posts under an Idempotency-Key by id, which is made of the key and of what was requested with
/// it. Pure; thread: any.

/// A key, and what was requested with it.
struct IdempotencyKey
{
    std::string key;         ///< empty = not sent
    std::string fingerprint; ///< equal for equal wishes, however written; times do not count
};
[[nodiscard]] IdempotencyKey idempotencyKeyOf(const std::vector<IncomingMessage>& sayings, const std::string& key);
[[nodiscard]] IdempotencyKey idempotencyKeyOf(const conversation::Question& question, const std::string& key);

/// `place`: of the message within its batch. `scope`: the session, and what kind of thing is posted.
[[nodiscard]] std::string idOf(const IdempotencyKey& wish, const std::string& scope, std::size_t place);
/// The part of an id that stands for its key; for ids without a key, the whole id.
[[nodiscard]] std::string_view keyPartOf(std::string_view id);

/// The log of a session for an index of it: read once, when it is first needed, and followed from then on. If it cannot
/// be read, the next call tries again from the beginning. Thread: the hub's. The session must outlive it.
class LogTail final
{
    Q_DISABLE_COPY_MOVE(LogTail)
public:
    using Ready = std::function<void(session::Result<session::Nothing>)>;

    /// `take` gets each event once and in order; `forget` is called before everything is taken again.
    LogTail(session::Session& session, session::LogFollower::Take take, std::function<void()> forget)
        : m_session(session)
        , m_take(std::move(take))
        , m_forget(std::move(forget))
    { }

    /// Calls once all of the log is known; at once if it is.
    void whenReady(Ready call)
    {
        if (m_stage == Stage::Ready)
            return call(session::Nothing{});
        m_waiting.push_back(std::move(call));
        if (std::exchange(m_stage, Stage::Reading) == Stage::Unread)
            m_log = std::make_unique<session::LogFollower>(
                m_session, m_take, [this](const session::Result<session::Nothing>& result) { settle(result); });
    }

private:
    enum class Stage { Unread, Reading, Ready };

    void settle(const session::Result<session::Nothing>& result)
    {
        m_stage = result ? Stage::Ready : Stage::Unread;
        if (!result)
            m_forget();
        for (const Ready& call : std::exchange(m_waiting, {}))
            call(result);
    }

    session::Session& m_session;
    session::LogFollower::Take m_take;
    std::function<void()> m_forget;
    Stage m_stage = Stage::Unread;
    std::vector<Ready> m_waiting;
    std::unique_ptr<session::LogFollower> m_log; ///< last: ends before what it calls
};

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
