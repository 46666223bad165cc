#include "model/formats/other_systems/inspect_reader.h"

#include "model/conversation/message.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats::inspect {

using conversation::Usage;
using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string program = "Inspect AI";

std::optional<Usage> usageOfCall(const json& usage, const std::string& model)
{
    const auto count = [&](const char* key) { return memberOf(usage, key); };
    const json cached = count("input_tokens_cache_read");
    // What was read from the cache is no part of the input of Anthropic's models.
    const bool isApart = count("total_tokens").is_number_integer() && cached.is_number_integer()
        && countMember(usage, "total_tokens") - countMember(usage, "output_tokens")
            > countMember(usage, "input_tokens");
    const json input = isApart ? json(conversation::saturatingSum(countMember(usage, "input_tokens"),
                                                                  countMember(usage, "input_tokens_cache_read")))
                               : count("input_tokens");
    auto told = usageOf({input, count("output_tokens"), cached, count("reasoning_tokens")}, model);
    if (const auto cost = costFrom(count("total_cost")); told && cost) {
        told->cost = cost;
    }
    return told;
}

/// What the events of a sample tell about its messages.
class Calls
{
public:
    explicit Calls(const json& events)
    {
        for (const json& event : events.is_array() ? events : json::array()) {
            const std::string kind = textMember(event, "event");
            const std::string completed = textMember(event, "completed");
            const std::string time = completed.empty() ? textMember(event, "timestamp") : completed;
            if (kind == "model") {
                const json& output = memberOf(event, "output");
                const json& choices = memberOf(output, "choices");
                const json& first = choices.is_array() && !choices.empty() ? choices.front() : choices;
                note(textMember(memberOf(first, "message"), "id"),
                     {usageOfCall(memberOf(output, "usage"), textMember(output, "model")), time});
            } else if (kind == "tool") {
                note(textMember(event, "id"), {{}, time});
            }
        }
    }
    /// Of the message with that id, or the result of that call; once.
    [[nodiscard]] MessageNotes take(const std::string& id)
    {
        auto found = m_notes.extract(id);
        return found ? std::move(found.mapped()) : MessageNotes();
    }

private:
    void note(const std::string& id, MessageNotes notes)
    {
        if (!id.empty()) {
            m_notes.emplace(id, std::move(notes));
        }
    }

    std::map<std::string, MessageNotes> m_notes;
};

/// Reads one sample.
class Sample
{
public:
    Sample(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const json& log, json sample,
           SourceLocation place)
        : m_source(source)
        , m_sink(sink)
        , m_most(limits.maxRecordBytes)
        , m_place(std::move(place))
        , m_attachments(takeOut(sample, "attachments"))
        , m_messages(takeOut(sample, "messages"))
        , m_calls(takeOut(sample, "events"))
        , m_scores(memberOf(sample, "scores"))
        , m_error(textMember(memberOf(sample, "error"), "message"))
        , m_usage(memberOf(sample, "model_usage"))
        , m_began(textMember(sample, "started_at"))
        , m_session(source, sink, limits, {"inspect", m_place, fieldsOf(log, sample)})
    {
        const json& eval = memberOf(log, "eval");
        m_began = m_began.empty() ? textMember(eval, "created") : m_began;
        m_session.setGivenTitle(titleOf(textMember(eval, "task"), sample));
    }

    void read()
    {
        for (json& message : m_messages.is_array() ? m_messages : m_none) {
            if (m_sink.isStopped()) {
                return;
            }
            ++m_place.message;
            add(std::move(message));
        }
        addScores();
        note(m_error);
        setUsage();
        if (!m_session.end()) {
            m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::NoMessages));
        }
    }

