#pragma once

#include "collecting_sink.h"
#include "model/formats/export/session_writer.h"

#include <map>

namespace quarterdeck::test {

/// What an export of a session that was read would be, and what it would lose.
struct Written
{
    std::string text;
    std::vector<formats::Loss> losses;
};

inline Written written(const CollectedSession& session, const std::string& format,
                       const std::vector<formats::RecordedAttachment>& attachments = {})
{
    std::vector<conversation::EventBody> bodies{session.settings};
    for (const conversation::Role& role : session.team) {
        bodies.emplace_back(conversation::RoleHired{role});
    }
    for (const formats::RecordedMessage& message : session.messages) {
        bodies.emplace_back(conversation::MessagePublished{message.record.message, {}});
    }
    if (session.usage) {
        bodies.emplace_back(conversation::UsageRecorded{{}, *session.usage});
    }
    std::vector<conversation::Event> events;
    formats::WriterContext context;
    for (conversation::EventBody& body : bodies) {
        events.push_back({{static_cast<std::int64_t>(events.size()) + 1}, {1000}, 0, std::move(body)});
        context.last.apply(events.back());
    }
    context.bytesOf = [&](const conversation::AttachmentHash& hash) -> std::optional<std::string> {
        for (const formats::RecordedAttachment& one : attachments) {
            if (one.hash == hash) {
                return one.bytes;
            }
        }
        return std::nullopt;
    };
    const auto writer = formats::exportFormat(format)->make(context);
    Written made;
    writer->begin(made.text);
    conversation::ConversationState state;
    for (const conversation::Event& event : events) {
        const bool isRow = std::holds_alternative<conversation::MessagePublished>(event.body);
        writer->event({event, state, isRow, {}}, made.text);
        state.apply(event);
    }
    writer->end(made.text);
    made.losses = writer->losses();
    return made;
}

} // namespace quarterdeck::test
