#pragma once

#include "model/formats/openai/answer_steps.h"
#include "model/formats/read_limits.h"

#include <nlohmann/json.hpp>

#include <string>

namespace quarterdeck::formats::open_webui {

/// An answer as Open WebUI shows it: text, with thoughts and tools in elements `<details type="reasoning">`,
/// `"tool_calls"` and `"code_interpreter"`. Others are text.
void addContent(const std::string& content, const ReadLimits& limits, AnswerSteps& steps);

/// The same as a list of items, much as in OpenAI's Responses, as versions since 2026 write it beside the text.
void addOutput(const nlohmann::json& items, AnswerSteps& steps);

} // namespace quarterdeck::formats::open_webui
