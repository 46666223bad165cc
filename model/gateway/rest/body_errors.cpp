#include "model/gateway/rest/body_errors.h"

#include "model/conversation/name_skeleton.h"
#include "model/conversation/outsiders.h"
#include "model/gateway/rest/api_responses.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace quarterdeck::gateway::api {

using conversation::RunState;
using nlohmann::json;

namespace {

constexpr std::array runStates = {RunState::NotStarted,    RunState::Running, RunState::Paused,
                                  RunState::StopRequested, RunState::Stopped, RunState::Finished};

bool isNameOfProgram(const json& object, const char* key)
{
    const auto name = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && name != object.end() && name->is_string()
        && conversation::isLikeProgramName(name->get<std::string>());
}

/// A name, or one in a list of names.
bool isOwn(const json& value)
{
    return value.is_array() ? std::ranges::any_of(value, [](const json& one) { return isOwn(one); })
                            : value.is_string() && conversation::isOwnName(value.get_ref<const std::string&>());
}

std::string ownName(const char* key)
{
    return std::string(key) + ": names that begin with “quarterdeck.” are Quarterdeck's own: another one is needed";
}

} // namespace

std::optional<std::string> validateQuestion(const json& question)
{
    if (const json asker = question.value("asker", json("")); asker == json(""))
        return "asker is missing: the name of the member who asks";
    if (const auto deadline = question.find("deadline");
        deadline != question.end() && !deadline->is_number_integer() && !deadline->is_null())
        return "deadline: not a whole number (milliseconds since 1970, UTC)";
    const json options = question.value("options", json::array());
    for (std::size_t i = 0; options.is_array() && i < options.size(); ++i)
        if (!options[i].is_object() && !options[i].is_string())
            return "options[" + std::to_string(i) + "]: neither a text nor an object with a label";
    return std::nullopt;
}

std::optional<std::string> validateMessage(const json& message)
{
    const json content = message.value("content", json());
    if (!content.is_string() && !content.is_array() && !content.is_null())
        return "content: neither a text nor a list of blocks";
    if (!message.contains("sent_from")) // who forgot to say it would speak in the person's name
        return R"(sent_from is missing: the name of the member who speaks, or "" for the person)";
    const json metadata = message.value("metadata", json());
    if (isOwn(message.value("cause_by", json())))
        return ownName("cause_by");
    if (metadata.is_object())
        for (const auto& member : metadata.items())
            if (conversation::isOwnMetadataKey(member.key()))
                return "metadata: “" + member.key() + "” is a key of Quarterdeck's own: another one is needed";
    if (isNameOfProgram(message, "sent_from") || isNameOfProgram(message, "name") || isNameOfProgram(metadata, "agent"))
        return "Quarterdeck speaks in this name itself: another one is needed";
    return std::nullopt;
}

std::optional<std::string> validateRole(const json& role)
{
    if (isNameOfProgram(role, "name"))
        return "name: Quarterdeck speaks in this name itself: another one is needed";
    for (const char* key : {"name", "class_path", "watch", "addresses"})
        if (isOwn(role.value(key, json())))
            return ownName(key);
    return std::nullopt;
}

std::optional<std::string> validateRunState(const json& wanted)
{
    std::string known;
    for (const RunState state : runStates) {
        const std::string word = wordOf(state);
        if (wanted == json(word))
            return std::nullopt;
        known += (known.empty() ? "" : ", ") + word;
    }
    return "run_state: " + wanted.dump(-1, ' ', false, json::error_handler_t::replace) + " is none of " + known;
}

} // namespace quarterdeck::gateway::api
