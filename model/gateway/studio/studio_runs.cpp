#include "model/gateway/studio/studio_runs.h"

#include "model/gateway/studio/studio_bodies.h"
#include "model/session/post.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QCoreApplication>
#include <QPointer>
#include <nlohmann/json.hpp>

#include <string_view>
#include <utility>

namespace quarterdeck::gateway {

namespace {

constexpr std::size_t mostGathered = 10'000; ///< runs that are remembered

} // namespace

StudioRuns::StudioRuns(session::SessionHub& hub, StudioAnswers::Emit emitTo, SessionLimit limit)
    : m_hub(hub)
    , m_emit(std::move(emitTo))
    , m_limit(std::move(limit))
{
    session::afterSessionsListed(m_hub, *this, [this] { tellPresence(); });
}

/// For those that were running when this program ended without notice.
void StudioRuns::tellPresence()
{
    for (const session::SessionSummary& one : m_hub.summaries()) {
        const std::string id = StudioRun::runOf(one);
        if (!id.empty() && one.runState == conversation::RunState::Running)
            run(id).tellPresence();
    }
}

StudioRuns::~StudioRuns() = default;

StudioRun& StudioRuns::run(const std::string& id)
{
    auto& run = m_runs[id];
    if (!run) {
        run = std::make_unique<StudioRun>(m_hub, id, m_emit);
        connect(run.get(), &StudioRun::failed, this, [this, id](const std::string& why) { emit failed(id, why); });
    }
    return *run;
}

StudioRuns::Done StudioRuns::telling(const std::string& run, Done done)
{
    return [self = QPointer(this), run, done = std::move(done)](const session::Result<session::Nothing>& result) {
        if (!result && !self.isNull())
            emit self->failed(run, result.error().sentence);
        done(result);
    };
}

void StudioRuns::with(const std::string& id, const Caller& caller, Then then)
{
    session::afterSessionsListed(
        m_hub, *this, [this, id, caller, then = std::move(then)]() mutable { find(id, caller, std::move(then)); });
}

void StudioRuns::find(const std::string& id, const Caller& caller, Then then)
{
    const bool isKnown = m_gathered.contains(id) || run(id).isBegun();
    if (isKnown && !m_arriving.contains(id))
        return then(placeOf(id));
    std::vector<Then>& waiting = m_arriving[id];
    waiting.push_back(std::move(then));
    if (waiting.size() == 1)
        m_limit.take(ClientKind::AgentScope, caller, [self = QPointer(this), id](const auto& exceeded) {
            if (!self.isNull())
                self->arrive(id, exceeded);
        });
}

void StudioRuns::arrive(const std::string& id, const std::optional<SessionLimit::Exceeded>& exceeded)
{
    if (exceeded)
        gather(id, exceeded->maker);
    for (const Then& then : std::exchange(m_arriving[id], {}))
        then(placeOf(id));
    m_arriving.erase(id);
}

void StudioRuns::gather(const std::string& id, const SessionQuota::Maker& maker)
{
    std::string& gathering = m_gathering[maker];
    if (gathering.empty()) {
        gathering = "too-many-" + session::newId();
        run(gathering).setSettings({gathering, gatheringTitle(maker), {}});
    }
    // Its program may have come by a socket already.
    for (auto& [socket, runId] : m_runOf)
        if (runId == id) {
            run(id).detach(socket);
            runId = gathering;
            run(gathering).attach(socket);
        }
    m_runs.erase(id);
    m_gathered[id] = gathering;
    m_gatheredInOrder.push_back(id);
    if (m_gatheredInOrder.size() > mostGathered) { // it is counted anew when it speaks again
        m_gathered.erase(m_gatheredInOrder.front());
        m_gatheredInOrder.pop_front();
    }
}

StudioRuns::Place StudioRuns::placeOf(const std::string& id)
{
    const auto gathered = m_gathered.find(id);
    const std::string& place = gathered == m_gathered.end() ? id : gathered->second;
    return {run(place), place, gathered != m_gathered.end()};
}

void StudioRuns::registerRun(RegisteredRun registered, const Caller& caller, Done done)
{
    const std::string id = registered.id;
    with(id, caller, [this, registered = std::move(registered), done = std::move(done)](const Place& place) {
        const nlohmann::json& fields = registered.fields.json();
        if (const auto process = fields.find("pid"); process != fields.end() && process->is_number_integer())
            emit processTold(place.id, process->get<std::int64_t>());
        if (place.isGathering)
            place.run.whenOpen(telling(place.id, done));
        else
            place.run.whenOpen(registered, telling(place.id, done));
    });
}

void StudioRuns::registerReply(RegisteredReply reply, const Caller& caller, Done done)
{
    with(reply.runId, caller, [this, speaker = reply.speaker, done = std::move(done)](const Place& place) {
        place.run.whenOpen([run = &place.run, speaker, done = telling(place.id, done)](const auto& opened) {
            opened ? run->hire(speaker, done) : done(opened);
        });
    });
}

void StudioRuns::push(PushedMessage pushed, const Caller& caller, Done done)
{
    const auto shared = std::make_shared<PushedMessage>(std::move(pushed));
    with(shared->runId, caller, [this, shared, done = std::move(done)](const Place& place) {
        if (place.isGathering) // another run may give its messages the same ids
            shared->message.id = conversation::MessageId(shared->runId + '/' + shared->message.id.str());
        place.run.whenOpen([run = &place.run, shared, done = telling(place.id, done)](const auto& opened) {
            opened ? run->say(std::move(*shared), done) : done(opened);
        });
    });
}

void StudioRuns::requestInput(RequestedInput input, const Caller& caller, Done done)
{
    with(input.runId, caller, [this, question = input.question, done = std::move(done)](const Place& place) {
        place.run.whenOpen([run = &place.run, question, done = telling(place.id, done)](const auto& opened) {
            opened ? run->ask(question, done) : done(opened);
        });
    });
}

void StudioRuns::attach(const std::string& socket, const std::string& runId)
{
    const Place place = placeOf(runId);
    m_runOf[socket] = place.id;
    place.run.attach(socket);
}

void StudioRuns::detach(const std::string& socket)
{
    const auto found = m_runOf.find(socket);
    if (found == m_runOf.end())
        return;
    const auto left = m_runs.find(found->second);
    m_runOf.erase(found);
    left->second->detach(socket);
    if (left->second->isIdle())
        m_runs.erase(left);
}

using nlohmann::json;

namespace {

/// In tRPC's form.
HttpResponse failure(std::uint32_t status, int number, const char* code, const std::string& message,
                     const std::string& route)
{
    const json body = {{"error",
                        {{"message", message},
                         {"code", number},
                         {"data", {{"code", code}, {"httpStatus", status}, {"path", route}}}}}};
    HttpResponse refused{status, body.dump(-1, ' ', false, json::error_handler_t::replace)};
    refused.reason = message;
    return refused;
}

HttpResponse badBody(const BadBody& why, const std::string& route)
{
    return failure(400, -32600, "BAD_REQUEST", why, route);
}

/// As Studio reports it.
std::string versionText()
{
    const json data = {{"success", true},
                       {"message", "Version retrieved successfully"},
                       {"data", {{"version", QCoreApplication::applicationVersion().toStdString()}}}};
    return json{{"result", {{"data", data}}}}.dump();
}

StudioRuns::Done answering(SendResponse answer, std::string route)
{
    return [answer = std::move(answer), route = std::move(route)](const session::Result<session::Nothing>& stored) {
        if (stored)
            return answer({200, R"({"result":{}})"});
        const bool isFull = stored.error().code == conversation::ErrorCode::DiskFull;
        answer(failure(isFull ? 507 : 500, -32603, "INTERNAL_SERVER_ERROR", stored.error().sentence, route));
    };
}

/// Hands what was read to the runs' thread.
template <typename Read>
void hand(StudioRuns& runs, tl::expected<Read, BadBody> read, const Caller& caller, SendResponse answer,
          const std::string& route, void (StudioRuns::*take)(Read, const Caller&, StudioRuns::Done))
{
    if (!read)
        return answer(badBody(read.error(), route));
    session::post(
        &runs, [&runs, take, value = std::move(*read), caller, done = answering(std::move(answer), route)]() mutable {
            (runs.*take)(std::move(value), caller, std::move(done));
        });
}

} // namespace

void handleStudioRequest(StudioRuns& runs, const HttpRequest& request, SendResponse answer)
{
    constexpr std::string_view prefix = "/trpc/";
    const std::string route = request.path.starts_with(prefix) ? request.path.substr(prefix.size()) : std::string();
    if (route == "registerRun")
        return hand(runs, readRun(request.body), request.caller, std::move(answer), route, &StudioRuns::registerRun);
    if (route == "registerReply")
        return hand(runs, readReply(request.body), request.caller, std::move(answer), route,
                    &StudioRuns::registerReply);
    if (route == "pushMessage")
        return hand(runs, readMessage(request.body, session::decideContextNow()), request.caller, std::move(answer),
                    route, &StudioRuns::push);
    if (route == "requestUserInput")
        return hand(runs, readInputRequest(request.body, session::decideContextNow()), request.caller,
                    std::move(answer), route, &StudioRuns::requestInput);
    if (route == "pushMessageToFridayApp")
        return hand(runs, readFridayMessage(request.body, session::decideContextNow()), request.caller,
                    std::move(answer), route, &StudioRuns::push);
    if (route == "pushFinishedSignalToFridayApp") // each message is whole when it is stored: there is nothing to do
        return answer({200, R"({"result":{}})"});
    if (route == "getCurrentVersion")
        return answer({200, versionText()});
    answer(failure(404, -32004, "NOT_FOUND", QT_TRANSLATE_NOOP("GatewayRefusals", "There is no such route."), route));
}

} // namespace quarterdeck::gateway
