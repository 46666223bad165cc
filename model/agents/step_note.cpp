#include "model/agents/step_note.h"

#include "model/agents/model_agent/memory.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::team {

using nlohmann::json;

const json* stepNote(const conversation::Message& message)
{
    const json& metadata = message.metadata.json();
    if (!metadata.is_object())
        return nullptr;
    const auto found = metadata.find(step::key);
    return found != metadata.end() && found->is_object() ? &*found : nullptr;
}

std::string textAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace quarterdeck::team
