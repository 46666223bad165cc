#pragma once

#include "model/formats/anthropic/read_blocks.h"
#include "model/formats/recording/titled_recording_builder.h"
#include "model/formats/source_location.h"

#include <nlohmann/json.hpp>

namespace quarterdeck::formats::anthropic {

/// Our form of one of Anthropic's messages: results of tools become a message of `Tools`, whereas there they are part
/// of the user's.
struct SplitMessage
{
    std::vector<conversation::Message> messages;
    std::vector<RecordedAttachment> attachments;
    bool hasBrokenImage = false;
};

/// `assistant`: the member that answers. The first bears usage; all of them have in their metadata `source`, the
/// message's members beside its content, `part` from the second on, and `fields`: what blocks say beside what is held,
/// by their number. Nothing when the content is of no known shape.
[[nodiscard]] std::optional<SplitMessage> splitMessage(const nlohmann::json& source, const std::string& assistant,
                                                       ContentReader& reader);

/// Reads one conversation of Anthropic's Messages, message by message.
class AnthropicRecordingBuilder
{
public:
    AnthropicRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                              RecordedDetails details);

    /// `system` of a request: a text or a list of text blocks. Before the messages.
    void addSystem(const nlohmann::json& system, const SourceLocation& place);
    void add(const nlohmann::json& message, const SourceLocation& place);
    /// False if there was no message at all.
    bool end() { return m_session.end(); }

private:
    void storeResultMedia(conversation::Message& message);

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    ContentReader m_reader;
    TitledRecordingBuilder m_session;
};

} // namespace quarterdeck::formats::anthropic