private:
    static json takeOut(json& object, const char* key)
    {
        const auto found = object.is_object() ? object.find(key) : object.end();
        if (!object.is_object() || found == object.end()) {
            return {};
        }
        json value = std::move(*found);
        object.erase(found);
        return value;
    }

    /// What the log tells, and the sample, beside what messages say again.
    static json fieldsOf(const json& log, const json& sample)
    {
        json fields = json::object();
        for (const char* key : {"eval", "status"}) {
            fields[key] = memberOf(log, key);
        }
        if (fields["eval"].is_object() && memberOf(fields["eval"], "dataset").is_object()) {
            fields["eval"]["dataset"].erase("sample_ids"); // of all samples, each of which is a session of its own
        }
        for (const char* key : {"id", "epoch", "target", "choices", "scores", "metadata", "limit", "uuid"}) {
            if (const json& value = memberOf(sample, key); !value.is_null()) {
                fields["sample"][key] = value;
            }
        }
        return fields;
    }

    static std::string titleOf(const std::string& task, const json& sample)
    {
        const json& id = memberOf(sample, "id");
        const std::int64_t epoch = countMember(sample, "epoch");
        return task + " " + (id.is_string() ? id.get<std::string>() : textOfJson(id))
            + (epoch > 1 ? " (" + std::to_string(epoch) + ")" : "");
    }

    /// A text as it was before Inspect put it with the sample's attachments.
    [[nodiscard]] std::string resolved(const std::string& text) const
    {
        constexpr std::string_view mark = "attachment://";
        const json& held = text.starts_with(mark) ? memberOf(m_attachments, text.c_str() + mark.size()) : m_none;
        if (!held.is_string() || held.get_ref<const std::string&>().empty() || m_resolved > m_most) {
            return text;
        }
        m_resolved += static_cast<std::int64_t>(held.get_ref<const std::string&>().size());
        return held.get<std::string>();
    }

    /// A part of a message's content as a chat has it; null for what becomes another member of the message.
    [[nodiscard]] json partOf(const json& part, json& message) const
    {
        const std::string type = textMember(part, "type");
        const std::string text = resolved(textMember(part, type.c_str()));
        if (type == "text") {
            return {{"type", "text"}, {"text", text}};
        }
        if (type == "reasoning") {
            const std::string summary = resolved(textMember(part, "summary"));
            const std::string& thought = memberOf(part, "redacted") == true || text.empty() ? summary : text;
            json& told = message["reasoning_content"];
            if (!told.is_string()) {
                told = std::string();
            }
            auto& thoughts = told.get_ref<std::string&>();
            thoughts += (thoughts.empty() || thought.empty() ? "" : "\n") + thought;
            return {};
        }
        if (type == "tool_use") { // which the server has answered
            json function{{"name", memberOf(part, "name")}, {"arguments", memberOf(part, "arguments")}};
            message["tool_calls"].push_back(
                {{"id", memberOf(part, "id")}, {"type", "function"}, {"function", std::move(function)}});
            return {};
        }
        constexpr std::array media = {"image", "audio", "video", "document"};
        if (std::ranges::find(media, type) != media.end() && !text.empty()) {
            return mediaPart(type == "document" ? textMember(part, "mime_type") : type + "/", text);
        }
        return type == "data" ? json() : part; // that is for the model's provider
    }

    [[nodiscard]] json contentOf(const json& content, json& message) const
    {
        if (content.is_string()) {
            return resolved(content.get<std::string>());
        }
        if (!content.is_array()) {
            return content;
        }
        json parts = json::array();
        for (const json& part : content) {
            if (json made = partOf(part, message); !made.is_null()) {
                parts.push_back(std::move(made));
            }
        }
        return parts;
    }

    static std::string textOfContent(const json& content)
    {
        std::string text = content.is_string() ? content.get<std::string>() : std::string();
        for (const json& part : content.is_array() ? content : json::array()) {
            const std::string more = textMember(part, "text");
            text += (text.empty() || more.empty() ? "" : "\n") + more;
        }
        return text;
    }

    [[nodiscard]] json callsOf(const json& calls) const
    {
        json made = json::array();
        for (const json& call : calls.is_array() ? calls : json::array()) {
            json arguments = memberOf(call, "arguments");
            for (json& argument : arguments.is_object() ? arguments : m_none) {
                if (argument.is_string()) {
                    argument = resolved(argument.get<std::string>());
                }
            }
            json function{{"name", memberOf(call, "function")}, {"arguments", std::move(arguments)}};
            made.push_back({{"id", memberOf(call, "id")}, {"type", "function"}, {"function", std::move(function)}});
        }
        return made;
    }

    void add(json given)
    {
        if (!given.is_object()) {
            return m_session.add(std::move(given), m_place);
        }
        const std::string role = textMember(given, "role");
        const std::string call = textMember(given, "tool_call_id");
        json message{{"role", memberOf(given, "role")}};
        if (json calls = callsOf(memberOf(given, "tool_calls")); !calls.empty()) {
            message["tool_calls"] = std::move(calls);
        }
        if (const std::string thought = textMember(given, "reasoning"); !thought.empty()) { // of older logs
            message["reasoning_content"] = thought;
        }
        message["content"] = contentOf(memberOf(given, "content"), message);
        MessageNotes notes = m_calls.take(role == "tool" ? call : textMember(given, "id"));
        if (role == "tool") {
            addError(given, message, notes);
            message["tool_call_id"] = call;
            message["name"] = textMember(given, "function");
        } else if (role == "assistant") {
            notes.to = message.contains("tool_calls") ? "" : program;
        } else if (textMember(given, "source") != "operator") {
            notes.from = role == "user" ? program : "";
        }
        if (notes.usage) {
            m_told = sumOf(m_told, *notes.usage);
        }
        if (m_place.message == 1 && notes.time.empty()) {
            notes.time = m_began;
        }
        m_last = textOfContent(message["content"]);
        m_session.add(std::move(message), m_place, std::move(notes));
        addServerResults(memberOf(given, "content"));
    }

    /// A tool's error beside what it gave back.
    static void addError(const json& given, json& message, MessageNotes& notes)
    {
        const json& error = memberOf(given, "error");
        const std::string older = textMember(given, "tool_error");
        const std::string text = error.is_object() ? textMember(error, "message") : older;
        notes.hasFailed = error.is_object() || !older.empty();
        if (message["content"].is_string() && message["content"] != text && !text.empty()) {
            std::string& content = message["content"].get_ref<std::string&>();
            content += (content.empty() ? "" : "\n") + text;
        } else if (message["content"].is_array() && !text.empty() && textOfContent(message["content"]) != text) {
            message["content"].push_back({{"type", "text"}, {"text", text}});
        }
    }

    void addServerResults(const json& content)
    {
        for (const json& part : content.is_array() ? content : json::array()) {
            if (textMember(part, "type") == "tool_use") {
                const std::string error = textMember(part, "error");
                MessageNotes notes;
                notes.hasFailed = !error.empty();
                const std::string result = textMember(part, "result");
                m_session.add({{"role", "tool"},
                               {"tool_call_id", memberOf(part, "id")},
                               {"name", memberOf(part, "name")},
                               {"content", result.empty() ? error : result}},
                              m_place, std::move(notes));
            }
        }
    }

    /// What the program notes.
    void note(const std::string& text)
    {
        if (!text.empty()) {
            MessageNotes notes;
            notes.from = program;
            m_session.add({{"role", "system"}, {"content", text}}, m_place, std::move(notes));
        }
    }

    void addScores()
    {
        for (const auto& [name, score] : (m_scores.is_object() ? m_scores : m_none).items()) {
            const json& value = memberOf(score, "value");
            const std::string explanation = resolved(textMember(score, "explanation"));
            std::string text = name + ": " + (value.is_string() ? value.get<std::string>() : textOfJson(value));
            if (!explanation.empty() && explanation != m_last) { // many repeat the answer
                text += "\n" + explanation;
            }
            note(text);
        }
    }

    /// What the sample used beside its messages: sub-agents, models that graded it.
    void setUsage()
    {
        std::optional<Usage> total;
        for (const auto& [model, usage] : (m_usage.is_object() ? m_usage : m_none).items()) {
            if (auto used = usageOfCall(usage, model)) {
                total = sumOf(total, std::move(*used));
            }
        }
        if (total) {
            m_session.setUsage(restOf(std::move(*total), m_told.value_or(Usage())));
        }
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    std::int64_t m_most = 0;             ///< bytes that attachments may add, however often they are named
    mutable std::int64_t m_resolved = 0; ///< bytes that they added
    mutable json m_none;                 ///< instead of what is missing, or of another type
    SourceLocation m_place;
    json m_attachments;
    json m_messages;
    Calls m_calls;
    json m_scores;
    std::string m_error;
    json m_usage;
    std::string m_began;
    ChatRecordingBuilder m_session;
    std::string m_last; ///< said
    std::optional<Usage> m_told;
};

} // namespace

} // namespace quarterdeck::formats::inspect

