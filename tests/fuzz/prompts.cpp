#include "model/formats/agentscope/formatter.h"
#include "model/formats/json/python_json.h"
#include "model/formats/requests/chat_request.h"
#include "tests/tools/format_vectors/chat_values.h"

#include <cstdint>
#include <nlohmann/json.hpp>

using namespace quarterdeck::formats;
using nlohmann::json;
using quarterdeck::vectors::ChatInput;

namespace {

std::string textOf(const json& object, const char* key)
{
    const auto member = object.find(key);
    return member != object.end() && member->is_string() ? member->get<std::string>() : std::string();
}

/// The messages of a vector of AgentScope's formatters, as every formatter writes them.
void format(const json& messages)
{
    std::vector<agentscope::FormatterMessage> history;
    for (const json& message : messages) {
        if (message.is_object() && message.contains("content")) {
            history.push_back({textOf(message, "name"), textOf(message, "role"),
                               quarterdeck::conversation::JsonValue(message["content"])});
        }
    }
    for (const auto target :
         {agentscope::Target::OpenAi, agentscope::Target::Anthropic, agentscope::Target::DeepSeek}) {
        for (const auto scene : {agentscope::Scene::Chat, agentscope::Scene::MultiAgent}) {
            for (const bool areMended : {true, false}) {
                agentscope::FormatterOptions options;
                options.target = target;
                options.scene = scene;
                options.promotesToolPictures = true;
                options.mends = areMended ? agentscope::FormatterFixes() : agentscope::FormatterFixes::none();
                (void)agentscope::formatPrompt(history, options);
            }
        }
    }
}

/// A vector of the Java client's as a whole request of each protocol.
void build(const ChatInput& input)
{
    SerializerContext context;
    context.fetched = input.resources;
    for (const auto& make : {&openAiSerializer, &anthropicSerializer}) {
        (void)RequestBuilder(make()).build(input.messages, input.tools, input.config, input.options, context);
    }
}

} // namespace

/// Any JSON as a vector of what becomes a prompt: AgentScope's formatters' and the Java client's.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    ReadLimits limits;
    limits.maxValuesPerRecord = 10'000;
    const auto vector = python_json::parse({reinterpret_cast<const char*>(data), size}, limits);
    if (!vector || !vector->is_object()) {
        return 0;
    }
    if (const auto messages = vector->find("messages"); messages != vector->end() && messages->is_array()) {
        format(*messages);
    }
    ChatInput input;
    try {
        input = quarterdeck::vectors::chatInputOf(*vector);
    } catch (const json::exception&) {
        return 0; // no vector: what reads them trusts their shape
    }
    build(input);
    return 0;
}
