#pragma once

#include "model/gateway/clients/client_limits.h"
#include "model/gateway/otlp/parsed_span.h"
#include "model/gateway/otlp/trace_memory.h"
#include "model/gateway/remote_session.h"
#include "model/session/post.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QObject>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
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
/// Studio's protocol and says its messages there. What was stored is not stored again (trace_memory.h). Thread: the
/// hub's.
class TraceSessionHandle final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceSessionHandle)
public:
    /// Called once. Not called if the hub dies first.
    using Done = RemoteSession::Done;

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

    void next();
    [[nodiscard]] RemoteSettings settings() const;
    void storeAttachments();
    void record();
    void recordNext();
    void recorded(const conversation::Decision& outcome);
    void fail(const session::Error& error);
    void finish(const session::Result<session::Nothing>& result);
    void hire(const std::string& name);

    session::SessionHub& m_hub;
    std::deque<std::unique_ptr<Taking>> m_taking; ///< the first is being stored
    TraceMemory m_known;                          ///< what is in the log, or about to be
    RemoteSession m_remote;                       ///< after what it tells
    session::CallbackGuard m_replies{this};
};

/// The spans of one request, and the resources that made them.
struct ParsedTraces
{
    struct One
    {
        ParsedSpan told;
        std::size_t resource = 0;
    };
    std::vector<One> spans;
    std::vector<nlohmann::json> resources;
};

/// Finds the session of each span: that of the conversation it names, which is AgentScope's run if one has that id;
/// otherwise that of the conversation named by another span of its trace; otherwise one of the program that made it,
/// the same as for its earlier traces unless there was a long pause. A trace without an agent's span has none, and is
/// dropped. Thread: the hub's.
class TraceRouter final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceRouter)
public:
    using Done = TraceSessionHandle::Done;

    /// `pause`: after one this long, a program that names no conversation starts another session.
    /// `limit` counts the sessions that programs begin: what one sends for more than that is gathered in a single one,
    /// since exporters drop what is refused.
    explicit TraceRouter(session::SessionHub& hub, std::chrono::milliseconds pause = std::chrono::minutes(30),
                         SessionLimit limit = {});
    ~TraceRouter() override;

    /// Called once, when all of it is durable, or some was refused. Not called if the hub dies first.
    void take(ParsedTraces traces, Done done) { take(std::move(traces), {}, std::move(done)); }
    void take(ParsedTraces traces, const Caller& caller, Done done);

private:
    struct Belonging
    {
        std::vector<ParsedSpan> spans;
        TraceProducer program;
    };
    using Belongings = std::map<std::string, Belonging>; ///< by source

    void store(ParsedTraces traces, const Caller& caller, Done done);
    [[nodiscard]] Belongings sorted(ParsedTraces traces);
    /// It has a session, or will.
    [[nodiscard]] bool isBegun(const std::string& source) const;
    /// Counts the sessions that have to be begun, one after the other, and then stores all.
    void begin(const std::shared_ptr<Belongings>& all, const Caller& caller, const Done& done);
    void gather(Belongings& all, const std::string& source, const SessionQuota::Maker& maker);
    using Sources = std::map<std::string, std::string>; ///< by conversation, for those named in one request
    [[nodiscard]] std::string sourceOf(const ParsedSpan& told, Sources& known) const;
    /// That of the agent that began it.
    [[nodiscard]] std::string outermost(std::string conversation) const;
    void learnSources(const ParsedTraces& traces, Sources& known);
    /// Where a program that names no conversation continues.
    [[nodiscard]] std::string sourceNow(const nlohmann::json& resource);
    TraceSessionHandle& session(const std::string& source);
    void forgetIdle();

    struct Program
    {
        std::string source;
        std::int64_t lastTrace = 0; ///< milliseconds since 1970
    };

    session::SessionHub& m_hub;
    SessionLimit m_limit;
    std::map<SessionQuota::Maker, std::string> m_gathering; ///< the source of the session for the surplus of a program
    const std::int64_t m_pauseMs;
    std::map<std::string, std::unique_ptr<TraceSessionHandle>> m_sessions; ///< by source
    std::map<std::string, std::string> m_sourceOf;                         ///< by trace: the newest ones
    std::deque<std::string> m_traces;                                      ///< those, oldest first
    std::map<std::string, std::string> m_outer; ///< by conversation: the one that it belongs to
    std::map<std::string, Program> m_programs;  ///< without a conversation, by their own names
};

} // namespace quarterdeck::gateway::otlp
