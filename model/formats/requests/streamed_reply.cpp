#include "model/formats/requests/streamed_reply.h"

#include "model/formats/json/json_text.h"

#include <algorithm>

namespace quarterdeck::formats {

namespace {

using nlohmann::json;

std::int64_t count(const json& usage, const char* openAiName, const char* anthropicName)
{
    for (const char* name : {openAiName, anthropicName}) {
        const auto number = usage.find(name);
        if (number != usage.end() && number->is_number_integer()) {
            return std::max<std::int64_t>(0, number->get<std::int64_t>());
        }
    }
    return 0;
}

} // namespace

std::optional<conversation::Usage> usageOf(const StreamedReply& reply)
{
    const json& usage = reply.usage.json();
    if (!usage.is_object()) {
        return std::nullopt;
    }
    conversation::Usage read;
    read.model = reply.model.value_or("");
    read.promptTokens = count(usage, "prompt_tokens", "input_tokens");
    read.completionTokens = count(usage, "completion_tokens", "output_tokens");
    return read;
}

std::string errorText(const StreamedReply& reply)
{
    const json& error = reply.error.json();
    return error.is_string() ? error.get<std::string>() : textMember(error, "message");
}

} // namespace quarterdeck::formats
