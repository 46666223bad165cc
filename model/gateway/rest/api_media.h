#pragma once

#include "model/formats/session_sink.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace quarterdeck::gateway::api {

/// Moves the bytes out of a list of blocks (a message's `content`, a question's `images`): a picture, sound, film or
/// file whose source has them as `data` is afterwards named by its hash, as in the log. `place` is the list's place in
/// the body, for error sentences: "messages[2].content". Pure; thread: any; never throws.
[[nodiscard]] tl::expected<std::vector<formats::RecordedAttachment>, std::string> takeMedia(nlohmann::json& blocks,
                                                                                            const std::string& place);

} // namespace quarterdeck::gateway::api
