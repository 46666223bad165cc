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

/// The runs of AgentScope's programs, each a session of kind Remote: that is found by its source, so that a program
/// which goes on with an old run goes on in its session. Thread: the hub's.
class StudioRuns final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StudioRuns)
public:
    /// Called once, when what was asked for is durable or refused. Not called when the hub dies first.
    using Done = StudioRun::Done;

    explicit StudioRuns(session::SessionHub& hub);
    ~StudioRuns() override;

    void registerRun(RegisteredRun run, Done done);
    void registerReply(RegisteredReply reply, Done done);
    /// A message of a run that nobody registered begins its session.
    void push(PushedMessage pushed, Done done);

private:
    StudioRun& run(const std::string& id);

    session::SessionHub& m_hub;
    std::map<std::string, std::unique_ptr<StudioRun>> m_runs;
};

} // namespace quarterdeck::gateway
