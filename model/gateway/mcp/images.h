#pragma once

#include "model/formats/session_sink.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <tl/expected.hpp>
#include <vector>

/// The pictures that a client sends along. Pure; thread: any.
namespace quarterdeck::gateway::mcp {

/// Those of the member "images", already checked against the tool's schema: a `data:` URL, or base64 with a media type.
/// Types are determined by content. The error is one English sentence for the calling model. Paths and addresses are
/// not accepted: an agent's text must not be able to name the person's files.
[[nodiscard]] tl::expected<std::vector<formats::RecordedAttachment>, std::string>
imagesIn(const nlohmann::json& arguments);
[[nodiscard]] conversation::MediaBlock blockOf(const formats::RecordedAttachment& image);

} // namespace quarterdeck::gateway::mcp
