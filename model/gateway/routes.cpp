#include "model/gateway/routes.h"

#include "model/gateway/http/engine_io_client.h"
#include "model/gateway/rest/api_routes.h"

#include <algorithm>
#include <string_view>

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

namespace {

constexpr std::size_t lookedAt = std::size_t{64} << 10; ///< bytes of each end
constexpr std::size_t longestName = 500;
constexpr std::string_view blanks = " \t\r\n";

/// The member's value as written, of the first object that has it; inside a string, the name's quotation marks would be
/// escaped. Empty if there is none.
std::string_view valueIn(std::string_view part, std::string_view quotedName)
{
    const auto found = part.find(quotedName);
    if (found == std::string_view::npos)
        return {};
    part.remove_prefix(found + quotedName.size());
    const auto colon = part.find_first_not_of(blanks);
    if (colon == std::string_view::npos || part[colon] != ':')
        return {};
    const auto begin = part.find_first_not_of(blanks, colon + 1);
    if (begin == std::string_view::npos)
        return {};
    part.remove_prefix(begin);
    const auto end = part.starts_with('"') ? part.find('"', 1) : part.find_first_of(",}");
    return part.substr(0, std::min(end, longestName));
}

std::string nameOf(const char* kind, std::string_view name)
{
    return name.empty() ? std::string() : kind + std::string(name);
}

std::string runIn(std::string_view body, std::string_view quotedName)
{
    std::string_view value = valueIn(body.substr(0, lookedAt), quotedName);
    if (value.empty() && body.size() > lookedAt)
        value = valueIn(body.substr(std::max(lookedAt, body.size() - lookedAt)), quotedName);
    return nameOf("studio ", value);
}

/// "/v1/sessions/ID" of "/v1/sessions/ID/messages"; empty if no session is named.
std::string_view sessionIn(std::string_view path)
{
    constexpr std::string_view root = "/v1/sessions/";
    return path.starts_with(root) ? path.substr(0, path.find('/', root.size())) : std::string_view();
}

} // namespace

std::string orderOf(const HttpRequest& request)
{
    switch (partOf(request.path)) {
    case Part::Studio:
        if (request.path.ends_with("ToFridayApp"))
            return "studio friday";
        return runIn(request.body, request.path.ends_with("registerRun") ? "\"id\"" : "\"runId\"");
    case Part::MetaGptReport:
        return "metagpt " + socketio::queryValue(request.query, "run");
    case Part::Mcp:
        return nameOf("mcp ", request.field("mcp-session-id"));
    case Part::ApiPost:
    case Part::ApiAttachments:
        return nameOf("api ", sessionIn(request.path));
    default:
        return {};
    }
}

} // namespace quarterdeck::gateway
