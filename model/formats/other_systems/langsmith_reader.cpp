#include "model/formats/other_systems/langsmith_reader.h"

#include "model/conversation/message.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/other_systems/langsmith_runs.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats::langsmith {

using errors::RejectReason;
using nlohmann::json;

namespace {

/// The text of a chat's content, to compare it.
std::string plainText(const json& content)
{
    std::string text = content.is_string() ? content.get<std::string>() : std::string();
    for (const json& part : content.is_array() ? content : json::array()) {
        text += part.is_string() ? part.get<std::string>() : textMember(part, "text");
    }
    return text;
}

/// What makes a message the same wherever it is repeated.
std::size_t identityOf(const json& message)
{
    const json& calls = memberOf(message, "tool_calls");
    std::string identity = textMember(message, "role") + '\n' + textMember(message, "tool_call_id") + '\n';
    if (identity.starts_with("tool\n") && identity.size() > std::string("tool\n\n").size()) {
        return std::hash<std::string>()(identity); // whatever it is told to be
    }
    for (const json& call : calls.is_array() ? calls : json::array()) {
        identity += textMember(call, "id") + '\n';
    }
    return std::hash<std::string>()(identity + plainText(memberOf(message, "content")));
}

bool isRoot(const json& run) { return textMember(run, "parent_run_id").empty(); }

/// Reads the runs of one conversation.
class Conversation
{
public:
    Conversation(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, std::int64_t number,
                 const std::vector<Run>& runs)
        : m_source(source)
        , m_sink(sink)
        , m_place{0, number, 0, {}, {}}
        , m_runs(runs)
        , m_session(source, sink, limits, {"langsmith", m_place, fieldsOf(runs)})
    { }

    void read()
    {
        survey();
        for (const Run& run : m_runs) {
            if (m_sink.isStopped()) {
                return;
            }
            const json& fields = run.fields;
            const std::string kind = textMember(fields, "run_type");
            giveEnded(run.began);
            if (isRoot(fields) && kind != "llm" && kind != "tool") {
                addRoot(fields);
            } else if (kind == "llm") {
                addCall(fields);
            } else if (kind == "tool" || kind == "retriever") {
                addTool(fields);
            }
        }
        giveEnded(std::nullopt);
        if (!m_session.end()) {
            m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::NoMessages));
        }
    }

