#pragma once

#include "model/conversation/message.h"
#include "model/formats/json/json_source.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::formats {

/// What a source tells of a message for which OpenAI's chat has no place.
struct MessageNotes
{
    std::optional<conversation::Usage> usage{};
    std::string time{};     ///< "2025-07-01T10:00:00.000Z"; any other text is none
    bool hasFailed = false; ///< the tool whose result it is
    std::string from{};     ///< who said it, if not whom the role tells
    std::string to{};       ///< likewise who heard it
    std::string record{};   ///< `recordKey`; empty for none
};

/// Reads the messages of one OpenAI chat, one by one. Its chat roles become members: System, Assistant, Tools, or the
/// name that a message bears. The user is the person, unless the run says that a program played it.
class ChatRecordingBuilder
{
public:
    ChatRecordingBuilder(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                         RecordedDetails details);

    void setUserIsSimulated(bool isSimulated) { m_isUserSimulated = isSimulated; }
    /// Before the first message: a title that the person or the program gave the chat; empty = none.
    void setGivenTitle(std::string title)
    {
        m_details.isTitleGiven = !title.empty();
        m_givenTitle = std::move(title);
    }
    /// A message of the chat. The session begins with the first of the person's, which gives it its title, or when many
    /// others came before.
    void add(nlohmann::json message, const SourceLocation& place, MessageNotes notes = {});
    /// What the whole session used, beside what its messages tell.
    void setUsage(std::optional<conversation::Usage> usage) { m_usage = std::move(usage); }
    /// Begins what has not begun, and ends. False when there was no message at all.
    bool end();

private:
    struct Waiting
    {
        nlohmann::json message;
        SourceLocation place;
        MessageNotes notes;
    };
    void addMessage(nlohmann::json message, const SourceLocation& place, MessageNotes notes);
    void begin();
    void record(nlohmann::json message, const SourceLocation& place, MessageNotes notes);
    [[nodiscard]] bool isReadable(const nlohmann::json& message, const SourceLocation& place);
    [[nodiscard]] std::string speakerOf(const nlohmann::json& message, const MessageNotes& notes) const;
    [[nodiscard]] conversation::AddressSet recipientsOf(const nlohmann::json& message);
    /// Takes the content out of the source.
    [[nodiscard]] bool addContent(nlohmann::json& source, const SourceLocation& place, conversation::Message& message);
    void hire(const std::string& name, const std::string& chatRole);
    void hire(const conversation::AddressSet& recipients);
    /// What else the message has, to be written again. `content`: where it cannot be made of the message's own.
    [[nodiscard]] conversation::JsonValue sourceFields(nlohmann::json message, nlohmann::json content,
                                                       bool areCallsKept);

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    RecordedDetails m_details;
    RecordingBuilder m_session;
    std::vector<Waiting> m_waiting;
    /// Most messages have nothing else than a role: those of one role share what says so.
    std::map<std::string, conversation::JsonValue> m_sourceOfRole;
    std::optional<conversation::Usage> m_usage;
    std::string m_title;
    std::string m_givenTitle;
    std::string m_lastCaller; ///< who last called tools: their results go there
    bool m_isUserSimulated = false;
};

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
