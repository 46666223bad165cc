#include "model/gateway/routes.h"

#include "model/gateway/rest/api_routes.h"

namespace quarterdeck::gateway {

namespace {

constexpr std::uint64_t megabyte = std::uint64_t{1} << 20;

Part apiPartOf(std::string_view path)
{
    using api::Address;
    switch (api::addressOf(path)) {
    case Address::None:
        return Part::None;
    case Address::Session:
    case Address::Events:
    case Address::Role:
    case Address::OpenRoles:
    case Address::Attachment:
        return Part::ApiQuery;
    case Address::Question:
        return Part::ApiQuestion;
    case Address::Attachments:
        return Part::ApiAttachments;
    case Address::Sessions:
    case Address::Roles:
    case Address::Messages:
    case Address::Questions:
    case Address::Status:
        return Part::ApiPost;
    }
    return Part::None;
}

} // namespace

Part partOf(std::string_view path)
{
    if (path == "/trpc/getCurrentVersion")
        return Part::StudioQuery;
    if (path.starts_with("/trpc/"))
        return Part::Studio;
    if (path == "/socket.io/" || path == "/socket.io")
        return Part::SocketIo;
    if (path == "/v1/health")
        return Part::Health;
    if (path == "/v1/openapi.json")
        return Part::Description;
    if (path == "/v1/traces" || path == "/v1/logs")
        return Part::Traces;
    if (path == "/v1/metrics")
        return Part::OtherSignals;
    if (path == "/metagpt/report" || path == "/metagpt/report/")
        return Part::MetaGptReport;
    if (path == "/mcp" || path == "/mcp/")
        return Part::Mcp;
    return apiPartOf(path);
}

RouteRules rulesOf(Part part)
{
    RouteRules rules;
    switch (part) {
    case Part::Studio:
        rules.bodyBytes = 128 * megabyte; // a program ends when it is refused
        break;
    case Part::MetaGptReport: // as above
        rules.bodyBytes = 32 * megabyte;
        break;
    case Part::StudioQuery:
    case Part::Health:
    case Part::Description:
        rules.takesGet = true;
        rules.takesPost = false;
        break;
    case Part::ApiAttachments:
        rules.wantsJson = false;
        [[fallthrough]];
    case Part::ApiPost:
        rules.wantsToken = true;
        rules.bodyBytes = 32 * megabyte;
        break;
    case Part::ApiQuestion:
        rules.takesDelete = true;
        [[fallthrough]];
    case Part::ApiQuery:
        rules.takesGet = true;
        rules.takesPost = false;
        rules.wantsToken = true;
        break;
    case Part::SocketIo:
        rules.takesGet = true;
        rules.wantsJson = false;
        rules.takesOwnOrigin = true; // websocket-client names the server's own address
        rules.isWebSocket = true;
        rules.bodyBytes = megabyte;
        break;
    case Part::Mcp:
        rules.takesGet = true;
        rules.takesDelete = true;
        rules.takesOwnOrigin = true; // the specification's suite names the server's own address
        rules.wantsToken = true;
        rules.bodyBytes = 32 * megabyte;
        break;
    case Part::OtherSignals:
    case Part::Traces: // exporters of programs that know nothing of Quarterdeck bring no token
        rules.takesProtobuf = true;
        rules.takesCompressed = true;
        rules.bodyBytes = 20 * megabyte;
        break;
    case Part::None:
        rules.takesGet = true;
        rules.wantsJson = false;
        rules.bodyBytes = megabyte;
        break;
    }
    return rules;
}

} // namespace quarterdeck::gateway