namespace quarterdeck::formats {

using nlohmann::json;

bool InspectReader::recognises(const JsonShape& shape) const
{
    return shape.memberHas("eval", "task") && (shape.has("samples") || shape.has("plan") || shape.has("status"));
}

Result<std::size_t> InspectReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                        const ReadLimits& limits) const
{
    const auto readSample = [&](const json& log, json sample, SourceLocation place) {
        if (!sample.is_object()) {
            return sink.reportProblem(errors::problem(source.name(), place, errors::RejectReason::NotAnObject));
        }
        inspect::Sample(source, sink, limits, log, std::move(sample), std::move(place)).read();
    };
    if (shape.layout == Layout::Document) {
        ListedDocument document(source, "samples", limits);
        const auto log = document.fields(sink);
        if (!log || !log->is_object()) {
            return log ? Result<std::size_t>(0) : tl::unexpected(log.error());
        }
        return document.forEach(sink, [&](json sample, SourceLocation place) {
            place = {0, place.message, 0, {}, {}};
            readSample(*log, std::move(sample), place);
        });
    }
    std::int64_t run = 0;
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json log, const SourceLocation&) { // lines that nobody can look up
        const json samples = memberOf(log, "samples");
        log.erase("samples");
        for (const json& sample : samples.is_array() ? samples : json::array()) {
            SourceLocation place;
            place.run = ++run;
            readSample(log, sample, place);
        }
    });
}

} // namespace quarterdeck::formats
