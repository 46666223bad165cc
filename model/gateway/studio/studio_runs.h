#pragma once

#include "session/session_hub.h"
#include "studio/studio_bodies.h"
#include "studio/studio_run.h"

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace quarterdeck::gateway {

/// The runs of AgentScope's programs, each a session of kind Remote, found by its source, so that a program which
/// continues an old run continues in its session. Thread: the hub's.
class StudioRuns final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StudioRuns)
public:
    /// Called once, when the request is durable or refused. Not called if the hub dies first.
    using Done = StudioRun::Done;

    /// `emitTo` sends an event to a program.
    StudioRuns(session::SessionHub& hub, StudioAnswers::Emit emitTo);
    ~StudioRuns() override;

    void registerRun(RegisteredRun run, Done done);
    void registerReply(RegisteredReply reply, Done done);
    /// A message of an unregistered run begins its session.
    void push(PushedMessage pushed, Done done);
    void requestInput(RequestedInput input, Done done);

    /// A run's program has connected through this socket, or disconnected.
    void attach(const std::string& socket, const std::string& run);
    void detach(const std::string& socket);

signals:
    /// Something a run wanted could not be stored; why, for a person.
    void failed(const std::string& run, const std::string& why);
    /// The process that a run says it is.
    void processTold(const std::string& run, std::int64_t process);

private:
    [[nodiscard]] Done telling(const std::string& run, Done done);
    StudioRun& run(const std::string& id);
    void tellPresence();

    session::SessionHub& m_hub;
    StudioAnswers::Emit m_emit;
    std::map<std::string, std::unique_ptr<StudioRun>> m_runs;
    std::map<std::string, std::string> m_runOf; ///< by socket
};

} // namespace quarterdeck::gateway
