#pragma once

#include "app/services/continuable_recording.h"
#include "app/services/headless_run.h"
#include "app/services/instance_server.h"
#include "app/services/run_request.h"
#include "model/agents/provider/chat_provider.h"
#include "model/agents/run/teams.h"
#include "model/session/post.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace quarterdeck::app {

/// One run from its request to its outcome, on a library that this process owns: for this process, or for a later
/// start. May be made on another thread and moved to the engine's; from `start` on: thread engine.
class RunJob final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(RunJob)
public:
    /// `answers` may be null; they live on the engine thread, too.
    RunJob(RunRequest request, std::unique_ptr<AnswerSource> answers);
    ~RunJob() override = default;

    /// `models`: the ones that this session's agents use; null = the program's. Both must outlive it. Exactly one of
    /// `ended` and `failed` follows.
    void start(session::SessionHub& hub, team::Teams& teams, std::shared_ptr<team::ModelSource> models = {});
    /// Pauses the run if it is going on, and ends. Nobody waits for it any more.
    void interrupt();

signals:
    /// From here on another process could continue it. At most once.
    void begun(const QString& session, qint64 since);
    /// A line for whoever watches.
    void progressed(const QString& line);
    void ended(const quarterdeck::app::RunOutcome& outcome);
    /// It has not begun, or its log cannot be read.
    void failed(const QString& sentence);

private:
    /// Puts the name of the task's recipient before it; false if nobody bears it, which was reported.
    [[nodiscard]] bool address(const QStringList& names);
    /// The team of a recording goes on in a session of its own.
    void continueRecording();
    void copy(const session::Result<ContinuableRecording>& recorded);
    void goOn(const transfer::ContinuationReport& copied);
    void playOn(const session::Result<session::Session*>& copied);
    void resume(const session::Result<session::Session*>& opened);
    void begin(const session::Result<session::Session*>& begun);
    void watch();
    void pauseAndFinish();
    void whenAllIsSeen(std::function<void()> then);
    void settle(RunEnd how);
    void finishInterrupted();
    void finish(RunEnd how);
    void readOn(conversation::EventSeq after);
    void hear(const std::vector<conversation::Event>& events);
    void hear(const conversation::Message& message);
    void tell();
    void fail(const session::Error& error);
    /// Does nothing once this object is gone.
    [[nodiscard]] session::SessionHub::Opened then(void (RunJob::*next)(const session::Result<session::Session*>&));

    RunRequest m_request;
    std::unique_ptr<AnswerSource> m_answers;
    session::SessionHub* m_hub = nullptr;
    team::Teams* m_teams = nullptr;
    std::shared_ptr<team::ModelSource> m_models;
    transfer::ContinuationJob* m_copying = nullptr; ///< a child of this; null = nothing is copied now
    session::Session* m_session = nullptr;          ///< null until it is live
    std::unique_ptr<HeadlessRun> m_run;             ///< null until it runs
    conversation::EventSeq m_since;
    bool m_isInterrupted = false;
    bool m_hasEnded = false;
    std::shared_ptr<const conversation::ConversationState> m_end; ///< the state at the end
    RunOutcome m_outcome;
    std::optional<session::CallbackGuard> m_receiver; ///< of the engine thread
};

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

    /// Thread: the peer's. It is told what happens and, at the end, the outcome; if it cancels, or is gone, the run
    /// pauses. A run that an agent's process started may not bring answers to its own questions; `agents` is called on
    /// the engine's thread.
    void serve(RunPeer& peer, std::function<AgentProcesses()> agents);

private:
    session::SessionHub& m_hub;
    team::Teams& m_teams;
    std::shared_ptr<team::ModelSource> m_models;
    std::weak_ptr<session::Library> m_library;
    QObject* m_context;
};

} // namespace quarterdeck::app
