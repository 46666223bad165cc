#include "model/formats/requests/tool_call_joiner.h"

#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"

#include <algorithm>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

const json& functionOf(const json& entry)
{
    const auto function = entry.find("function");
    return function != entry.end() && function->is_object() ? *function : entry;
}

std::string argumentsOf(const json& function)
{
    const auto arguments = function.find("arguments");
    if (arguments == function.end() || arguments->is_null()) {
        return {};
    }
    return arguments->is_string() ? arguments->get<std::string>() : textOfJson(*arguments);
}

bool isComplete(const std::string& arguments)
{
    return arguments.starts_with('{') && arguments.ends_with('}') && json::accept(arguments);
}

/// With an index a name may come in pieces: a named piece starts another call only after complete arguments.
bool isNextNamedCall(const StreamedToolCall& call, const json& entry)
{
    const std::string name = textMember(functionOf(entry), "name");
    const bool isNamedAnew =
        !name.empty() && call.name && (name != *call.name || argumentsOf(functionOf(entry)).starts_with('{'));
    return isNamedAnew && isComplete(call.arguments);
}

/// A named piece after another name, or after complete arguments, starts a call of its own.
bool isNextCall(const StreamedToolCall& call, const json& entry)
{
    const std::string name = textMember(functionOf(entry), "name");
    if (name.empty() || !call.name) {
        return false;
    }
    return name != *call.name || (argumentsOf(functionOf(entry)).starts_with('{') && isComplete(call.arguments));
}

} // namespace

void ToolCallJoiner::take(const json& entries)
{
    if (!entries.is_array()) {
        return;
    }
    std::size_t place = 0;
    for (const json& entry : entries) {
        if (entry.is_object()) {
            extend(callOf(entry, place), entry);
        }
        ++place;
    }
}

void ToolCallJoiner::takeFunctionCall(const json& function)
{
    if (function.is_object()) {
        take(json::array({{{"function", function}}}));
    }
}

std::size_t ToolCallJoiner::callOf(const json& entry, std::size_t place)
{
    const std::string id = textMember(entry, "id");
    const auto index = entry.find("index");
    std::size_t call = 0;
    if (index != entry.end() && index->is_number_integer()) {
        call = callByIndex(index->get<Index>(), id, entry);
    } else if (!id.empty()) {
        const auto known = callWithId(id);
        call = known ? *known : add();
    } else {
        call = callByPlace(entry, place);
    }
    m_byPlace[place] = call;
    return call;
}

std::size_t ToolCallJoiner::callByIndex(Index index, const std::string& id, const json& entry)
{
    const auto known = m_byIndex.find(index);
    if (known != m_byIndex.end()) {
        const auto& knownId = m_calls[known->second].id;
        const bool isOther = knownId ? !id.empty() && *knownId != id : isNextNamedCall(m_calls[known->second], entry);
        if (!isOther) {
            return known->second;
        }
    }
    const auto sameId = known != m_byIndex.end() && !id.empty() ? callWithId(id) : std::nullopt;
    const std::size_t call = sameId ? *sameId : add();
    m_byIndex[index] = call;
    return call;
}

std::size_t ToolCallJoiner::callByPlace(const json& entry, std::size_t place)
{
    const auto known = m_byPlace.find(place);
    if (known != m_byPlace.end() && !isNextCall(m_calls[known->second], entry)) {
        return known->second;
    }
    return add();
}

std::optional<std::size_t> ToolCallJoiner::callWithId(const std::string& id) const
{
    const auto found = std::ranges::find_if(m_calls, [&](const StreamedToolCall& call) { return call.id == id; });
    return found == m_calls.end() ? std::nullopt
                                  : std::optional(static_cast<std::size_t>(std::distance(m_calls.begin(), found)));
}

std::size_t ToolCallJoiner::add()
{
    m_calls.emplace_back();
    m_halves.emplace_back();
    return m_calls.size() - 1;
}

void ToolCallJoiner::extend(std::size_t place, const json& entry)
{
    StreamedToolCall& call = m_calls[place];
    if (const std::string id = textMember(entry, "id"); !id.empty()) {
        call.id = id;
    }
    const json& function = functionOf(entry);
    if (const std::string name = textMember(function, "name"); !name.empty() && name != call.name.value_or("")) {
        call.name = call.name.value_or("") + name;
    }
    const json& arguments = memberOf(function, "arguments");
    call.arguments += python_json::isText(arguments) ? m_halves[place].take(arguments) : argumentsOf(function);
}

} // namespace quarterdeck::formats
