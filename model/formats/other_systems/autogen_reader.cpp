#include "model/formats/other_systems/autogen_reader.h"

#include "model/conversation/message.h"
#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/chat_recording_builder.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/recording/recording_builder.h"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::formats::autogen {

using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string program = "AutoGen";

/// A list of texts and pictures as parts of a chat's content.
json contentOf(const json& content)
{
    if (content.is_string()) {
        return content;
    }
    if (content.is_object()) { // a structured message
        return textOfJson(content);
    }
    json parts = json::array();
    for (const json& part : content.is_array() ? content : json::array()) {
        if (part.is_string()) {
            parts.push_back({{"type", "text"}, {"text", part}});
        } else if (const std::string data = textMember(part, "data"); !data.empty()) {
            parts.push_back(dataPart("image/png", data));
        }
    }
    return parts;
}

json callsOf(const json& content)
{
    json calls = json::array();
    for (const json& call : content.is_array() ? content : json::array()) {
        json function{{"name", memberOf(call, "name")}, {"arguments", memberOf(call, "arguments")}};
        calls.push_back({{"id", memberOf(call, "id")}, {"type", "function"}, {"function", std::move(function)}});
    }
    return calls;
}

bool areCalls(const json& content)
{
    return content.is_array() && !content.empty() && memberOf(content.front(), "arguments").is_string();
}

/// "2025-06-16 06:08:50.37+00:00" as others write it.
std::string timeOf(const json& message)
{
    std::string time = textMember(message, "created_at");
    constexpr std::size_t afterDate = 10;
    if (time.size() > afterDate && time[afterDate] == ' ') {
        time[afterDate] = 'T';
    }
    return time;
}

/// As AutoGen makes a summary of them, if nothing else was wanted.
json textOfResults(const json& results)
{
    std::string text;
    for (const json& result : results.is_array() ? results : json::array()) {
        text += (text.empty() ? "" : "\n") + textMember(result, "content");
    }
    return text;
}

const json& messagesOf(const json& agentState)
{
    const json& context = memberOf(memberOf(agentState, "llm_context"), "messages");
    return context.is_null() ? memberOf(agentState, "llm_messages") : context; // as before 0.4.1
}

/// Reads the messages of one conversation.
class Conversation
{
public:
    Conversation(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, const SourceLocation& place,
                 json fields)
        : m_source(source)
        , m_sink(sink)
        , m_place(place)
        , m_session(source, sink, limits, {"autogen", place, std::move(fields)})
    { }

    /// What an agent of a team remembers, in which may be what its team's manager has not.
    void addMemory(const std::string& agent, const json& messages) { m_memories[agent].messages = &messages; }

    /// All calls that the messages tell: no agent's memory has to.
    void noteCalls(const json& thread)
    {
        for (const json& message : thread.is_array() ? thread : json::array()) {
            const json& content = memberOf(message, "content");
            for (const json& call : areCalls(content) ? content : json::array()) {
                m_told.insert(textMember(call, "id"));
            }
        }
    }

    /// A message of a group chat.
    void addChat(const json& message)
    {
        ++m_place.message;
        if (!message.is_object()) {
            return m_session.add(message, m_place);
        }
        const std::string type = textMember(message, "type");
        const std::string source = textMember(message, "source");
        const json& content = memberOf(message, "content");
        if (type == "ToolCallRequestEvent") {
            addCalls(source, content, notesOf(message));
        } else if (type == "ToolCallExecutionEvent") {
            addResults(content, timeOf(message));
        } else if (type == "ThoughtEvent") {
            m_thoughts[source] += textMember(message, "content");
        } else if (type == "UserInputRequestedEvent") {
            m_asked.insert(source);
        } else if (type == "MemoryQueryEvent" || type == "CodeExecutionEvent") {
            addNote(message, content);
        } else if (type != "SelectSpeakerEvent" && type != "ModelClientStreamingChunkEvent") {
            recall(source, content);
            if (type != "ToolCallSummaryMessage" || content != m_lastResults) { // which it repeats
                say(source, message, notesOf(message));
            }
        }
    }

    /// A message in an agent's memory. `owner`: the agent; empty if nothing tells.
    void addModel(const json& message, const std::string& owner)
    {
        ++m_place.message;
        const std::string type = textMember(message, "type");
        const std::string source = textMember(message, "source");
        const json& content = memberOf(message, "content");
        if (!message.is_object()) {
            m_session.add(message, m_place);
        } else if (type == "FunctionExecutionResultMessage") {
            addResults(content, {});
        } else if (type == "SystemMessage") {
            m_session.add({{"role", "system"}, {"content", contentOf(content)}}, m_place);
        } else if (type == "AssistantMessage" && areCalls(content)) {
            m_thoughts[source] += textMember(message, "thought");
            addCalls(source, content, {});
        } else {
            m_thoughts[source] += textMember(message, "thought");
            MessageNotes notes;
            notes.to = source == owner ? conversation::address::person.str() : owner;
            say(source, message, std::move(notes));
        }
    }

