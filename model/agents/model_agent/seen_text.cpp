#include "model/agents/model_agent/rebuilt_prompt.h"
#include "model/formats/requests/request_builder.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::team {

namespace {

using nlohmann::json;

std::string writtenOut(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

struct Words
{
    std::string operator()(const conversation::TextBlock& text) const { return text.text; }
    std::string operator()(const conversation::ThinkingBlock& thought) const
    {
        return "[thinks: " + thought.text + "]";
    }
    std::string operator()(const conversation::MediaBlock& media) const
    {
        return "[" + (media.source.name.empty() ? media.source.mediaType : media.source.name) + "]";
    }
    std::string operator()(const conversation::ToolUseBlock& use) const
    {
        return "[calls " + use.name + " " + writtenOut(use.input.json()) + "]";
    }
    std::string operator()(const conversation::ToolResultBlock& result) const
    {
        return "[" + result.name + " gave back]\n" + result.output;
    }
    std::string operator()(const conversation::UnknownBlock&) const { return {}; }
};

} // namespace

std::string textOf(const RebuiltPrompt& prompt)
{
    std::string text;
    for (const conversation::Message& message : prompt.messages) {
        text += (text.empty() ? "--- " : "\n\n--- ") + message.role;
        for (const conversation::ContentBlock& block : message.content)
            text += "\n" + std::visit(Words{}, block);
    }
    if (!prompt.tools.empty())
        text += "\n\n--- tools";
    for (const formats::Tool& tool : prompt.tools)
        text += "\n" + tool.name;
    return text + "\n";
}

json openAiJsonOf(const RebuiltPrompt& prompt)
{
    const formats::RequestBuilder builder(formats::openAiSerializer());
    const auto built = builder.build(prompt.messages, prompt.tools, {}, {});
    json request = json::object();
    for (const char* part : {"messages", "tools"})
        if (built && built->body.json().contains(part))
            request[part] = built->body.json().at(part);
    return request;
}

} // namespace quarterdeck::team
