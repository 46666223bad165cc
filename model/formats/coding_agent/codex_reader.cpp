#include "model/formats/coding_agent/codex_reader.h"

#include "model/conversation/message.h"
#include "model/formats/coding_agent/codex_items.h"
#include "model/formats/coding_agent/codex_survey.h"
#include "model/formats/coding_agent/codex_thread.h"
#include "model/formats/coding_agent/coding_agent_recording_builder.h"
#include "model/formats/coding_agent/joined_records.h"
#include "model/formats/coding_agent/sub_agents.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/read_limits.h"
#include "model/formats/recording/recording_builder.h"
#include "model/formats/session_reader.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace quarterdeck::formats {

using conversation::Address;
using conversation::JsonValue;
using conversation::Message;
using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

const Address tools("Tools");

/// Whether a model thinks or speaks on after a search of its own, whose result is not recorded.
bool isNextStep(const Message& held, const codex::ParsedItem& read)
{
    const auto uses = conversation::blocksOf<conversation::ToolUseBlock>(held);
    const auto speaks = [](const conversation::ContentBlock& block) {
        return std::holds_alternative<conversation::TextBlock>(block)
            || std::holds_alternative<conversation::ThinkingBlock>(block);
    };
    return !uses.empty() && std::ranges::all_of(uses, [](const auto& use) { return use.name == codex::webSearch; })
        && std::ranges::any_of(read.blocks, speaks);
}

/// Reads the records of one file, or of several that belong to one session.
class CodexRollout
{
public:
    CodexRollout(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, codex::Survey survey)
        : m_limits(limits)
        , m_survey(std::move(survey))
        , m_session(source, sink, limits, "codex")
    { }

    void add(json record, const SourceLocation& place);
    void end();

private:
    /// A record, and who wrote it.
    struct Record
    {
        codex::Thread& thread;
        std::string time;
        SourceLocation place;
    };
    [[nodiscard]] codex::Thread& threadOf(const std::string& file);
    void addMeta(const Record& of, const json& meta);
    void addItem(const Record& of, const json& item);
    void addUser(const Record& of, const json& item);
    void addPart(const Record& of, json item, const json& parts, bool isProgram);
    void addToldByAgent(const Record& of, const json& item);
    void addRead(const Record& of, codex::ParsedItem read, const json& item);
    void addAnswer(const Record& of, codex::ParsedItem read, const json& item);
    void addEvent(const Record& of, const json& event);
    void addCompaction(const Record& of, const json& record);
    void addUsage(codex::Thread& thread, const std::optional<Usage>& usage);
    void addUsageTakenBack(codex::Thread& thread, const std::string& type, const json& payload);
    void sayWhatWaits(codex::Thread& thread);
    void nameResults(codex::Thread& thread, codex::ParsedItem& read) const;
    [[nodiscard]] Message messageOf(const Record& of, codex::ParsedItem read, const json& item) const;
    [[nodiscard]] std::string nameOf(const std::string& path) const;

    ReadLimits m_limits;
    codex::Survey m_survey;
    CodingAgentRecordingBuilder m_session;
    std::map<std::string, codex::Thread> m_threads;
    std::optional<Usage> m_usage; ///< that no message tells
};

codex::Thread& CodexRollout::threadOf(const std::string& file)
{
    const bool isBeyond = m_threads.size() >= codex::mostThreads && !m_threads.contains(file);
    const auto [found, isNew] = m_threads.try_emplace(isBeyond ? "others" : file);
    if (isNew) {
        found->second.lane = found->first;
        found->second.name = file.empty() ? codex::mainAgent : unnamedSubAgent;
    }
    return found->second;
}

