#pragma once

#include "formats/session_sink.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace quarterdeck::gateway::api {

/// Takes the bytes out of a list of blocks (a message's `content`, a question's `images`): a source of a picture,
/// sound, film or file that has them as `data` names them by their hash afterwards, as in the log. `place` is the
/// list's in the body, for the sentence of what is wrong: "messages[2].content". Pure; thread: any; never throws.
[[nodiscard]] tl::expected<std::vector<formats::RecordedAttachment>, std::string> takeMedia(nlohmann::json& blocks,
                                                                                            const std::string& place);

} // namespace quarterdeck::gateway::api