private:
    static json fieldsOf(const std::vector<Run>& runs)
    {
        json fields = json::object();
        for (const char* key : {"id", "trace_id", "name", "session_id", "session_name", "tags", "status"}) {
            if (const json& value = memberOf(runs.front().fields, key); !value.is_null()) {
                fields[key] = value;
            }
        }
        return fields;
    }

    /// What the person gave the whole, and which results of tools a model was told.
    void survey()
    {
        for (const Run& run : m_runs) {
            const std::string kind = textMember(run.fields, "run_type");
            const std::vector<json> asked = messagesOf(memberOf(run.fields, "inputs"));
            if (isRoot(run.fields)) {
                m_program = m_program.empty() && kind != "llm" ? textMember(run.fields, "name") : m_program;
                noteWords(memberOf(run.fields, "inputs"), asked);
                noteTools(messagesOf(memberOf(run.fields, "outputs")));
            }
            noteTools(asked);
        }
        m_program = m_program.empty() ? "LangSmith" : m_program;
    }

    void noteWords(const json& inputs, const std::vector<json>& asked)
    {
        m_words.insert(std::hash<std::string>()(textOf(inputs)));
        for (const json& message : asked) {
            if (textMember(message, "role") == "user") {
                m_words.insert(std::hash<std::string>()(plainText(memberOf(message, "content"))));
            }
        }
    }

    void noteTools(const std::vector<json>& messages)
    {
        for (const json& message : messages) {
            if (textMember(message, "role") == "tool") {
                m_toldResults.insert(textMember(message, "tool_call_id"));
            }
        }
    }

    /// Says those messages that are new: of what is said twice, the second is new once a list has it twice.
    void addNew(const std::vector<json>& messages, const std::string& time)
    {
        std::map<std::size_t, int> here;
        for (const json& message : messages) {
            const std::size_t identity = identityOf(message);
            int& said = m_said[identity];
            if (++here[identity] > said) {
                ++said;
                say(message, time, {});
            }
        }
    }

    void say(json message, const std::string& time, std::optional<conversation::Usage> usage)
    {
        const std::string role = textMember(message, "role");
        MessageNotes notes;
        notes.time = time;
        notes.usage = std::move(usage);
        if (role == "user" && !m_words.contains(std::hash<std::string>()(plainText(memberOf(message, "content"))))) {
            notes.from = m_program;
        } else if (role == "user") {
            message.erase("name");
        } else if (role == "tool") {
            const std::string id = textMember(message, "tool_call_id");
            notes.hasFailed = m_failed.contains(id) || textMember(memberOf(message, "further"), "status") == "error";
        }
        ++m_place.message;
        m_session.add(std::move(message), m_place, std::move(notes));
    }

    void addRoot(const json& run)
    {
        const std::string began = timeOf(memberOf(run, "start_time"));
        const std::vector<json> asked = messagesOf(memberOf(run, "inputs"));
        const std::string text = textOf(memberOf(run, "inputs"));
        if (asked.empty() && !text.empty()) {
            addNew({{{"role", "user"}, {"content", text}}}, began);
        }
        addNew(asked, began);
        m_ended.emplace(endOf(run), &run);
    }

    /// The answers of those that ended before that moment, if nothing in them has said the same.
    void giveEnded(std::optional<std::int64_t> moment)
    {
        while (!m_ended.empty() && (!moment || m_ended.begin()->first <= *moment)) {
            const json& run = *m_ended.begin()->second;
            const json& outputs = memberOf(run, "outputs");
            const std::string ended = timeOf(memberOf(run, "end_time"));
            const std::vector<json> messages = messagesOf(outputs);
            const std::string text = textOf(outputs);
            const json answer{{"role", "assistant"}, {"content", text}};
            addNew(messages, ended);
            if (messages.empty() && !text.empty() && !m_said.contains(identityOf(answer))) {
                addNew({answer}, ended);
            }
            addError(run);
            m_ended.erase(m_ended.begin());
        }
    }

    static std::int64_t endOf(const json& run)
    {
        const auto ended = readIsoTime(timeOf(memberOf(run, "end_time")));
        return ended ? ended->msSinceEpoch : std::numeric_limits<std::int64_t>::max();
    }

    void addError(const json& run)
    {
        const std::string error = textMember(run, "error");
        if (!error.empty() && m_errors.insert(std::hash<std::string>()(error)).second) { // those around it repeat it
            MessageNotes notes;
            notes.from = m_program;
            notes.time = timeOf(memberOf(run, "end_time"));
            m_session.add({{"role", "system"}, {"content", error}}, m_place, std::move(notes));
        }
    }

    /// A call of a model.
    void addCall(const json& run)
    {
        const json& inputs = memberOf(run, "inputs");
        std::vector<json> asked = messagesOf(inputs);
        if (const std::string text = textOf(inputs); asked.empty() && !text.empty()) {
            asked.push_back({{"role", "user"}, {"content", text}});
        }
        addNew(asked, timeOf(memberOf(run, "start_time")));
        const std::string agent = textMember(memberOf(memberOf(run, "extra"), "metadata"), "lc_agent_name");
        std::vector<json> answer = answerOf(memberOf(run, "outputs"));
        auto usage = usageOf(run, answer);
        for (json& message : answer) {
            ++m_said[identityOf(message)];
            for (const json& call : memberOf(message, "tool_calls")) {
                m_calls.note(textMember(call, "id"), textMember(memberOf(call, "function"), "name"));
            }
            if (!agent.empty() && message.is_object() && textMember(message, "name").empty()) {
                message["name"] = agent;
            }
            say(std::move(message), timeOf(memberOf(run, "end_time")), std::exchange(usage, std::nullopt));
        }
        addError(run);
    }

    /// A tool at work, or what looks something up: shown if no model was told what it gave.
    void addTool(const json& run)
    {
        const json& outputs = memberOf(run, "outputs");
        const json& output = memberOf(outputs, "output");
        const std::string error = textMember(run, "error");
        std::string id = textMember(memberOf(run, "extra"), "tool_call_id");
        id = id.empty() ? textMember(memberOf(output, "kwargs"), "tool_call_id") : id;
        id = id.empty() ? textMember(output, "tool_call_id") : id;
        if (!id.empty() && !error.empty()) {
            m_failed.insert(id);
        }
        if (!id.empty() && m_toldResults.contains(id)) {
            return;
        }
        const bool isCalled = !id.empty() && !m_calls.take(id).empty();
        id = id.empty() ? idOf(run) : id;
        if (!isCalled) {
            json function{{"name", textMember(run, "name")}, {"arguments", memberOf(run, "inputs")}};
            const json call{{"id", id}, {"type", "function"}, {"function", std::move(function)}};
            MessageNotes notes;
            notes.from = m_program;
            notes.time = timeOf(memberOf(run, "start_time"));
            m_session.add({{"role", "assistant"}, {"content", nullptr}, {"tool_calls", json::array({call})}}, m_place,
                          std::move(notes));
        }
        MessageNotes notes;
        notes.time = timeOf(memberOf(run, "end_time"));
        notes.hasFailed = !error.empty();
        m_session.add({{"role", "tool"},
                       {"tool_call_id", id},
                       {"name", textMember(run, "name")},
                       {"content", error.empty() ? resultOf(outputs) : json(error)}},
                      m_place, std::move(notes));
    }

    static json resultOf(const json& outputs)
    {
        const json& output = memberOf(outputs, "output");
        const json& message = memberOf(output, "kwargs").is_object() ? memberOf(output, "kwargs") : output;
        const json& content = memberOf(message, "content");
        const std::string text = textOf(outputs);
        if (!content.is_null() || !text.empty()) {
            return content.is_null() ? json(text) : content;
        }
        return outputs.is_null() ? json("") : json(textOfJson(output.is_null() ? outputs : output));
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    SourceLocation m_place;
    const std::vector<Run>& m_runs;
    ChatRecordingBuilder m_session;
    std::string m_program;                            ///< the name of the whole
    std::set<std::size_t> m_words;                    ///< hashes of what the person gave it
    std::map<std::size_t, int> m_said;                ///< how often, by identity
    std::multimap<std::int64_t, const json*> m_ended; ///< whole runs, by the moment
    std::set<std::string> m_toldResults;              ///< ids of their calls
    std::set<std::string> m_failed;                   ///< likewise
    std::set<std::size_t> m_errors;                   ///< hashes
    PendingToolCalls m_calls;
};