void CodexRollout::add(json record, const SourceLocation& place)
{
    const std::string file = takeJoinedFile(record);
    const Record of{threadOf(file), textMember(record, "timestamp"), place};
    if (!record.is_object()) {
        return m_session.problem(place, RejectReason::NotAnObject);
    }
    const std::string type = textMember(record, "type");
    const json payload = record.value("payload", json());
    if (m_survey.isTakenBack(file, place.line)) {
        const bool isSaid = textMember(payload, "type") == "message" && type == "response_item";
        m_session.noteTakenBack(place, isSaid ? 1 : 0);
        addUsageTakenBack(of.thread, type, payload);
    } else if (!payload.is_object()) {
        if (!type.empty()) {
            addItem(of, record); // the older form
        } else if (record.contains("id")) {
            m_session.setFields(record);
        } else if (!record.contains("record_type")) {
            m_session.problem(place, RejectReason::UnknownRecord);
        }
    } else if (type == "response_item") {
        if (!of.thread.isInherited(of.time)) {
            addItem(of, payload);
        }
    } else if (type == "session_meta") {
        addMeta(of, payload);
    } else if (type == "turn_context") {
        of.thread.model = textMember(payload, "model");
    } else if (type == "event_msg") {
        addEvent(of, payload);
    } else if (type == "token_usage_record") {
        of.thread.isResponseOver = true;
        addUsage(of.thread, codex::usageOf(memberOf(payload, "usage"), of.thread.model));
    } else if (type == "compacted") {
        addCompaction(of, record);
    } else if (type != "world_state" && type != "inter_agent_communication_metadata"
               && type != "inter_agent_communication") {
        m_session.problem(place, RejectReason::UnknownRecord);
    }
}

void CodexRollout::addMeta(const Record& of, const json& meta)
{
    codex::Thread& thread = of.thread;
    if (!thread.begin(meta, of.time)) {
        return; // of the session from which it was forked
    }
    if (thread.lane.empty()) {
        m_session.setFields(meta);
    }
    for (const auto& [file, other] : m_threads) {
        if (!other.id.empty() && other.id == thread.parentId) {
            thread.parent = other.name;
        }
    }
}

void CodexRollout::addItem(const Record& of, const json& item)
{
    const std::string type = textMember(item, "type");
    if (of.thread.isRepeated(item)) {
        return;
    }
    if (type == "message" && textMember(item, "role") == "user") {
        return addUser(of, item);
    }
    if (type == "agent_message") {
        return addToldByAgent(of, item);
    }
    if (of.thread.isSummary(item)) {
        sayWhatWaits(of.thread); // an earlier one was none
        of.thread.waiting = {item, of.time, of.place};
        return;
    }
    if (type != "message" || textMember(item, "role") == "assistant") {
        sayWhatWaits(of.thread);
    }
    auto read = codex::readItem(item, m_limits);
    if (!read) {
        return m_session.problem(of.place, RejectReason::WrongContent);
    }
    addRead(of, std::move(*read), item);
}

void CodexRollout::addRead(const Record& of, codex::ParsedItem read, const json& item)
{
    if (read.hasBrokenImage) {
        m_session.problem(of.place, RejectReason::WrongImage);
    }
    for (RecordedAttachment& attachment : read.attachments) {
        m_session.attachment(std::move(attachment));
    }
    nameResults(of.thread, read);
    if (read.isAnswer) {
        addAnswer(of, std::move(read), item);
    } else if (!read.blocks.empty()) {
        m_session.say(messageOf(of, std::move(read), item), of.thread.lane);
    }
}

/// The program puts much into the person's role, also into the same item.
void CodexRollout::addUser(const Record& of, const json& item)
{
    const json& content = memberOf(item, "content");
    codex::UserItem split = codex::splitUser(item);
    if (!content.is_string() && !content.is_array()) {
        return m_session.problem(of.place, RejectReason::WrongContent);
    }
    if (m_survey.isTypedWhole(split, of.thread.lane)) {
        split.rest = content.is_string() ? json::array({{{"type", "input_text"}, {"text", content}}}) : content;
        split.program = json::array();
    }
    addPart(of, item, split.program, true);
    addPart(of, item, split.rest, !m_survey.isTyped(split, of.thread.lane, of.place.line));
}

void CodexRollout::addPart(const Record& of, json item, const json& parts, bool isProgram)
{
    if (parts.empty()) {
        return;
    }
    sayWhatWaits(of.thread);
    item["content"] = parts;
    item["role"] = isProgram ? "developer" : "user";
    if (auto read = codex::readItem(item, m_limits)) {
        addRead(of, std::move(*read), item);
    }
}

