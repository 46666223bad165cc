#include "agentscope/saved_state_session.h"

#include "sentences.h"
#include "json/json_text.h"

#include <algorithm>

namespace quarterdeck::formats {

using conversation::JsonValue;
using conversation::Message;
using nlohmann::json;

namespace {

/// Whether the content, written from the message that was read, is what it was; and in any case for one that holds much
/// data, which is not kept twice.
bool isWrittenAgain(const json& msg, const agentscope::ReadMsg& read)
{
    constexpr std::size_t mostKeptTwice = 65'536;
    agentscope::WriteOptions options;
    std::size_t bytes = 0;
    for (const RecordedAttachment& attachment : read.attachments) {
        bytes += attachment.bytes.size();
    }
    options.bytesOf = [&](const conversation::AttachmentHash& hash) -> std::optional<std::string> {
        const auto found = std::ranges::find(read.attachments, hash, &RecordedAttachment::hash);
        return found == read.attachments.end() ? std::nullopt : std::optional(found->bytes);
    };
    return bytes > mostKeptTwice || agentscope::toDict(read.message, options)["content"] == memberOf(msg, "content");
}

} // namespace

SavedStateSession::SavedStateSession(const ByteSource& source, SessionSink& sink, const ReadLimits& limits,
                                     RecordedDetails details)
    : m_source(source)
    , m_sink(sink)
    , m_limits(limits)
    , m_details(std::move(details))
    , m_session(source, sink, limits)
{ }

void SavedStateSession::add(const json& msg, const json& marks, const Place& place)
{
    agentscope::ReadOptions options;
    options.limits = m_limits;
    auto read = agentscope::readMsg(msg, options);
    if (!read) {
        m_sink.problem(sentences::problem(m_source.name(), place, sentences::Reason::NotAMsg, read.error().detail));
        return;
    }
    Message message = std::move(read->message);
    if (!message.id.isEmpty() && !m_ids.insert(message.id.str()).second) {
        return; // another agent remembers it too
    }
    json fields = msg;
    if (isWrittenAgain(msg, *read)) {
        fields.erase("content"); // what the message holds itself
    }
    if (marks.is_array() && !marks.empty()) {
        fields["marks"] = marks;
    }
    message.metadata = JsonValue(json{{"source", std::move(fields)}});
    if (message.role == "user") {
        message.sentFrom = {};
        message.causeBy = conversation::action::userRequirement;
    } else if (conversation::hasBlock<conversation::ToolResultBlock>(message)) {
        message.role = "tool";
    }
    for (RecordedAttachment& attachment : read->attachments) {
        m_sink.attachment(std::move(attachment));
    }
    push(std::move(message));
}

void SavedStateSession::addSummary(const std::string& agent, const std::string& text)
{
    Message message;
    message.role = "system";
    message.sentFrom = conversation::Address(agent);
    message.sendTo = {conversation::address::none};
    message.content = conversation::textBlocks(text);
    message.metadata = JsonValue(json{{"source", {{"_compressed_summary", true}}}});
    push(std::move(message));
}

void SavedStateSession::begin(const Message& first)
{
    if (first.timestamp.msSinceEpoch != 0) {
        m_session.startAt(first.timestamp);
    }
    const std::string text = first.role == "user" ? conversation::textOf(first) : std::string();
    m_session.begin(titleFrom(text, baseName(m_source.name())), m_details);
}

void SavedStateSession::push(Message message)
{
    if (!m_session.hasBegun()) {
        begin(message);
    }
    if (!message.sentFrom.isEmpty()) {
        m_session.addRole(message.sentFrom.str());
    }
    m_session.add(std::move(message));
}

bool SavedStateSession::end()
{
    if (m_session.hasBegun()) {
        m_session.end();
    }
    return m_session.hasBegun();
}

} // namespace quarterdeck::formats
