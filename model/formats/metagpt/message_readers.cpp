#include "model/formats/metagpt/message_readers.h"

#include "model/formats/agentscope/msg.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/python_json.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/metagpt/stored_messages.h"
#include "model/formats/recording/recording_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;

namespace {

constexpr std::string_view mark = "publish_message: ";
/// Marks a line that a module of MetaGPT wrote.
constexpr std::string_view ofMetaGpt = " | metagpt.";
constexpr std::size_t timeLength = std::string_view("2025-06-30 19:45:55.001").size();

/// Marks the line written when a company is given its budget, before it works.
constexpr std::string_view founding = " | metagpt.team:invest:";

/// Any program may keep a log of this form, but one of the first lines must be MetaGPT's.
bool isOfMetaGpt(std::string_view start)
{
    return start.find(ofMetaGpt) != std::string_view::npos || start.find(mark) != std::string_view::npos;
}

/// The message of a log line and its time; empty if the line tells of no message, or of one that cannot be read
/// (`isWrong`).
std::optional<metagpt::ParsedMessage> messageOf(const std::string& line, const ReadLimits& limits, bool& isWrong)
{
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) {
        return std::nullopt;
    }
    const auto source = python_json::parse(std::string_view(line).substr(at + mark.size()), limits);
    auto read = source ? metagpt::readMessage(*source) : std::nullopt;
    isWrong = !read;
    if (!read) {
        return std::nullopt;
    }
    const std::string time = line.substr(0, timeLength);
    if (const auto sent = agentscope::timestampOf(time)) {
        read->message.timestamp = *sent;
        read->message.timestampText = time;
    }
    return read;
}

/// "Alice" of "Alice(Product Manager)": no list of members says what they are called.
void nameAlone(conversation::Message& message)
{
    const std::string speaker = metagpt::unsignedSpeaker(message);
    if (const std::string name = speaker.substr(0, speaker.find('(')); !name.empty()) {
        metagpt::setUnsignedSpeaker(message, name);
    }
}

/// A file has all runs of a day: a company that gets a budget, followed by a requirement from somebody who is no
/// member, starts the next run. Either alone may occur within a run.
class LoggedRuns
{
public:
    LoggedRuns(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_source(source)
        , m_sink(sink)
        , m_limits(limits)
    { }

    void founded() { m_isFounded = true; }
    void add(conversation::Message message)
    {
        const bool isRequirement =
            message.causeBy == conversation::action::userRequirement && message.sentFrom.isEmpty();
        if (std::exchange(m_isFounded, false) && isRequirement) {
            end();
        }
        if (!m_run) {
            m_run.emplace(m_source, m_sink, m_limits, RecordedDetails{"metagpt_log", {}, nlohmann::json::object()});
            m_run->setTitle(conversation::textOf(message));
        }
        m_run->add(std::move(message));
    }
    void end()
    {
        if (m_run) {
            m_run->end();
        }
        m_run.reset();
    }

private:
    const ByteSource& m_source;
    SessionSink& m_sink;
    const ReadLimits& m_limits;
    std::optional<TitledRecordingBuilder> m_run;
    bool m_isFounded = false;
};

} // namespace

bool MetaGptLogReader::recognises(const JsonShape& shape) const
{
    const std::string_view start = shape.start;
    return start.size() > timeLength && agentscope::timestampOf(start.substr(0, timeLength))
        && start.substr(timeLength).starts_with(" | ") && isOfMetaGpt(start);
}

