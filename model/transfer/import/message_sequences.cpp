#include "model/transfer/import/message_sequences.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::transfer {

MessageSequence laneOf(const conversation::Message& message)
{
    // As Claude Code names those that work for its agent; the reader keeps what it read there.
    const nlohmann::json& metadata = message.metadata.json();
    const auto source = metadata.is_object() ? metadata.find("source") : metadata.end();
    if (!metadata.is_object() || source == metadata.end() || !source->is_object()) {
        return 0;
    }
    const auto agent = source->find("agentId");
    if (agent == source->end() || !agent->is_string() || source->value("isSidechain", nlohmann::json()) != true) {
        return 0;
    }
    constexpr std::size_t others = 0xFFFF;
    return static_cast<MessageSequence>(1 + std::hash<std::string>()(agent->get_ref<const std::string&>()) % others);
}

std::size_t piecesOf(const conversation::Message& message)
{
    return std::max(message.content.size() + (message.instructContent ? 1U : 0U), std::size_t{1});
}

} // namespace quarterdeck::transfer
