#pragma once

#include "model/agents/run/agent.h"
#include "model/conversation/error.h"
#include "model/conversation/intent.h"
#include "model/conversation/message.h"
#include "model/session/session.h"

#include <QObject>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace quarterdeck::team {

class ManifestRecorder;
class TeamRun;
struct TeamLimits;
struct ChosenFolder;

/// Lets the members of one session act. A round runs every role with news once, all at the same time: it takes its
/// mail, acts, finishes; the next round begins when all are done (who waits for the person does not hold up the
/// others), and when somebody has news again. Whom the person speaks to alone answers at once, between rounds and after
/// the end.
///
/// All that is true of the run stands in the log: its run state is what says whether it goes on, so a runner that is
/// made anew on the same log goes on where the last one was, and nothing is said twice. When a role fails it is shown
/// so and the others go on. Budget and planned rounds are checked before each round; reached, the run pauses and says
/// why. When it is the budget the person is asked, too: raise it, finish, or stop; and so when a round takes too long.
///
/// Thread: engine. Make it for a live session; destroy it before the session: what was in the middle goes on with the
/// next runner.
class TeamRunner final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TeamRunner)
public:
    TeamRunner(session::Session& session, std::shared_ptr<AgentFactory> agents, QObject* parent = nullptr);
    ~TeamRunner() override;

    /// Continues from what the log says; does nothing for a run that is paused, stopped or was never started.
    void wake();
    /// Starts, or restarts after a stop. `rounds`: pause after this many; 0 = no limit. `idea`: the person's message,
    /// sent by rule 4 to the leader. Refused without members.
    conversation::Result<void> run(std::int32_t rounds = 0, std::optional<conversation::Message> idea = {});
    /// The same for a task that names who gets it (model/agents/run/teams.h).
    conversation::Result<void> runWith(std::int32_t rounds, std::optional<conversation::Publish> idea);
    /// From here on nobody speaks; what a model is saying just now is kept until the run goes on.
    void pause();
    void resume();
    /// One round, or the rest of this one; then it pauses.
    void step();
    /// A role that failed is called again at once with the news at which it failed, unnoticed by the others. Does
    /// nothing for one that did not fail or has no such news, nor while the run rests: resuming it retries all of
    /// them.
    void retry(const conversation::RoleName& role);
    /// How long a round may be worked on before the run pauses and the person is asked; 30 minutes by default. Pauses,
    /// and waiting for the person alone, do not count.
    void setLongestRound(std::chrono::milliseconds longest);
    /// Budget and rounds from now on, at the person's wish. See changeLimits.
    void setLimits(const TeamLimits& limits);
    /// StopRequested, then every role idle and its questions withdrawn, then Stopped. `run` or `resume` goes on.
    void stop();
    /// Resumes what came to a stop because nothing could be stored, now that it can be.
    void storesAgain();
    /// From here on a manifest is written when a run has ended and files of that folder were made or changed.
    void keepManifests(const ChosenFolder& folder);
    /// Somebody acts or waits for the person, or a manifest is being written.
    [[nodiscard]] bool isActing() const;
    /// Nobody acts, and nobody will before something changes, whatever mail there is.
    [[nodiscard]] bool isAtRest() const;

signals:
    /// Emitted when who acts changes, and when it comes to rest; for tests and progress.
    void changed();

private:
    void setRunState(conversation::SetRunState wanted);

    std::shared_ptr<TeamRun> m_run;
    ManifestRecorder* m_manifests = nullptr; ///< a child of this
    bool m_isAwake = false;
    Callbacks::Registration m_onChange;
    Callbacks::Registration m_onRest;
};

/// The program's own question of how many rounds there shall be more. Whoever runs a team without a window need not
/// answer it: the run can be resumed with more of them.
[[nodiscard]] bool asksForRounds(const conversation::OpenQuestion& open);

} // namespace quarterdeck::team
