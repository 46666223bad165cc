#include "model/formats/agentscope/formatter.h"
#include "model/formats/metagpt/stored_messages.h"
#include "model/formats/requests/chat_request.h"

#include <cstdint>
#include <nlohmann/json.hpp>

using namespace quarterdeck::formats;

namespace {

void format(const quarterdeck::conversation::Message& message)
{
    for (const auto target :
         {agentscope::Target::OpenAi, agentscope::Target::Anthropic, agentscope::Target::DeepSeek}) {
        for (const auto scene : {agentscope::Scene::Chat, agentscope::Scene::MultiAgent}) {
            agentscope::FormatterOptions options;
            options.target = target;
            options.scene = scene;
            (void)agentscope::formatPrompt({agentscope::formatterMessage(message)}, options);
        }
    }
    for (const auto& make : {&openAiSerializer, &anthropicSerializer}) {
        (void)make()->serializeMessages(std::span(&message, 1), {}, {});
    }
}

/// A line of the vectors contains the text of a message: that is read, and mutated within the line.
std::string messageIn(std::string_view text)
{
    const auto vector = nlohmann::json::parse(text, nullptr, false);
    const bool isVector = vector.is_object() && vector.contains("accept") && vector.contains("text");
    return isVector && vector["text"].is_string() ? vector["text"].get<std::string>() : std::string(text);
}

} // namespace

/// Any text as an AgentScope message, or as MetaGPT's structured content; what is read is written and put into
/// prompts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text = messageIn({reinterpret_cast<const char*>(data), size});
    for (const auto mode : {agentscope::Mode::Compatible, agentscope::Mode::Strict}) {
        agentscope::ReadOptions options;
        options.mode = mode;
        options.isMediaChecked = mode == agentscope::Mode::Strict;
        options.limits.maxValuesPerRecord = 10'000;
        if (const auto read = agentscope::readMsgText(text, options)) {
            agentscope::WriteOptions writing;
            writing.original = read->original;
            (void)agentscope::toDict(read->message, writing);
            (void)agentscope::toDict(read->message);
            format(read->message);
        }
    }
    const auto parsed = nlohmann::json::parse(text, nullptr, false);
    if (!parsed.is_discarded()) {
        (void)metagpt::readStructuredContent(parsed);
    }
    return 0;
}
