#pragma once

#include "model/gateway/otlp/parsed_span.h"
#include "model/gateway/otlp/trace_intents.h"
#include "model/session/callback_guard.h"
#include "model/session/log_follower.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// What a session of traces begins with.
struct TraceProducer
{
    std::string title;
    nlohmann::json resource;
};

/// The session that spans belong to: of kind Remote and made for them, or that of a program that also speaks AgentScope
/// Studio's protocol and says its messages there. What was stored is not stored again: a span by its id, a message by
/// its words and how often they were said before, since each call repeats the conversation so far. Thread: the hub's.
class TraceSessionHandle final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceSessionHandle)
public:
    /// Called once. Not called if the hub dies first.
    using Done = std::function<void(session::Result<session::Nothing>)>;

    /// The session is found again by `source`.
    TraceSessionHandle(session::SessionHub& hub, std::string source);
    ~TraceSessionHandle() override;

    /// Stores what is new; `program` says how a session begins that does not exist yet.
    void take(std::vector<ParsedSpan> spans, const TraceProducer& program, Done done);
    /// Nobody is waiting for it.
    [[nodiscard]] bool isIdle() const { return m_taking.empty(); }

private:
    struct Taking
    {
        std::vector<ParsedSpan> spans;
        TraceProducer program;
        Done done;
        std::vector<conversation::Intent> intents = {}; ///< for the spans that are being recorded
        std::size_t recorded = 0;                       ///< this many of them
    };
    enum class Stage { Closed, Opening, Open };

    void next();
    void open();
    void opened(const session::Result<session::Session*>& session);
    void learn(const session::Event& event);
    void storeAttachments();
    void record();
    void recordNext();
    void recorded(const session::IntentOutcome& outcome);
    void finish(const session::Result<session::Nothing>& result);
    void hire(const std::string& name);

    session::SessionHub& m_hub;
    const std::string m_source;
    Stage m_stage = Stage::Closed;
    session::Session* m_session = nullptr;
    std::deque<std::unique_ptr<Taking>> m_taking; ///< the first is being stored
    StoredSpanKeys m_known;                       ///< those in the log
    std::unique_ptr<session::LogFollower> m_log;
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::otlp