bool isRun(const JsonShape& shape)
{
    return shape.has("run_type") && (shape.has("inputs") || shape.has("outputs"))
        && (shape.has("trace_id") || shape.has("dotted_order") || shape.has("parent_run_id")
            || shape.has("child_runs"));
}

bool isOfRuns(const JsonShape& shape) { return shape.listHas("runs", "run_type") || shape.listHas("post", "run_type"); }

} // namespace

} // namespace quarterdeck::formats::langsmith

namespace quarterdeck::formats {

using nlohmann::json;

bool LangSmithReader::recognises(const JsonShape& shape) const
{
    return langsmith::isRun(shape) || langsmith::isOfRuns(shape);
}

Result<std::size_t> LangSmithReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    langsmith::Runs runs;
    ReadLimits whole = limits; // each call may repeat all before it
    whole.maxRecordBytes *= 4;
    RecordReader records(source, shape.layout, limits);
    auto count = records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        if (runs.bytes() > whole.maxRecordBytes) {
            return;
        }
        if (!record.is_object()) {
            return sink.reportProblem(errors::problem(source.name(), place, errors::RejectReason::NotAnObject));
        }
        bool isList = false;
        for (const char* list : {"runs", "post", "patch"}) {
            const json some = memberOf(record, list);
            isList = isList || some.is_array();
            for (const json& run : some.is_array() ? some : json::array()) {
                runs.add(run);
            }
        }
        if (!isList) {
            runs.add(std::move(record));
        }
    });
    if (!count) {
        return count;
    }
    if (runs.bytes() > whole.maxRecordBytes) {
        return tl::unexpected(errors::tooLargeAsAWhole(source.name(), whole));
    }
    std::int64_t number = 0;
    for (const std::vector<langsmith::Run>& conversation : runs.takeConversations()) {
        if (!sink.isStopped()) {
            langsmith::Conversation(source, sink, limits, ++number, conversation).read();
        }
    }
    return count;
}

} // namespace quarterdeck::formats
