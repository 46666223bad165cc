#include "model/formats/export/message_form.h"

#include "model/formats/json/json_text.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats {

namespace {

using nlohmann::json;

/// Drops what the file said beside its messages: only they are wanted.
conversation::Event beginningOf(const ExportFormat& format, const conversation::Event& first)
{
    conversation::SessionStarted started;
    const auto* told = std::get_if<conversation::SessionStarted>(&first.body);
    if (told && textMember(told->details.json(), "format") == format.name)
        started.details = conversation::JsonValue(json{{"format", format.name}, {"fields", json::object()}});
    return {{1}, first.time, first.monotonicMs, std::move(started)};
}

/// The list of messages in a file of any of the formats.
const json* messagesIn(const json& file)
{
    if (file.is_array())
        return &file;
    for (const char* place : {"/messages", "/env/history/storage", "/history/storage"}) {
        const json::json_pointer pointer(place);
        if (file.contains(pointer) && file.at(pointer).is_array())
            return &file.at(pointer);
    }
    return nullptr;
}

std::string indented(const json& value) { return value.dump(2, ' ', false, json::error_handler_t::replace); }

} // namespace

std::string messageForm(const ExportFormat& format, const conversation::Event& first, const conversation::Event& event,
                        const conversation::ConversationState& state)
{
    WriterContext context;
    context.last = state;
    context.isExcerpt = true;
    const std::unique_ptr<SessionWriter> writer = format.make(std::move(context));
    const conversation::Event beginning = beginningOf(format, first);
    std::string file;
    writer->begin(file);
    writer->event({beginning, state, false, {}}, file);
    writer->event({event, state, true, {}}, file);
    writer->end(file);
    const json written = json::parse(file, nullptr, false);
    const json* messages = messagesIn(written);
    if (messages != nullptr && !messages->empty())
        return indented(messages->size() == 1 ? messages->front() : *messages);
    // Some formats keep instructions beside the messages.
    const json system = written.is_object() ? written.value("system", json()) : json();
    return system.is_null() ? std::string() : indented({{"system", system}});
}

} // namespace quarterdeck::formats
