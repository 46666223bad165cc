#pragma once

#include "model/gateway/http/request_rules.h"

#include <string_view>

/// Which path leads to which part, and what it accepts.
namespace quarterdeck::gateway {

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

} // namespace quarterdeck::gateway
