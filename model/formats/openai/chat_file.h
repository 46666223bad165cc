#pragma once

#include "model/formats/json/json_shape.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/session_sink.h"

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace quarterdeck::formats {

/// A file of messages that can be told in the words of an OpenAI chat: all its records as one session, or each record
/// as a session of its own.
class ChatFile
{
public:
    /// Adds what a message of the file says, in those words.
    using Add = std::function<void(ChatRecordingBuilder& session, nlohmann::json message, const SourceLocation& place)>;
    /// `format`: the kind of the file.
    ChatFile(ByteSource& source, SessionSink& sink, const ReadLimits& limits, std::string format, Add add);

    /// Each record is a message.
    [[nodiscard]] Result<std::size_t> readMessages(Layout layout);
    /// Each record is an object around the list of that name. If it is the whole file, its list is never all held.
    [[nodiscard]] Result<std::size_t> readRuns(Layout layout, const std::string& list);
    /// One such record.
    void readRun(nlohmann::json run, const std::string& list, SourceLocation place);

private:
    /// False if the document has to be read as a whole.
    [[nodiscard]] Result<bool> readLongRun(const std::string& list);

    ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    std::string m_format;
    Add m_add;
};

} // namespace quarterdeck::formats
