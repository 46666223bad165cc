#pragma once

#include "model/gateway/clients/client_limits.h"
#include "model/gateway/http/http_message.h"
#include "model/gateway/studio/studio_bodies.h"
#include "model/gateway/studio/studio_run.h"
#include "model/session/session_hub.h"

#include <QObject>

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

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

    /// `emitTo` sends an event to a program. `limit` counts the sessions that programs begin: what one says in more
    /// than that is gathered in a single one, since its programs end when they are refused.
    StudioRuns(session::SessionHub& hub, StudioAnswers::Emit emitTo, SessionLimit limit = {});
    ~StudioRuns() override;

    void registerRun(RegisteredRun run, const Caller& caller, Done done);
    void registerReply(RegisteredReply reply, const Caller& caller, Done done);
    /// A message of an unregistered run begins its session.
    void push(PushedMessage pushed, const Caller& caller, Done done);
    void requestInput(RequestedInput input, const Caller& caller, Done done);

    /// A run's program has connected through this socket, or disconnected.
    void attach(const std::string& socket, const std::string& run);
    void detach(const std::string& socket);

signals:
    /// Something a run wanted could not be stored; why, for a person.
    void failed(const std::string& run, const std::string& why);
    /// The process that a run says it is.
    void processTold(const std::string& run, std::int64_t process);

private:
    /// Where a run's program speaks: its own session, or one that gathers several runs.
    struct Place
    {
        StudioRun& run;
        std::string id; ///< of that
        bool isGathering = false;
    };
    using Then = std::function<void(const Place& place)>;

    [[nodiscard]] Done telling(const std::string& run, Done done);
    StudioRun& run(const std::string& id);
    /// Once it is clear which; in the order of the calls for a run.
    void with(const std::string& id, const Caller& caller, Then then);
    void find(const std::string& id, const Caller& caller, Then then);
    void arrive(const std::string& id, const std::optional<SessionLimit::Exceeded>& exceeded);
    void gather(const std::string& id, const SessionQuota::Maker& maker);
    [[nodiscard]] Place placeOf(const std::string& id);
    void tellPresence();

    session::SessionHub& m_hub;
    StudioAnswers::Emit m_emit;
    std::map<std::string, std::unique_ptr<StudioRun>> m_runs;
    std::map<std::string, std::string> m_runOf; ///< by socket
    SessionLimit m_limit;
    std::map<std::string, std::vector<Then>> m_arriving;    ///< by run: it is being counted
    std::map<SessionQuota::Maker, std::string> m_gathering; ///< the run that gathers those of a program
    std::map<std::string, std::string> m_gathered;          ///< the newest ones that are gathered, and where
    std::deque<std::string> m_gatheredInOrder;
};

/// Answers the Studio requests of AgentScope's programs: 200 `{"result":{}}` once a post is durable, 400 for a body
/// that is not JSON or names no run, 404 for other routes, 507 if nothing can be stored. Thread: the server's; `runs`
/// is called on its own thread, and must outlive the server.
void handleStudioRequest(StudioRuns& runs, const HttpRequest& request, SendResponse answer);

} // namespace quarterdeck::gateway
