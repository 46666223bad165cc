#pragma once

#include "model/formats/format_errors.h"
#include "model/formats/requests/chat_request.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

/// What a writer of one list (`add`, `failedUrl`, `take`) produces for these messages.
template <typename Writer>
[[nodiscard]] conversation::Result<SerializedMessages> serializeList(std::span<const conversation::Message> messages,
                                                                     const ChatConfig& config,
                                                                     const SerializerContext& context)
{
    Writer writer(config, context);
    for (std::size_t place = 0; place < messages.size(); ++place) {
        writer.add(messages[place], place);
    }
    if (!writer.failedUrl().empty()) {
        return tl::unexpected(errors::notFetched(writer.failedUrl()));
    }
    return writer.take();
}

/// The tools of a request: those of the provider that the model has, by name, and those of the team. Null if there are
/// none.
template <typename OfProvider, typename OfTeam>
[[nodiscard]] nlohmann::json toolList(std::span<const Tool> tools, const ChatConfig& config, OfProvider ofProvider,
                                      OfTeam ofTeam)
{
    if (tools.empty() || !config.supportsTool) {
        return nullptr;
    }
    nlohmann::json list = nlohmann::json::array();
    for (const Tool& tool : tools) {
        if (!tool.isProvider) {
            list.push_back(ofTeam(tool));
        } else if (config.providerTools.contains(tool.name)) {
            list.push_back(ofProvider(tool.name));
        }
    }
    return list;
}

[[nodiscard]] nlohmann::json openAiTools(std::span<const Tool> tools, const ChatConfig& config,
                                         const SerializerFixes& mends);
/// The JSON Schema of an object with these members.
[[nodiscard]] nlohmann::json schemaOf(const std::vector<ToolParameter>& parameters, const SerializerFixes& mends);

} // namespace quarterdeck::formats
