#include "model/gateway/studio/studio_routes.h"

#include "model/gateway/studio/studio_bodies.h"
#include "model/gateway/studio/studio_runs.h"
#include "model/session/log_records.h"
#include "model/session/post.h"

#include <QCoreApplication>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

namespace quarterdeck::gateway {

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
