#pragma once

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/provider/chat_provider.h"
#include "model/agents/provider/model_connection.h"
#include "model/agents/run/session_notes.h"
#include "model/agents/run/team_runner.h"
#include "model/conversation/intent.h"
#include "model/conversation/state/state.h"
#include "model/session/post.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <QThreadPool>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::team {

/// A team's task in the person's words. `@Name` at its start names who gets it, as in the composer; otherwise the
/// leader does.

/// The message for the members of `state`; empty if there is no task. Refused: a name that nobody bears, or names
/// without a task.
[[nodiscard]] conversation::Result<std::optional<conversation::Publish>>
ideaFor(const conversation::ConversationState& state, const std::string& idea);

/// Why the team cannot be given it; empty if it can.
[[nodiscard]] std::optional<conversation::Error> validateIdea(const TeamDefinition& team, const std::string& idea);

class SessionModelSource;

/// What stands between a log and this computer.
struct TeamGuard
{
    /// Null: every team may go on, whoever began it.
    std::shared_ptr<const TeamMarks> marks = {};
    std::vector<std::string> kept = {}; ///< what no team may work on; see openWorkspaceFolder
};

/// The runners of all live sessions whose agents live in this program. A session that becomes live, or was live before
/// this was made, gets its runner and goes on if it was running: so a team that waited for an answer when the program
/// ended goes on by itself. But a team on models without this installation's mark (TeamMarks) gets none before the
/// person lets it go on, since its log may name any server, key and folder. Thread: engine. Destroy it before the hub.
class Teams final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Teams)
public:
    /// `pace` of scripted teams: 1 = as written, 0 = no waits. `providers`: the models for teams that speak through
    /// them; without any, their roles fail and say so. `workspaces`: the folder (UTF-8) for sessions' own work folders,
    /// where the person chose none; empty = they get none.
    explicit Teams(session::SessionHub& hub, double pace = 1.0, QObject* parent = nullptr,
                   std::shared_ptr<ModelSource> providers = {}, std::string workspaces = {}, TeamGuard guard = {});
    ~Teams() override;

    /// A new session with the demo team, running. `language`: "en", "zh_CN".
    void startDemo(const std::string& language, session::SessionHub::Opened done = {});
    /// A new, running session of a team on models. Its log has all that is needed to continue. `idea`: the
    /// person's task, as above; one that names nobody of the team is refused before there is a session. `folder`: see
    /// sessionOf. `models`: see useModels. `id`: for the session; empty = any. `server`: the one that the team names,
    /// if that is not a stored connection (model/agents/definition/team_definition.h). `done` is called when its runner
    /// is there, or with the error that `failed` reports, too.
    void start(const TeamDefinition& team, const std::string& title, const std::string& idea,
               session::SessionHub::Opened done = {}, const ChosenFolder& folder = {},
               std::shared_ptr<ModelSource> models = {}, conversation::SessionId id = {},
               const std::optional<ModelConnection>& server = {});
    /// This session's agents speak through this model from now on, whatever the team says; empty parts are left to the
    /// team. `server`: the one it names, if that is no stored connection. An empty choice revokes it.
    void chooseModel(const conversation::SessionId& session, ModelChoice choice,
                     std::optional<ModelConnection> server = {});
    /// This session's agents get their models from these from now on, not from the program. Null = the program's.
    void useModels(const conversation::SessionId& session, std::shared_ptr<ModelSource> models);
    /// Makes the session live and resumes its team, even if it was paused or stopped: from its state, or with something
    /// more to do. `rounds`: pause after this many; 0 = no limit; empty = as planned. `done` is called when it runs, or
    /// with the error that `failed` reports, too, such as that nobody of this program plays there.
    void runAgain(conversation::SessionId session, std::optional<std::int32_t> rounds, const std::string& idea,
                  session::SessionHub::Opened done);
    /// Makes the session live, and lets its team go on if it was running. `done` is called when its runner is there, or
    /// with the error that `failed` reports, too.
    void wake(conversation::SessionId session, session::SessionHub::Opened done = {});
    /// The person lets a held team go on: that is recorded, and applies from then on. `done`: as that of `wake`.
    void trust(conversation::SessionId session, session::SessionHub::Opened done = {});
    /// The person leaves a held team as it is: it counts as stopped.
    void leaveStopped(conversation::SessionId session);
    /// Null if it is not held.
    [[nodiscard]] const HeldTeam* held(const conversation::SessionId& session) const;
    /// For sessions that are begun without `start`. May be null. Thread: any.
    [[nodiscard]] const std::shared_ptr<const TeamMarks>& marks() const { return m_guard.marks; }
    /// `failed` says why, when nobody of this program plays in that session.
    void command(conversation::SessionId session, conversation::RunCommand what);
    /// Retries a role that failed (TeamRunner::retry), as the person wishes.
    void retry(conversation::SessionId session, conversation::RoleName role);
    /// Budget and rounds of a session's team from now on, as the person wishes.
    void setLimits(conversation::SessionId session, const TeamLimits& limits);
    /// The person's choice for this session, whatever its team says: it is recorded and applies from then on, and the
    /// run goes on, including roles that failed.
    void speakThrough(conversation::SessionId session, ChosenModel chosen);
    /// Null if no agent of this program plays in that session (or it is not live yet).
    [[nodiscard]] TeamRunner* runner(const conversation::SessionId& session) const;
    /// Where a session's team works on files: in the folder chosen by the person, otherwise in one of its own; empty =
    /// nowhere. Thread: any.
    [[nodiscard]] EnvironmentContext placeOf(const conversation::SessionId& session, const std::string& chosen) const;