Result<std::size_t> MetaGptLogReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    LoggedRuns runs(source, sink, limits);
    SourceBuffer buffer(source, limits.maxRecordBytes);
    SourceLocation place;
    std::size_t count = 0;
    while (true) {
        const auto line = buffer.nextLine();
        if (!line && !buffer.isOverLimit()) {
            break;
        }
        ++place.line;
        if (!line) {
            const Error error = errors::tooLarge(source.name(), place.line, limits);
            sink.reportProblem({source.name(), errors::placeText(place), error.sentence});
            if (!buffer.skipLine()) {
                break;
            }
            continue;
        }
        bool isWrong = false;
        if (auto read = messageOf(*line, limits, isWrong)) {
            ++count;
            metagpt::reportFault(*read, source.name(), place, sink);
            nameAlone(read->message);
            runs.add(std::move(read->message));
        } else if (isWrong) {
            sink.reportProblem(errors::problem(source.name(), place, RejectReason::NotJson));
        } else if (line->find(founding) != std::string::npos) {
            runs.founded();
        }
        if (sink.isStopped()) {
            return count;
        }
    }
    if (buffer.failure()) {
        return tl::unexpected(*buffer.failure());
    }
    runs.end();
    return count;
}

using nlohmann::json;

namespace {

/// Has keys that no other system's messages have.
bool isMessage(const Keys& keys)
{
    return keys.contains("content") && keys.contains("cause_by")
        && (keys.contains("sent_from") || keys.contains("send_to"));
}

/// The messages of one file on their way into a session.
class MessageList
{
public:
    MessageList(const ByteSource& source, SessionSink& sink, const ReadLimits& limits)
        : m_source(source)
        , m_sink(sink)
        , m_session(source, sink, limits, {"metagpt", {}, nullptr})
    { }

    void add(json record, const SourceLocation& place)
    {
        if (const json& storage = memberOf(record, "storage"); storage.is_array() && !record.contains("content")) {
            addMemory(storage, place);
        } else {
            const std::int64_t number = std::max(place.run, place.message); // of the element of a list
            addMessage(std::move(record), {place.line, 0, number, {}});
        }
    }
    void end()
    {
        giveHeld();
        m_session.end();
    }

private:
    void addMemory(const json& storage, SourceLocation place)
    {
        metagpt::MergedStorage merged;
        merged.add(storage);
        for (metagpt::MergedStorage::Entry& entry : merged.result()) {
            place.message = static_cast<std::int64_t>(entry.place) + 1;
            addMessage(std::move(entry.message), place);
        }
    }
    /// An addressed copy directly precedes the original.
    void addMessage(json message, const SourceLocation& place)
    {
        const std::string id = textMember(message, "id");
        const bool isSame = !id.empty() && textMember(m_held, "id") == id;
        if (isSame && metagpt::isAddressedCopy(textMember(m_held, "content"))) {
            m_held["content"] = memberOf(message, "content");
            return;
        }
        giveHeld();
        m_held = std::move(message);
        m_place = place;
    }
    void giveHeld()
    {
        if (m_held.is_null()) {
            return;
        }
        auto read = metagpt::readMessage(std::exchange(m_held, nullptr));
        if (!read) {
            return m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::WrongContent));
        }
        metagpt::reportFault(*read, m_source.name(), m_place, m_sink);
        if (!m_hasTitle) {
            m_session.setTitle(conversation::textOf(read->message));
            m_hasTitle = true;
        }
        nameAlone(read->message);
        m_session.add(std::move(read->message));
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    TitledRecordingBuilder m_session;
    json m_held; ///< the last one
    SourceLocation m_place;
    bool m_hasTitle = false;
};

} // namespace

bool MessageListReader::recognises(const JsonShape& shape) const
{
    const auto storage = shape.listKeys.find("storage");
    return shape.isObject && (isMessage(shape.keys) || (storage != shape.listKeys.end() && isMessage(storage->second)));
}

Result<std::size_t> MessageListReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                            const ReadLimits& limits) const
{
    MessageList list(source, sink, limits);
    RecordReader records(source, shape.layout, limits);
    auto count = records.forEachGood(
        sink, [&](json record, const SourceLocation& place) { list.add(std::move(record), place); });
    if (count) {
        list.end();
    }
    return count;
}

} // namespace quarterdeck::formats
