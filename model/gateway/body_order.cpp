#include "model/gateway/body_order.h"

#include "model/gateway/http/packets.h"
#include "model/gateway/routes.h"

#include <algorithm>
#include <string_view>

namespace quarterdeck::gateway {

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