signals:
    void failed(const quarterdeck::session::Error& error);
    /// A team would go on, or was told to, and is not trusted: whoever waits for it is answered with an error, too.
    void teamHeld(const quarterdeck::team::HeldTeam& team);
    /// When this program made its runner, without anybody's asking for it.
    void teamWentOn(const quarterdeck::team::TeamWentOn& team);
    /// It is held no longer.
    void teamReleased(const quarterdeck::conversation::SessionId& session);

private:
    using Then = std::function<void(const session::Result<TeamRunner*>&)>;
    /// What the person says at first to those who are there.
    using Idea = std::function<std::optional<conversation::Publish>(const conversation::ConversationState&)>;

    void startScript(const std::string& path, const std::string& language, session::SessionHub::Opened done);
    void create(conversation::SessionStarted settings, std::vector<conversation::Role> team, Idea idea,
                session::SessionHub::Opened done, std::shared_ptr<ModelSource> models = {},
                conversation::SessionId id = {}, std::vector<conversation::HoldRule> holds = {});
    [[nodiscard]] const std::shared_ptr<SessionModelSource>& modelsOf(const conversation::SessionId& session);
    void attach(session::Session& session);
    /// Null, or why there is none: Teams plays only its own script, and teams that a log describes.
    conversation::Result<TeamRunner*> makeRunner(session::Session& session,
                                                 const conversation::SessionStarted& started);
    conversation::Result<TeamRunner*> makeScriptRunner(session::Session& session,
                                                       const conversation::SessionStarted& started);
    TeamRunner* goOn(session::Session& session, std::shared_ptr<AgentFactory> agents, const Idea& idea);
    using Events = session::Result<std::vector<session::Event>>;
    /// Of a team on models: what the person chose for it stands anywhere in its log.
    void findChoice(const conversation::SessionId& id, Events first);
    void readChoice(const conversation::SessionId& id, Events first, conversation::EventSeq chosen);
    /// Whether it bears this installation's mark, or the person let it go on.
    void findTrust(const conversation::SessionId& id, Events first);
    void hold(const conversation::SessionId& id, const Events& first);
    /// The folder may be another by now than when the person chose it.
    void checkFolder(const conversation::SessionId& id, Events first);
    void recordTrust(session::Session& session, const conversation::SessionStarted& started,
                     session::SessionHub::Opened done);
    void finishAttaching(const conversation::SessionId& id, const session::Result<std::vector<session::Event>>& first);
    void tellGoingOn(session::Session& session, const TeamDefinition& team);
    void giveUpAttaching(const conversation::SessionId& id, const session::Error& why);
    void withRunner(session::Session& session, Then then);
    void withRunnerOf(conversation::SessionId session, std::function<void(TeamRunner&)> act);

    session::SessionHub& m_hub;
    double m_pace;
    std::shared_ptr<ModelSource> m_providers;
    std::string m_workspaces;
    TeamGuard m_guard;
    std::map<conversation::SessionId, HeldTeam> m_held;
    std::set<conversation::SessionId> m_trusted; ///< by the person, while this runs
    std::map<conversation::SessionId, std::shared_ptr<SessionModelSource>> m_models;
    std::map<conversation::SessionId, TeamRunner*> m_runners;         ///< children of this
    std::map<conversation::SessionId, std::vector<Then>> m_attaching; ///< whose log is being read, and who waits for it
    session::CallbackGuard m_receiver{this};
    QThreadPool m_disk; ///< last, so that it ends first
};

/// The script of the demo team, as a resource.
inline constexpr const char* demoScriptPath = ":/demo/2048.json";

} // namespace quarterdeck::team
