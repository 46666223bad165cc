#include "model/formats/agentscope/agentscope_readers.h"

#include "model/formats/agentscope/agent_scope_recording_builder.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

namespace {

bool isMsg(const JsonShape& shape)
{
    return shape.has("name") && shape.has("role") && shape.has("content")
        && (shape.has("timestamp") || shape.has("created_at"));
}

bool isMemory(const JsonShape& shape)
{
    return !shape.has("role")
        && (shape.listHas("content", "role") || (shape.has("_compressed_summary") && shape.has("content")));
}

/// What an agent of AgentScope 2 saves: `{session_id, summary, context: [message]}`.
bool isStateOf2(const JsonShape& shape)
{
    return !shape.has("role") && shape.listHas("context", "role") && (shape.has("summary") || shape.has("session_id"));
}

bool isState(const JsonShape& shape)
{
    return isStateOf2(shape)
        || std::ranges::any_of(shape.memberKeys, [](const auto& member) { return member.second.contains("memory"); });
}

/// A message of a memory with its marks.
struct Remembered
{
    json msg;
    json marks;
    std::string agent{};     ///< whose memory it is
    std::int64_t number = 0; ///< in it, from 1
};

/// From 1.0.12 on a memory holds pairs of a message and its marks.
Remembered rememberedOf(const json& item)
{
    const bool isPair = item.is_array() && item.size() == 2 && item[0].is_object();
    return isPair ? Remembered{item[0], item[1]} : Remembered{item, {}};
}

void collect(const std::string& agent, const json& memory, std::vector<Remembered>& messages)
{
    const json& content = memberOf(memory, "content");
    if (!content.is_array()) {
        return;
    }
    std::int64_t number = 0;
    for (const json& item : content) {
        Remembered one = rememberedOf(item);
        one.agent = agent;
        one.number = ++number;
        messages.push_back(std::move(one));
    }
}

struct Memories
{
    std::vector<Remembered> messages;
    std::vector<std::pair<std::string, std::string>> summaries; ///< agent, text
    int agents = 0;
};

void addMemory(const std::string& agent, const json& memory, Memories& memories)
{
    ++memories.agents;
    collect(agent, memory, memories.messages);
    if (const std::string summary = textMember(memory, "_compressed_summary"); !summary.empty()) {
        memories.summaries.emplace_back(agent, summary);
    }
}

/// A message that several agents remember comes in once, with all marks that they gave it.
void joinMarks(std::vector<Remembered>& messages)
{
    std::map<std::pair<std::string, std::string>, json*> firsts;
    for (Remembered& one : messages) {
        const std::string id = textMember(one.msg, "id");
        if (id.empty()) {
            continue;
        }
        const auto [first, isNew] = firsts.try_emplace({id, textOfJson(memberOf(one.msg, "content"))}, &one.marks);
        if (isNew || !one.marks.is_array()) {
            continue;
        }
        json& marks = *first->second;
        marks = marks.is_array() ? std::move(marks) : json::array();
        std::ranges::copy_if(one.marks, std::back_inserter(marks),
                             [&](const json& mark) { return std::ranges::find(marks, mark) == marks.end(); });
    }
}

std::string textsOf(const json& blocks)
{
    std::string text;
    for (const json& block : blocks) {
        text += (text.empty() ? "" : "\n") + textMember(block, "text");
    }
    return text;
}

Memories memoriesOf(const json& document)
{
    Memories memories;
    if (!document.is_object()) {
        return memories;
    }
    if (document.contains("content")) {
        addMemory("Memory", document, memories);
        return memories;
    }
    if (const json& context = memberOf(document, "context"); context.is_array()) {
        const json& summary = memberOf(document, "summary"); // text, or a message's content
        const std::string text = summary.is_array() ? textsOf(summary) : textMember(document, "summary");
        addMemory("Memory", {{"content", context}, {"_compressed_summary", text}}, memories);
        return memories;
    }
    for (const auto& [key, agent] : document.items()) {
        if (const json memory = agent.is_object() ? agent.value("memory", json()) : json(); memory.is_object()) {
            const std::string name = textMember(agent, "name");
            addMemory(name.empty() ? key : name, memory, memories);
        }
    }
    if (memories.agents > 1) {
        // Texts of this form sort like the times they represent.
        std::ranges::stable_sort(memories.messages, {}, [](const Remembered& one) {
            const std::string time = textMember(one.msg, "timestamp");
            return time.empty() ? textMember(one.msg, "created_at") : time;
        });
        joinMarks(memories.messages);
    }
    return memories;
}

/// What the document says beside its messages.
json fieldsOf(json document)
{
    document.erase("content");
    document.erase("context");
    for (auto& [key, agent] : document.items()) {
        if (agent.is_object() && agent.contains("memory") && agent["memory"].is_object()) {
            agent["memory"].erase("content");
        }
    }
    return document;
}

void readDocument(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const json& document,
                  const SourceLocation& at)
{
    const Memories memories = memoriesOf(document);
    AgentScopeRecordingBuilder session(source, sink, limits, {"agentscope", at, fieldsOf(document)});
    for (const auto& [agent, text] : memories.summaries) {
        session.addSummary(agent, text);
    }
    SourceLocation place = at;
    for (const Remembered& one : memories.messages) {
        place.message = one.number;
        place.memory = memories.agents > 1 ? one.agent : std::string();
        session.add(one.msg, one.marks, place);
    }
    if (!session.end()) {
        sink.reportProblem(errors::problem(source.name(), at, errors::RejectReason::NoMessages));
    }
}

/// For a memory that is the whole file: its messages are never all held. Empty if there are none.
std::optional<Result<std::size_t>> readLongMemory(ByteSource& source, SessionSink& sink, const ReadLimits& limits)
{
    ListedDocument document(source, "content", limits);
    const auto memory = document.fields(sink);
    if (!memory) {
        return tl::unexpected(memory.error());
    }
    if (!memory->is_object()) {
        return std::nullopt;
    }
    AgentScopeRecordingBuilder session(source, sink, limits, {"agentscope", {}, fieldsOf(*memory)});
    if (const std::string summary = textMember(*memory, "_compressed_summary"); !summary.empty()) {
        session.addSummary("Memory", summary);
    }
    auto count = document.forEach(sink, [&](const json& item, const SourceLocation& place) {
        const Remembered one = rememberedOf(item);
        session.add(one.msg, one.marks, place);
    });
    if (count && !sink.isStopped() && !session.end()) {
        sink.reportProblem(errors::problem(source.name(), {}, errors::RejectReason::NoMessages));
    }
    return count ? Result<std::size_t>(1) : count;
}

} // namespace

