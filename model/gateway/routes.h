#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/http/request_rules.h"

#include <string>
#include <string_view>

namespace quarterdeck::gateway {

/// Which path leads to which part, and what it accepts.

enum class Part {
    Studio,
    StudioQuery,
    SocketIo,
    Health,
    Description,
    Mcp,
    Traces,
    OtherSignals, ///< what OpenTelemetry exporters send besides traces
    MetaGptReport,
    ApiPost,
    ApiQuery,
    ApiQuestion,
    ApiAttachments,
    None
};

[[nodiscard]] Part partOf(std::string_view path);
[[nodiscard]] RouteRules rulesOf(Part part);

/// What a body belongs to (a run, a session, a client), so that it is not handled before those sent earlier. Found
/// without parsing the body if that would take long: a run's name is searched for in the first and last 64 kB. Empty =
/// nothing, or not found. Pure; thread: any.
[[nodiscard]] std::string orderOf(const HttpRequest& request);

} // namespace quarterdeck::gateway
