#include "model/formats/other_systems/ui_messages_reader.h"

#include "model/formats/json/json_shape.h"
#include "model/formats/openai/chat_file.h"
#include "model/formats/other_systems/ui_message.h"

#include <utility>

namespace quarterdeck::formats {

namespace {

bool areMessages(const JsonShape& shape)
{
    return shape.has("id") && shape.has("role") && shape.listHas("parts", "type");
}

bool areRuns(const JsonShape& shape)
{
    const auto holds = [&](const char* key) { return shape.listHas("messages", key); };
    return holds("id") && holds("role") && holds("parts")
        && shape.hasTypeOf({"text", "step-start", "reasoning", "file", "dynamic-tool", "tool-invocation"});
}

void addUiMessage(ChatRecordingBuilder& session, nlohmann::json message, const SourceLocation& place)
{
    for (auto& [one, notes] : ai_sdk::chatMessagesOf(std::move(message))) {
        session.add(std::move(one), place, std::move(notes));
    }
}

} // namespace

bool UiMessagesReader::recognises(const JsonShape& shape) const { return areMessages(shape) || areRuns(shape); }

Result<std::size_t> UiMessagesReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    ChatFile file(source, sink, limits, kind(), addUiMessage);
    return areRuns(shape) ? file.readRuns(shape.layout, "messages") : file.readMessages(shape.layout);
}

} // namespace quarterdeck::formats
