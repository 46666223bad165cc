#include "model/gateway/rest/read_json.h"

#include "model/conversation/json/event_json.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/json_fault.h"

#include <QtGlobal>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace quarterdeck::gateway::api {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

/// Replaces marked texts by what can be read; false if anything else is marked, since that is not JSON.
bool unmark(json& value)
{
    if (value.is_string()) {
        const bool isText = python_json::isText(value);
        value = python_json::escaped(value.get<std::string>());
        return isText;
    }
    if (!value.is_object()) {
        for (json& one : value)
            if (value.is_array() && !unmark(one))
                return false;
        return true;
    }
    json members = json::object();
    for (const auto& member : value.items()) {
        if (!unmark(member.value()))
            return false;
        members[python_json::escaped(member.key())] = std::move(member.value());
    }
    value = std::move(members);
    return true;
}

/// Far rarer than the first way, which is faster.
std::optional<json> readAsPythons(std::string_view body)
{
    auto value = python_json::parse(body);
    return value && unmark(*value) ? std::move(value) : std::nullopt;
}

} // namespace

tl::expected<json, std::string> objectIn(std::string_view body)
{
    auto strict = conversation::parseJson(body);
    auto value = strict ? std::optional(std::move(*strict)) : readAsPythons(body);
    if (!value)
        return tl::unexpected(jsonFaultIn(body, JsonBy::Rules, conversation::maxJsonDepth));
    if (!value->is_object())
        return tl::unexpected(
            std::string(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body is not a JSON object.")));
    return std::move(*value);
}

} // namespace quarterdeck::gateway::api
