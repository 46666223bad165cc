#include "model/formats/gemini/cli_chat_reader.h"

#include "model/formats/gemini/gemini_reader.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats::gemini {

/// Which records of a growing file count in the end: a message that is written again counts as it is last, and going
/// back in a conversation ends what came after. Holds hashes of ids; of a million messages, the rest count as they are.
class RecordRevisions
{
public:
    /// The records, one after the other.
    void note(const nlohmann::json& record, std::int64_t line);
    /// Whether the message with that id counts as it is in that line.
    [[nodiscard]] bool isKept(const std::string& id, std::int64_t line) const;

private:
    using IdHash = std::size_t;
    struct Kept
    {
        std::int64_t number = 0; ///< in the order of the conversation
        std::int64_t line = 0;
    };
    void set(const std::string& id, std::int64_t line);
    void goBackTo(const std::string& id);
    void clear();

    std::map<IdHash, Kept> m_byId;
    std::map<std::int64_t, IdHash> m_ids; ///< by number
    std::int64_t m_count = 0;
    bool m_isFull = false;
};

/// Messages that Gemini CLI recorded as an OpenAI chat, which `ChatRecordingBuilder` reads.

/// What `{type, content, thoughts, toolCalls, tokens}` says; results of tools are messages of their own. Of an invalid
/// one, a message that ChatRecordingBuilder refuses with the right reason.
[[nodiscard]] std::vector<std::pair<nlohmann::json, MessageNotes>> cliMessagesOf(nlohmann::json record);

using nlohmann::json;

namespace {

constexpr std::size_t mostMessages = 1'000'000;

std::size_t hashOf(const std::string& id) { return std::hash<std::string>()(id); }

} // namespace

void RecordRevisions::note(const json& record, std::int64_t line)
{
    const json& messages = formats::memberOf(formats::memberOf(record, "$set"), "messages");
    if (formats::memberOf(record, "$rewindTo").is_string()) {
        goBackTo(textMember(record, "$rewindTo"));
    } else if (messages.is_array()) { // in place of all before
        clear();
        for (const json& message : messages) {
            set(textMember(message, "id"), line);
        }
    } else if (const std::string id = textMember(record, "id"); !id.empty()) {
        set(id, line);
    }
}

bool RecordRevisions::isKept(const std::string& id, std::int64_t line) const
{
    const auto kept = m_byId.find(hashOf(id));
    return kept == m_byId.end() ? m_isFull : kept->second.line == line;
}

void RecordRevisions::set(const std::string& id, std::int64_t line)
{
    const IdHash hash = hashOf(id);
    if (m_byId.size() >= mostMessages && !m_byId.contains(hash)) {
        m_isFull = true;
        return;
    }
    const auto [kept, isNew] = m_byId.try_emplace(hash);
    kept->second.line = line;
    if (isNew) {
        kept->second.number = ++m_count;
        m_ids.emplace(m_count, hash);
    }
}

/// Its message goes, too. Where it is not known, nothing stays.
void RecordRevisions::goBackTo(const std::string& id)
{
    const auto kept = m_byId.find(hashOf(id));
    if (kept == m_byId.end()) {
        return clear();
    }
    const auto first = m_ids.lower_bound(kept->second.number);
    for (auto later = first; later != m_ids.end(); ++later) {
        m_byId.erase(later->second);
    }
    m_ids.erase(first, m_ids.end());
}

void RecordRevisions::clear()
{
    m_byId.clear();
    m_ids.clear();
}

