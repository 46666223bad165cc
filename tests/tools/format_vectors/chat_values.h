#pragma once

#include "model/formats/requests/chat_request.h"

#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::vectors {

/// What a vector of Agents-Flex gives to its serializer, in our types.
struct ChatInput
{
    std::vector<conversation::Message> messages;
    std::vector<formats::Tool> tools;
    formats::ChatConfig config;
    formats::ChatOptions options;
    formats::FetchedUrls resources;
    std::string inexpressible; ///< what of the vector our types cannot hold; empty when they hold all
};

[[nodiscard]] ChatInput chatInputOf(const nlohmann::json& vector);

} // namespace quarterdeck::vectors