bool SavedStateReader::recognises(const JsonShape& shape) const
{
    return isMsg(shape) || isMemory(shape) || isState(shape);
}

Result<std::size_t> SavedStateReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                           const ReadLimits& limits) const
{
    if (shape.layout == Layout::Document && !isMsg(shape) && isMemory(shape)) {
        if (auto count = readLongMemory(source, sink, limits)) {
            return std::move(*count);
        }
    }
    AgentScopeRecordingBuilder messages(source, sink, limits, {"agentscope", {}, json::object()});
    RecordReader records(source, shape.layout, limits);
    auto count = records.forEachGood(sink, [&](const json& record, SourceLocation place) {
        if (isMsg(shape)) {
            std::swap(place.run, place.message); // elements of the list are messages here
            messages.add(record, {}, place);
        } else {
            readDocument(source, sink, limits, record, place);
        }
    });
    if (count) {
        messages.end();
    }
    return count;
}

bool StudioReader::recognises(const JsonShape& shape) const
{
    return shape.layout != Layout::Array && shape.has("studio_run");
}

Result<std::size_t> StudioReader::read(ByteSource& source, const JsonShape&, SessionSink& sink,
                                       const ReadLimits& limits) const
{
    std::optional<AgentScopeRecordingBuilder> run;
    std::int64_t runs = 0;
    SourceLocation place;
    const auto end = [&] {
        if (run) {
            run->end(); // a run in which nobody spoke is no session
        }
    };
    RecordReader records(source, Layout::Lines, limits);
    auto count = records.forEachGood(sink, [&](const json& record, const SourceLocation&) {
        if (record.contains("studio_message") && run) {
            ++place.message;
            place.row = textMember(record, "id");
            json msg = record["studio_message"];
            if (msg.is_object() && record.contains("id")) {
                msg["id"] = record["id"];
            }
            const json& reply = memberOf(record, "reply");
            run->add(msg, reply.is_null() ? json() : json::array({reply}), place);
        } else if (record.contains("studio_run")) {
            end();
            place = {};
            place.run = ++runs;
            run.emplace(source, sink, limits, RecordedDetails{"agentscope_studio", place, record["studio_run"]});
        }
    });
    if (count && !sink.isStopped()) {
        end();
    }
    return count;
}

} // namespace quarterdeck::formats
