#pragma once

#include "session/receiver.h"
#include "session/session_hub.h"
#include "team/environments.h"
#include "team/model_source.h"
#include "team/provider/connection.h"
#include "team/session_notes.h"
#include "team/team_definition.h"
#include "team/team_runner.h"

#include <QObject>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// TryAgain: what failed is begun anew, and the run goes on.
enum class RunCommand { RunOrPause, Step, Stop, TryAgain };

/// The runners of all live sessions whose agents live in this program. A session that becomes live gets its runner and
/// goes on if it was running, also one that was live before this was made: so a team that waited for an answer when the
/// program ended goes on by itself. Thread: engine. Destroy it before the hub.
class Teams final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Teams)
public:
    /// `pace` of scripted teams: 1 = as written, 0 = no waits. `providers`: the models of teams that speak through
    /// them; with none their roles fail and say so. `workspaces`: the folder (UTF-8) in which sessions get folders to
    /// work in, where the person chose none; empty = they get none.
    explicit Teams(session::SessionHub& hub, double pace = 1.0, QObject* parent = nullptr,
                   std::shared_ptr<ModelSource> providers = {}, std::string workspaces = {});
    ~Teams() override;

    /// A new session with the demo team, running. `language`: "en", "zh_CN".
    void startDemo(const std::string& language, session::SessionHub::Opened done = {});
    /// A new session of a team that speaks through models, running. What it needs to go on stands in its log. `idea`:
    /// see team/idea.h; one that names nobody of the team is refused before there is a session.
    /// `folder`: see sessionOf. `models`: see useModels. `id`: of the session; empty = any. `server`: where it is no
    /// connection of this program that the team names (team/session_server.h). `done` comes when its
    /// runner is there, or with the error that `failed` tells, too.
    void start(const TeamDefinition& team, const std::string& title, const std::string& idea,
               session::SessionHub::Opened done = {}, const ChosenFolder& folder = {},
               std::shared_ptr<ModelSource> models = {}, conversation::SessionId id = {},
               const std::optional<Connection>& server = {});
    /// This session's agents speak through this model from now on, whatever the team says; an empty part of it is left
    /// to the team. `server`: the one that it names, where that is no connection. An empty choice takes that back.
    void chooseModel(const conversation::SessionId& session, ModelChoice choice, std::optional<Connection> server = {});
    /// This session's agents ask these for their models from now on, and not the program's. Null = the program's.
    void useModels(const conversation::SessionId& session, std::shared_ptr<ModelSource> models);
    /// Makes the session live and runs its team again, also one that was paused or stopped: on from its state, or with
    /// what more it is to do. `rounds`: pause after so many; 0 = no limit; empty = as planned. `done` comes when it
    /// runs, or with the error that `failed` tells, too: nobody of this program plays there, say.
    void runAgain(conversation::SessionId session, std::optional<std::int32_t> rounds, const std::string& idea,
                  session::SessionHub::Opened done);
    /// Makes the session live, and lets its team go on if it was running. `done` comes when its runner is there, or
    /// with the error that `failed` tells, too.
    void wake(conversation::SessionId session, session::SessionHub::Opened done = {});
    /// `failed` says why, when nobody of this program plays in that session.
    void command(conversation::SessionId session, RunCommand what);
    /// What the person wants of a role that failed (TeamRunner::retry).
    void retry(conversation::SessionId session, conversation::RoleName role);
    /// The person's choice for this session, whatever its team says: it is recorded, and counts from then on; and the
    /// run goes on, with those who failed.
    void speakThrough(conversation::SessionId session, ChosenModel chosen);
    /// Null when no agent of this program plays in that session (or it is not live yet).
    [[nodiscard]] TeamRunner* runner(const conversation::SessionId& session) const;
    /// Where the team of a session works on files: in the folder that the person chose for it, else in one of its own;
    /// empty = in none. Thread: any.
    [[nodiscard]] OuterPlace placeOf(const conversation::SessionId& session, const std::string& chosen) const;

signals:
    void failed(const quarterdeck::session::Error& error);

private:
    class SessionModels;
    using Then = std::function<void(const session::Result<TeamRunner*>&)>;
    /// What the person says at first to those who are there.
    using Idea = std::function<std::optional<conversation::Publish>(const conversation::ConversationState&)>;

    void startScript(const std::string& path, const std::string& language, session::SessionHub::Opened done);
    void create(conversation::SessionStarted settings, std::vector<conversation::Role> team, Idea idea,
                session::SessionHub::Opened done, std::shared_ptr<ModelSource> models = {},
                conversation::SessionId id = {});
    [[nodiscard]] const std::shared_ptr<SessionModels>& modelsOf(const conversation::SessionId& session);
    void attach(session::Session& session);
    /// Null, or why there is none: Teams play only their own script, and teams that a log describes.
    conversation::Result<TeamRunner*> makeRunner(session::Session& session,
                                                 const conversation::SessionStarted& started);
    conversation::Result<TeamRunner*> makeScriptRunner(session::Session& session,
                                                       const conversation::SessionStarted& started);
    TeamRunner* goOn(session::Session& session, std::shared_ptr<AgentFactory> agents, const Idea& idea);
    using Events = session::Result<std::vector<session::Event>>;
    /// Of a team on models: what the person chose for it stands anywhere in its log.
    void findChoice(const conversation::SessionId& id, Events first);
    void readChoice(const conversation::SessionId& id, Events first, conversation::EventSeq chosen);
    void finishAttaching(const conversation::SessionId& id, const session::Result<std::vector<session::Event>>& first);
    void withRunner(session::Session& session, Then then);

    session::SessionHub& m_hub;
    double m_pace;
    std::shared_ptr<ModelSource> m_providers;
    std::string m_workspaces;
    std::map<conversation::SessionId, std::shared_ptr<SessionModels>> m_models;
    std::map<conversation::SessionId, TeamRunner*> m_runners;         ///< children of this
    std::map<conversation::SessionId, std::vector<Then>> m_attaching; ///< whose log is being read, and who waits for it
    session::Receiver m_receiver{this};
};

/// The script of the demo team, as a resource.
inline constexpr const char* demoScriptPath = ":/demo/2048.json";

} // namespace quarterdeck::team