    void end()
    {
        for (const auto& [agent, thought] : m_thoughts) { // that nothing followed
            if (!thought.empty()) {
                m_session.add({{"role", "assistant"},
                               {"name", agent.empty() ? program : agent},
                               {"content", nullptr},
                               {"reasoning_content", thought}},
                              m_place);
            }
        }
        if (!m_session.end()) {
            m_place.message = 0;
            m_sink.reportProblem(errors::problem(m_source.name(), m_place, RejectReason::NoMessages));
        }
    }

private:
    struct Memory
    {
        const json* messages = nullptr;
        std::size_t next = 0;
    };

    static MessageNotes notesOf(const json& message)
    {
        const json& usage = memberOf(message, "models_usage");
        MessageNotes notes;
        notes.usage = usageOf({memberOf(usage, "prompt_tokens"), memberOf(usage, "completion_tokens"), {}, {}}, {});
        notes.time = timeOf(message);
        notes.to = textMember(message, "target"); // of who hands over
        notes.to = notes.to.empty() ? conversation::address::all.str() : notes.to;
        return notes;
    }

    /// Puts before a message of that agent what it did to come to it, if no message has told that.
    void recall(const std::string& agent, const json& content)
    {
        const auto found = m_memories.find(agent);
        if (found == m_memories.end()) {
            return;
        }
        Memory& memory = found->second;
        const json& messages = *memory.messages;
        std::vector<const json*> passed;
        for (std::size_t i = memory.next; messages.is_array() && i < messages.size(); ++i) {
            const json& said = memberOf(messages[i], "content");
            const std::string type = textMember(messages[i], "type");
            const bool isResult = type == "FunctionExecutionResultMessage" && textOfResults(said) == content;
            if (isResult || (type == "AssistantMessage" && said == content)) {
                memory.next = i + 1;
                passed.push_back(&messages[i]);
                for (const json* one : passed) {
                    addRecalled(agent, *one);
                }
                return;
            }
            passed.push_back(&messages[i]);
        }
        m_memories.erase(found); // it cannot be told what belongs where
    }

    void addRecalled(const std::string& agent, const json& message)
    {
        const json& content = memberOf(message, "content");
        if (textMember(message, "type") == "FunctionExecutionResultMessage") {
            json news = json::array();
            for (const json& result : content.is_array() ? content : json::array()) {
                if (!m_told.contains(textMember(result, "call_id"))) {
                    news.push_back(result);
                }
            }
            if (!news.empty()) {
                addResults(news, {});
            }
        } else if (areCalls(content) && !m_told.contains(textMember(content.front(), "id"))) {
            addCalls(agent, content, {});
        }
    }

    void addCalls(const std::string& source, const json& content, MessageNotes notes)
    {
        notes.to.clear();
        json message{{"role", "assistant"}, {"name", source}, {"content", nullptr}, {"tool_calls", callsOf(content)}};
        addThoughts(source, message);
        m_session.add(std::move(message), m_place, std::move(notes));
    }

    void addResults(const json& content, const std::string& time)
    {
        for (const json& result : content.is_array() ? content : json::array()) {
            MessageNotes notes;
            notes.time = time;
            notes.hasFailed = memberOf(result, "is_error") == true;
            m_session.add({{"role", "tool"},
                           {"tool_call_id", memberOf(result, "call_id")},
                           {"name", textMember(result, "name")},
                           {"content", textMember(result, "content")}},
                          m_place, std::move(notes));
        }
        m_lastResults = textOfResults(content);
    }

    void addNote(const json& message, const json& content)
    {
        std::string text = textMember(memberOf(message, "result"), "output");
        for (const json& memory : content.is_array() ? content : json::array()) {
            const std::string more = textMember(memory, "content");
            text += (text.empty() || more.empty() ? "" : "\n") + more;
        }
        if (!text.empty()) {
            MessageNotes notes = notesOf(message);
            notes.from = program;
            m_session.add({{"role", "system"}, {"content", text}}, m_place, std::move(notes));
        }
    }

    void say(const std::string& source, const json& given, MessageNotes notes)
    {
        const bool isPersons = source == "user" || m_asked.erase(source) > 0;
        json message{{"role", isPersons ? "user" : "assistant"}, {"content", contentOf(memberOf(given, "content"))}};
        if (!isPersons) {
            message["name"] = source.empty() ? program : source;
            addThoughts(source, message);
        }
        m_session.add(std::move(message), m_place, std::move(notes));
    }