/// What one agent sends to another. Where the sender's own file is read, too, its answers are there.
void CodexRollout::addToldByAgent(const Record& of, const json& item)
{
    const std::string author = textMember(item, "author");
    const std::string text = codex::toldIn(item);
    const auto its = std::ranges::find_if(m_threads, [&](const auto& one) {
        return !one.first.empty() && !author.empty() && (one.second.path == author || one.second.id == author);
    });
    const bool isInItsFile = its != m_threads.end() && &its->second != &of.thread
        && (its->second.lastText == text || m_survey.isAnswer(text, its->first));
    if (text.empty() || isInItsFile) {
        return;
    }
    sayWhatWaits(of.thread);
    Message message;
    message.role = "user";
    message.sentFrom = Address(nameOf(author));
    message.sendTo = {Address(nameOf(textMember(item, "recipient")))};
    message.content = conversation::textBlocks(text);
    setTime(message, of.time);
    message.metadata = of.thread.metadataOf(item, of.place.line);
    m_session.say(std::move(message), of.thread.lane);
}

std::string CodexRollout::nameOf(const std::string& path) const
{
    for (const auto& [file, thread] : m_threads) {
        if (!path.empty() && (thread.path == path || thread.id == path)) {
            return thread.name;
        }
    }
    const std::string agent = codex::agentOfPath(path);
    return agent.empty() ? codex::mainAgent : agent;
}

void CodexRollout::nameResults(codex::Thread& thread, codex::ParsedItem& read) const
{
    for (auto& block : read.blocks) {
        if (const auto* use = std::get_if<conversation::ToolUseBlock>(&block)) {
            thread.calls.note(use->id, use->name);
        } else if (auto* result = std::get_if<conversation::ToolResultBlock>(&block)) {
            result->name = thread.calls.take(result->id);
            result->isError = result->isError || (!read.isExitKnown && thread.failed.contains(result->id));
        }
    }
}

void CodexRollout::addAnswer(const Record& of, codex::ParsedItem read, const json& item)
{
    if (read.blocks.empty()) {
        return; // thought in secret
    }
    codex::Thread& thread = of.thread;
    for (const auto& block : read.blocks) {
        if (const auto* text = std::get_if<conversation::TextBlock>(&block)) {
            thread.lastText = text->text;
        }
    }
    Message* held = m_session.held(thread.name, thread.lane);
    if (held == nullptr || std::exchange(thread.isResponseOver, false) || isNextStep(*held, read)) {
        thread.isResponseOver = false;
        m_session.hold(messageOf(of, std::move(read), item), thread.name, thread.lane);
        return;
    }
    // What a model thought, said and called in one go is spread over several items.
    held->content.insert(held->content.end(), read.blocks.begin(), read.blocks.end());
    if (conversation::hasBlock<conversation::ToolUseBlock>(*held)) {
        held->sendTo = {tools};
    }
}

Message CodexRollout::messageOf(const Record& of, codex::ParsedItem read, const json& item) const
{
    const codex::Thread& thread = of.thread;
    Message message;
    message.content = std::move(read.blocks);
    setTime(message, of.time);
    const std::string role = textMember(item, "role");
    const Address agent(thread.name);
    const Address other = thread.isSub() ? Address(thread.parent) : conversation::address::person;
    const bool isContext = read.isResult && textMember(item, "call_id").empty() && item.contains("name");
    if (read.isAnswer) {
        message.role = "assistant";
        message.sentFrom = agent;
        message.sendTo = {conversation::hasBlock<conversation::ToolUseBlock>(message) ? tools : other};
    } else if (read.isResult && !isContext) {
        message.role = "tool";
        message.sentFrom = tools;
        message.sendTo = {agent};
    } else if (role != "user") {
        message.role = "system";
        message.sentFrom = Address(codex::programName);
        message.sendTo = {agent};
    } else if (thread.isSub()) {
        message.role = "user";
        message.sentFrom = Address(thread.parent);
        message.sendTo = {agent};
    } else {
        message.causeBy = conversation::action::userRequirement;
        message.sendTo = {agent};
    }
    if (isContext) { // what the program tells as if a tool had
        const auto results = conversation::blocksOf<conversation::ToolResultBlock>(message);
        message.content = conversation::textBlocks(results.front().output);
    }
    message.metadata = thread.metadataOf(item, of.place.line);
    return message;
}

void CodexRollout::addEvent(const Record& of, const json& event)
{
    codex::Thread& thread = of.thread;
    thread.note(event);
    const std::string typed = codex::typedIn(event);
    if (m_survey.isOnlyInEvent(typed, thread.lane) && !thread.isInherited(of.time)) {
        const json part{{"type", "input_text"}, {"text", typed}};
        addPart(of, {{"type", "message"}, {"role", "user"}}, json::array({part}), false);
    }
    if (textMember(event, "type") != "token_count" || m_survey.hasUsageRecords(thread.lane)) {
        return;
    }
    const codex::Counted counted = thread.count(memberOf(event, "info"));
    if (Message* held = m_session.held(thread.name, thread.lane); counted.isAgain && held != nullptr) {
        held->usage = counted.usage ? counted.usage : held->usage; // it is told again as limits change: the last counts
    } else if (!counted.isAgain) {
        addUsage(thread, counted.usage);
    }
}