namespace {

using Said = std::vector<std::pair<json, MessageNotes>>;

/// A text, a part, or a list of both.
json partsIn(const json& content)
{
    const bool isNothing = content.is_null() || content == "";
    return content.is_array() ? content : isNothing ? json::array() : json::array({content});
}

std::vector<json> saidBy(const char* role, const json& content)
{
    return messagesOf({{"role", role}, {"parts", partsIn(content)}});
}

std::string thoughtsIn(const json& record)
{
    std::string text;
    for (const json& thought : formats::memberOf(record, "thoughts")) {
        const std::string subject = textMember(thought, "subject");
        const std::string description = textMember(thought, "description");
        text +=
            (text.empty() ? "" : "\n\n") + subject + (subject.empty() || description.empty() ? "" : "\n") + description;
    }
    return text;
}

std::optional<conversation::Usage> usageOfRecord(const json& record)
{
    const json& tokens = formats::memberOf(record, "tokens");
    const auto count = [&](const char* key) {
        const json& number = formats::memberOf(tokens, key);
        return number.is_number() ? number.get<double>() : 0;
    };
    return formats::usageOf(
        {count("input") + count("tool"), count("output") + count("thoughts"), count("cached"), count("thoughts")},
        textMember(record, "model"));
}

json callOf(const json& call)
{
    const json function{{"name", formats::memberOf(call, "name")}, {"arguments", call.value("args", json::object())}};
    return {{"id", formats::memberOf(call, "id")}, {"type", "function"}, {"function", function}};
}

/// The pieces of what a tool gave; a single text is no list.
json outputOfCall(const json& call)
{
    json pieces = json::array();
    for (json& one : saidBy("user", formats::memberOf(call, "result"))) {
        json& content = one["content"];
        if (content.is_array()) {
            std::move(content.begin(), content.end(), std::back_inserter(pieces));
        } else if (content.is_string()) {
            pieces.push_back({{"type", "text"}, {"text", std::move(content)}});
        }
    }
    if (pieces.empty()) {
        const json& shown = formats::memberOf(call, "resultDisplay");
        return shown.is_string() ? shown : json();
    }
    const bool isOneText = pieces.size() == 1 && textMember(pieces[0], "type") == "text";
    return isOneText ? pieces[0]["text"] : pieces;
}

void addResult(const json& call, Said& said)
{
    const std::string status = textMember(call, "status");
    const bool hasFailed = status == "error" || status == "cancelled";
    json output = outputOfCall(call);
    if (output.is_null() && !hasFailed && status != "success") {
        return; // it has not ended
    }
    MessageNotes notes;
    notes.time = textMember(call, "timestamp");
    notes.hasFailed = hasFailed;
    said.emplace_back(json{{"role", "tool"},
                           {"tool_call_id", formats::memberOf(call, "id")},
                           {"name", formats::memberOf(call, "name")},
                           {"content", output.is_null() && hasFailed ? json(status) : std::move(output)}},
                      std::move(notes));
}

Said answersOf(const json& record)
{
    Said said;
    std::vector<json> messages = saidBy("model", formats::memberOf(record, "content"));
    const std::string thoughts = thoughtsIn(record);
    json calls = json::array();
    for (const json& call : formats::memberOf(record, "toolCalls")) {
        if (call.is_object()) {
            calls.push_back(callOf(call));
        }
    }
    const bool isMore = !thoughts.empty() || !calls.empty();
    if (isMore && (messages.empty() || textMember(messages.back(), "role") != "assistant")) {
        messages.push_back({{"role", "assistant"}, {"content", nullptr}});
    }
    for (json& message : messages) {
        said.emplace_back(std::move(message), MessageNotes());
    }
    if (!thoughts.empty()) {
        said.back().first["reasoning_content"] = thoughts;
    }
    for (json& call : calls) {
        said.back().first["tool_calls"].push_back(std::move(call));
    }
    if (!said.empty()) {
        said.back().second.usage = usageOfRecord(record);
    }
    return said;
}

/// What a record says beside its words.
json furtherOf(json record)
{
    for (const char* key : {"content", "thoughts", "toolCalls", "tokens", "timestamp"}) {
        record.erase(key);
    }
    return record;
}

} // namespace

std::vector<std::pair<json, MessageNotes>> cliMessagesOf(json record)
{
    const std::string type = textMember(record, "type");
    Said said;
    if (type == "gemini") {
        said = answersOf(record);
    } else if (type == "user") {
        for (json& message : saidBy("user", formats::memberOf(record, "content"))) {
            said.emplace_back(std::move(message), MessageNotes());
        }
    } else if (!type.empty()) { // info, warning, error
        json note{{"role", "system"}, {"name", "Gemini CLI"}, {"content", formats::memberOf(record, "content")}};
        said.emplace_back(std::move(note), MessageNotes());
    } else {
        said.emplace_back(record.is_object() ? json::object() : record, MessageNotes());
        return said;
    }
    for (auto& [message, notes] : said) {
        notes.time = textMember(record, "timestamp");
    }
    for (const json& call : formats::memberOf(record, "toolCalls")) {
        addResult(call, said);
    }
    if (!said.empty()) {
        said.front().first["further"] = furtherOf(std::move(record));
    }
    return said;
}

} // namespace quarterdeck::formats::gemini

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

void addRecord(ChatRecordingBuilder& session, json record, const SourceLocation& place)
{
    for (auto& [message, notes] : gemini::cliMessagesOf(std::move(record))) {
        session.add(std::move(message), place, std::move(notes));
    }
}

bool isOfSession(const json& record) { return record.is_object() && record.contains("sessionId"); }

/// Two passes: the first finds out what counts, and what is told beside the messages.
Result<std::size_t> readLines(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    gemini::RecordRevisions kept;
    json fields = json::object();
    RecordReader first(source, Layout::Lines, limits);
    auto count = first.forEach([&](const Result<json>& record, const SourceLocation& place) {
        if (record && (isOfSession(*record) || memberOf(*record, "$set").is_object())) {
            fields.update(isOfSession(*record) ? *record : memberOf(*record, "$set"));
            fields.erase("messages");
        }
        if (record) {
            kept.note(*record, place.line);
        }
        return !sink.isStopped();
    });
    if (!count) {
        return count;
    }
    if (const auto back = source.rewind(); !back) {
        return tl::unexpected(back.error());
    }
    ChatRecordingBuilder session(source, sink, limits, {"gemini_cli", {}, std::move(fields)});
    RecordReader second(source, Layout::Lines, limits);
    const auto add = [&](const json& record, const SourceLocation& place) {
        const std::string id = textMember(record, "id");
        if (id.empty() || kept.isKept(id, place.line)) {
            addRecord(session, record, place);
        }
    };
    count = second.forEachGood(sink, [&](const json& record, const SourceLocation& place) {
        for (const json& message : memberOf(memberOf(record, "$set"), "messages")) {
            add(message, place);
        }
        if (!isOfSession(record) && memberOf(record, "$set").is_null() && memberOf(record, "$rewindTo").is_null()) {
            add(record, place);
        }
    });
    if (count) {
        session.end();
    }
    return count;
}

} // namespace

bool GeminiCliReader::recognises(const JsonShape& shape) const
{
    return shape.has("sessionId") && shape.has("projectHash");
}

Result<std::size_t> GeminiCliReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    if (shape.layout == Layout::Lines) {
        return readLines(source, sink, limits);
    }
    return ChatFile(source, sink, limits, kind(), addRecord).readRuns(shape.layout, "messages");
}

} // namespace quarterdeck::formats
