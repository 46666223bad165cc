#pragma once

#include "otlp/trace_session.h"

#include <QObject>
#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace quarterdeck::gateway::otlp {

/// The spans of one request, as they are told, and the resources that made them.
struct ToldTraces
{
    struct One
    {
        ToldSpan told;
        std::size_t resource = 0;
    };
    std::vector<One> spans;
    std::vector<nlohmann::json> resources;
};

/// Finds the session of each span: that of the conversation it names, which is that of AgentScope's run where there is
/// one of that id; else that of the conversation another span of its trace named; else one of the program that made it,
/// which is that of its traces before unless there was a long pause. A trace of which no span is an agent's has none,
/// and is not kept. Thread: the hub's.
class TraceSessions final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TraceSessions)
public:
    using Done = TraceSession::Done;

    /// `pause`: after such a one a program that names no conversation begins another session.
    explicit TraceSessions(session::SessionHub& hub, std::chrono::milliseconds pause = std::chrono::minutes(30));
    ~TraceSessions() override;

    /// Called once, when all of it is durable, or some of it is refused. Not called when the hub dies first.
    void take(ToldTraces traces, Done done);

private:
    void store(ToldTraces traces, Done done);
    using Sources = std::map<std::string, std::string>; ///< by conversation, of those that one request names
    [[nodiscard]] std::string sourceOf(const ToldSpan& told, Sources& known) const;
    void learnSources(const ToldTraces& traces, Sources& known);
    /// Where a program goes on that names no conversation.
    [[nodiscard]] std::string sourceNow(const nlohmann::json& resource);
    [[nodiscard]] bool hasSession(const std::string& source) const;
    TraceSession& session(const std::string& source);
    void forgetIdle();

    struct Program
    {
        std::string source;
        std::int64_t lastTrace = 0; ///< milliseconds since 1970
    };

    session::SessionHub& m_hub;
    const std::int64_t m_pauseMs;
    std::map<std::string, std::unique_ptr<TraceSession>> m_sessions; ///< by source
    std::map<std::string, std::string> m_sourceOf;                   ///< by trace: the newest ones
    std::deque<std::string> m_traces;                                ///< those, oldest first
    std::map<std::string, Program> m_programs;                       ///< that named no conversation, by what names them
};

} // namespace quarterdeck::gateway::otlp