/// To the answer that it was spent on, as long as nothing followed; else to the session.
void CodexRollout::addUsage(codex::Thread& thread, const std::optional<Usage>& usage)
{
    if (!usage) {
        return;
    }
    Message* held = thread.waiting ? nullptr : m_session.held(thread.name, thread.lane);
    std::optional<Usage>& sum = held != nullptr ? held->usage : m_usage;
    sum = sumOf(sum, *usage);
}

/// What was taken back was spent all the same.
void CodexRollout::addUsageTakenBack(codex::Thread& thread, const std::string& type, const json& payload)
{
    std::optional<Usage> usage;
    if (type == "token_usage_record") {
        usage = codex::usageOf(memberOf(payload, "usage"), thread.model);
    } else if (textMember(payload, "type") == "token_count" && !m_survey.hasUsageRecords(thread.lane)) {
        const codex::Counted counted = thread.count(memberOf(payload, "info"));
        usage = counted.isAgain ? std::nullopt : counted.usage;
    }
    if (usage) {
        m_usage = sumOf(m_usage, *usage);
    }
}

/// The summary is in the record; that the model wrote it is no answer to anybody.
void CodexRollout::addCompaction(const Record& of, const json& record)
{
    codex::Thread& thread = of.thread;
    const std::string summary = textMember(memberOf(record, "payload"), "message");
    if (thread.waiting && summary.find(thread.textThatWaits()) == std::string::npos) {
        sayWhatWaits(thread);
    }
    const bool isSaid = !thread.waiting && !thread.lastText.empty() && summary.ends_with(thread.lastText);
    thread.waiting.reset();
    if (!summary.empty() && !isSaid) {
        json source = record;
        source["payload"].erase("replacement_history");
        m_session.note(codex::programName, summary, of.time, thread.withAgent(std::move(source)), thread.lane,
                       thread.lane.empty() ? std::to_string(of.place.line) : std::string());
    }
}

void CodexRollout::sayWhatWaits(codex::Thread& thread)
{
    if (!thread.waiting) {
        return;
    }
    const codex::WaitingItem waiting = *std::exchange(thread.waiting, std::nullopt);
    if (auto read = codex::readItem(waiting.item, m_limits)) {
        addRead({thread, waiting.time, waiting.place}, std::move(*read), waiting.item);
    }
}

void CodexRollout::end()
{
    for (auto& [file, thread] : m_threads) {
        sayWhatWaits(thread);
    }
    if (m_usage) {
        m_session.setUsage(std::move(*m_usage));
    }
    m_session.end();
}

} // namespace

bool CodexReader::recognises(const JsonShape& shape) const
{
    const auto seen = [&](const char* key) { return shape.seenKeys.contains(key); };
    const bool isWrapped =
        seen("payload") && shape.hasTypeOf({"session_meta", "response_item", "event_msg", "turn_context"});
    const bool isBare = shape.layout == Layout::Lines && (shape.has("instructions") || seen("record_type"))
        && shape.hasTypeOf({"message", "reasoning", "function_call"});
    return shape.layout != Layout::Array && (isWrapped || isBare);
}

/// Two passes: the first finds out what was typed, and what was taken back.
Result<std::size_t> CodexReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                      const ReadLimits& limits) const
{
    codex::Survey survey;
    RecordReader first(source, Layout::Lines, limits);
    auto count = first.lookThrough(sink, [&](json record, const SourceLocation& place) {
        const std::string file = takeJoinedFile(record);
        survey.note(record, file, place.line);
    });
    if (!count) {
        return count;
    }
    sink.acceptTakenBack(survey.recordsTakenBack());
    CodexRollout rollout(source, sink, limits, std::move(survey));
    RecordReader second(source, Layout::Lines, limits);
    count = second.forEachGood(
        sink, [&](json record, const SourceLocation& place) { rollout.add(std::move(record), place); });
    if (count) {
        rollout.end();
    }
    return count;
}

} // namespace quarterdeck::formats
