#pragma once

#include "app/services/instance_peers.h"
#include "app/services/run_request.h"
#include "model/agents/provider/model_source.h"
#include "model/agents/run/teams.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <memory>

namespace quarterdeck::app {

/// Runs teams for later starts, on the library that this process owns. Thread: engine; destroy it before the teams.
class RunHost final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunHost)
public:
    struct Dependencies
    {
        session::SessionHub& hub;
        team::Teams& teams;
        std::shared_ptr<team::ModelSource> models; ///< the program's
        std::shared_ptr<session::Library> library;
        QObject* context; ///< on the engine thread, and outlives the library
    };
    explicit RunHost(const Dependencies& surroundings);
    ~RunHost() override = default;

    /// Thread: the guest's. It is told what happens and, at the end, the outcome; if it cancels, or is gone, the run
    /// pauses.
    void serve(RunPeer& guest);

private:
    session::SessionHub& m_hub;
    team::Teams& m_teams;
    std::shared_ptr<team::ModelSource> m_models;
    std::weak_ptr<session::Library> m_library;
    QObject* m_context;
};

} // namespace quarterdeck::app
