#pragma once

#include "model/conversation/message.h"
#include "model/formats/session_sink.h"
#include "model/formats/source_location.h"

#include <nlohmann/json.hpp>
#include <optional>

/// MetaGPT's messages as its JSON has them.
namespace quarterdeck::formats::metagpt {

[[nodiscard]] conversation::AddressSet addressesIn(const nlohmann::json& list);
/// What of a message's structured content cannot be read, if anything.
struct StructuredFault
{
    bool isAll = false; ///< otherwise some fields
    std::string detail; ///< "$.path: what"; or the fields with their mappings' texts
};
struct ParsedMessage
{
    /// What the source has beyond our message is in its metadata as `source`, along with whatever must go out again as
    /// it came.
    conversation::Message message;
    std::optional<StructuredFault> fault;
};
/// Empty if it is not a message.
[[nodiscard]] std::optional<ParsedMessage> readMessage(const nlohmann::json& source);
/// Reports it as a problem.
void reportFault(const ParsedMessage& read, const std::string& file, const SourceLocation& place, SessionSink& sink);

} // namespace quarterdeck::formats::metagpt