    void addThoughts(const std::string& source, json& message)
    {
        const auto thoughts = m_thoughts.extract(source);
        if (thoughts && !thoughts.mapped().empty()) {
            message["reasoning_content"] = thoughts.mapped();
        }
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    SourceLocation m_place;
    ChatRecordingBuilder m_session;
    std::map<std::string, Memory> m_memories;
    std::map<std::string, std::string> m_thoughts; ///< which the next message of the agent continues
    std::set<std::string> m_told;                  ///< ids of calls
    std::set<std::string> m_asked;                 ///< agents that pass on what the person types
    json m_lastResults;                            ///< of tools, as a summary repeats them
};

/// The name of an agent in the older key `name/<id of the team>`.
std::string nameIn(const std::string& key) { return key.substr(0, key.find('/')); }

void readTeam(const json& states, Conversation& conversation)
{
    const json* thread = nullptr;
    std::map<std::string, const json*> memories;
    for (const auto& [key, state] : states.items()) {
        if (const json& own = memberOf(state, "message_thread"); own.is_array()) {
            thread = thread == nullptr || own.size() > thread->size() ? &own : thread;
        }
        const json& messages = messagesOf(memberOf(state, "agent_state"));
        if (messages.is_array() && !messages.empty()) {
            memories.emplace(nameIn(key), &messages);
        }
    }
    if (thread == nullptr || thread->empty()) { // the manager knows nothing: what an agent does
        if (!memories.empty()) {
            for (const json& message : *memories.begin()->second) {
                conversation.addModel(message, memories.begin()->first);
            }
        }
        return;
    }
    for (const auto& [agent, messages] : memories) {
        conversation.addMemory(agent, *messages);
    }
    conversation.noteCalls(*thread);
    for (const json& message : *thread) {
        conversation.addChat(message);
    }
}

/// Who remembers that: the last that a model was.
std::string ownerOf(const json& messages)
{
    std::string owner;
    for (const json& message : messages) {
        if (textMember(message, "type") == "AssistantMessage") {
            owner = textMember(message, "source");
        }
    }
    return owner.empty() ? "assistant" : owner;
}

void readState(const json& state, Conversation& conversation)
{
    const json& states = memberOf(state, "agent_states");
    const json& messages = messagesOf(state);
    if (states.is_object()) {
        return readTeam(states, conversation);
    }
    if (messages.is_array()) {
        const std::string owner = ownerOf(messages);
        for (const json& message : messages) {
            conversation.addModel(message, owner);
        }
        return;
    }
    for (const char* list : {"message_thread", "messages"}) {
        for (const json& message : memberOf(state, list).is_array() ? memberOf(state, list) : json::array()) {
            conversation.addChat(message);
        }
    }
}

/// What a saved state has besides its messages.
json fieldsOf(const json& state)
{
    json fields = json::object();
    for (const auto& [key, value] : state.items()) {
        if (!value.is_structured()) {
            fields[key] = value;
        }
    }
    return fields;
}

bool isMessage(const JsonShape& shape)
{
    return shape.has("source") && shape.has("models_usage") && shape.has("content") && shape.has("type");
}

bool isState(const JsonShape& shape)
{
    const bool isOfAgent = shape.memberHas("llm_context", "messages") || shape.listHas("llm_messages", "source");
    return (shape.has("agent_states") && shape.has("type")) || (isOfAgent && shape.has("type"))
        || shape.listHas("message_thread", "source") || shape.listHas("messages", "models_usage");
}

} // namespace

} // namespace quarterdeck::formats::autogen

namespace quarterdeck::formats {

using nlohmann::json;

bool AutoGenReader::recognises(const JsonShape& shape) const
{
    return autogen::isMessage(shape) || autogen::isState(shape);
}

Result<std::size_t> AutoGenReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                        const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    if (autogen::isMessage(shape)) {
        autogen::Conversation conversation(source, sink, limits, {}, json::object());
        auto count = records.forEachGood(
            sink, [&](const json& message, const SourceLocation&) { conversation.addChat(message); });
        if (count && !sink.isStopped()) {
            conversation.end();
        }
        return count;
    }
    return records.forEachGood(sink, [&](const json& state, const SourceLocation& place) {
        if (!state.is_object()) {
            return sink.reportProblem(errors::problem(source.name(), place, errors::RejectReason::NotAnObject));
        }
        autogen::Conversation conversation(source, sink, limits, place, autogen::fieldsOf(state));
        autogen::readState(state, conversation);
        conversation.end();
    });
}

} // namespace quarterdeck::formats
