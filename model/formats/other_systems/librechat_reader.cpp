#include "model/formats/other_systems/librechat_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/answer_steps.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/other_systems/message_tree.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string libreChat = "LibreChat";

/// A text, or `{value}` of OpenAI's assistants.
std::string libreChatText(const json& part, const char* key)
{
    const std::string text = textMember(part, key);
    return text.empty() ? textMember(memberOf(part, key), "value") : text;
}

/// A use of a tool in any of the forms that there have been.
struct LibreChatUse
{
    std::string id;
    std::string name;
    json arguments;
    json output; ///< null = not there yet
    bool hasFailed = false;
};

LibreChatUse libreChatUse(const json& call)
{
    const json& function = memberOf(call, "function");
    const json& code = memberOf(call, "code_interpreter");
    LibreChatUse use{textMember(call, "id"), textMember(call, "name"), memberOf(call, "args"), memberOf(call, "output"),
                     textMember(call, "runStepStatus") == "failed"
                         || textMember(memberOf(call, "backgroundTask"), "status") == "error"};
    if (function.is_object()) {
        use.name = textMember(function, "name");
        use.arguments = memberOf(function, "arguments");
        use.output = memberOf(function, "output");
    } else if (code.is_object()) {
        use.name = "code_interpreter";
        use.arguments = memberOf(code, "input");
        std::string printed = use.output.is_string() ? use.output.get<std::string>() : std::string();
        for (const json& one : memberOf(code, "outputs")) {
            printed += textMember(one, "logs");
        }
        if (!memberOf(code, "outputs").empty()) {
            use.output = printed;
        }
    }
    use.name = use.name.empty() ? textMember(call, "type") : use.name;
    return use;
}

std::optional<conversation::Usage> libreChatUsage(const json& message, const std::string& model)
{
    const json& told = memberOf(memberOf(message, "metadata"), "usage");
    if (!told.is_object()) {
        return usageOf({memberOf(message, "promptTokens"), memberOf(message, "tokenCount"), {}, {}}, model);
    }
    const std::int64_t cached = countMember(told, "cacheRead");
    const std::int64_t prompt = conversation::saturatingSum(
        conversation::saturatingSum(countMember(told, "input"), countMember(told, "cacheWrite")), cached);
    auto usage = usageOf({prompt, memberOf(told, "output"), cached, {}}, model);
    if (usage) {
        usage->cost = costFrom(memberOf(told, "cost"));
    }
    return usage;
}

bool isLibreChatPersons(const json& message) { return memberOf(message, "isCreatedByUser") == true; }

/// Who answers in a message.
std::string libreChatSpeaker(const json& message)
{
    for (const char* key : {"sender", "model"}) {
        if (std::string name = textMember(message, key); !name.empty()) {
            return name;
        }
    }
    return "Assistant";
}

/// What a message says, put together from its parts.
class LibreChatMessage
{
public:
    LibreChatMessage(const ByteSource& source, SessionSink& sink, SourceLocation place, std::string listener)
        : m_source(source)
        , m_sink(sink)
        , m_place(std::move(place))
        , m_listener(std::move(listener))
    { }

    [[nodiscard]] ChatMessages read(json message)
    {
        m_speaker = libreChatSpeaker(message);
        m_time = textMember(message, "createdAt");
        const bool isPersons = isLibreChatPersons(message);
        begin(isPersons ? "user" : "assistant");
        const json& content = memberOf(message, "content");
        for (const json& part : content.is_array() ? content : json::array()) {
            addPart(part);
        }
        const std::string text = textMember(message, "text");
        if (m_said.empty() && m_steps.isEmpty() && memberOf(message, "error") == true) {
            note(text);
        } else if (m_said.empty() && m_steps.isEmpty()) {
            m_steps.say(text);
        }
        for (const json& file : memberOf(message, "files")) {
            addFile(file);
        }
        end();
        finish(std::move(message));
        return std::move(m_said);
    }

private:
    void begin(const std::string& role)
    {
        m_role = role;
        m_steps = AnswerSteps(role);
        m_steps.setTime(m_time);
    }
    void end() { std::ranges::move(m_steps.take(), std::back_inserter(m_said)); }

    void addPart(const json& part)
    {
        const std::string type = textMember(part, "type");
        if (type == "text") {
            m_steps.say(libreChatText(part, "text"));
        } else if (type == "think") {
            m_steps.think(libreChatText(part, "think"));
        } else if (type == "tool_call") {
            addUse(memberOf(part, "tool_call"));
        } else if (type == "steer") { // the person, into the answer
            const std::string role = m_role;
            end();
            begin("user");
            m_steps.say(textMember(part, "steer"));
            end();
            begin(role);
        } else if (type == "error") {
            note(textMember(part, "error").empty() ? libreChatText(part, "text") : textMember(part, "error"));
        } else if (type == "summary") {
            std::string text;
            for (const json& one : memberOf(part, "content")) {
                text += textMember(one, "text");
            }
            note(text);
        } else if (type == "image_file") {
            addFile(memberOf(part, "image_file"));
        } else if (type != "agent_update" && type != "activity_label") { // nobody's words
            m_steps.addPart(part);
        }
    }
    void addUse(const json& call)
    {
        if (!call.is_object()) {
            return;
        }
        LibreChatUse use = libreChatUse(call);
        m_steps.goOn();
        m_steps.call(use.id, use.name, std::move(use.arguments));
        if (!use.output.is_null()) {
            m_steps.answer(use.id, use.name, use.output.is_string() ? use.output : json(textOfJson(use.output)),
                           use.hasFailed);
        }
    }
    /// What the program itself says.
    void note(const std::string& text)
    {
        const std::string role = m_role;
        end();
        begin("system");
        m_steps.say(text);
        end();
        begin(role);
    }
    /// A picture or file that is with the server.
    void addFile(const json& file)
    {
        const std::string name = textMember(file, "filename");
        const std::string path = textMember(file, "filepath");
        if (name.empty() && path.empty()) {
            return;
        }
        const std::string type = textMember(file, "type");
        json part = mediaPart(type.empty() && memberOf(file, "width").is_number() ? "image/" : type,
                              path.empty() ? name : path);
        part[textMember(part, "type")]["filename"] = name;
        m_steps.addPart(std::move(part));
        m_sink.reportProblem(
            errors::problem(m_source.name(), m_place, RejectReason::MediaMissing, name.empty() ? path : name));
    }
    void finish(json message)
    {
        auto usage = isLibreChatPersons(message) ? std::nullopt : libreChatUsage(message, textMember(message, "model"));
        for (const char* key : {"text", "content", "files", "children", "attachments"}) {
            message.erase(key);
        }
        for (auto& [one, notes] : m_said) {
            const std::string role = textMember(one, "role");
            notes.from = role == "assistant" ? m_speaker : role == "system" ? libreChat : std::string();
            notes.to = role == "user" ? m_listener
                : role == "system"    ? conversation::address::person.str()
                                      : std::string();
            if (role == "assistant") {
                notes.usage = std::exchange(usage, std::nullopt);
            }
            one["further"] = std::exchange(message, json());
        }
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    SourceLocation m_place;
    std::string m_listener; ///< who hears the person
    std::string m_speaker;
    std::string m_time;
    std::string m_role;
    AnswerSteps m_steps{{}};
    ChatMessages m_said;
};

/// Whether something nests deeper than others may read.
bool isTooDeep(const json& value, std::int32_t most)
{
    std::vector<std::pair<const json*, std::int32_t>> waiting{{&value, 1}};
    while (!waiting.empty()) {
        const auto [one, depth] = waiting.back();
        waiting.pop_back();
        if (one->is_structured() && depth > most) {
            return true;
        }
        for (auto child = one->begin(); one->is_structured() && child != one->end(); ++child) {
            waiting.emplace_back(&*child, depth + 1);
        }
    }
    return false;
}

/// The messages of an export, and how they follow each other.
struct LibreChatList
{
    std::vector<json> messages; ///< null for what is none
    MessageTree tree;
};

/// Takes messages out of each other, level by level, since a conversation is as deep as it is long.
LibreChatList libreChatList(json messages, std::int32_t mostDeep)
{
    struct Waiting
    {
        json message;
        std::string parent;
    };
    LibreChatList list;
    std::vector<Waiting> waiting; // the next one last
    const auto wait = [&](json& children, const std::string& parent) {
        for (auto child = children.rbegin(); children.is_array() && child != children.rend(); ++child) {
            waiting.push_back({std::move(*child), parent});
        }
    };
    wait(messages, {});
    std::string before;
    while (!waiting.empty()) {
        auto [message, outer] = std::move(waiting.back());
        waiting.pop_back();
        json children;
        if (message.is_object() && message.contains("children")) {
            children = std::move(message["children"]);
            message.erase("children");
        }
        if (!message.is_object() || isTooDeep(message, mostDeep)) {
            message = nullptr;
        }
        const std::string told = textMember(message, "messageId");
        const std::string id = told.empty() && message.is_object() ? "#" + std::to_string(list.tree.size()) : told;
        const std::string named = textMember(message, "parentMessageId");
        list.tree.add(id, !named.empty() ? named : !outer.empty() ? outer : before);
        before = id.empty() ? before : id;
        wait(children, id);
        list.messages.push_back(std::move(message));
    }
    return list;
}

void readLibreChat(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json exported,
                   SourceLocation place)
{
    const char* const name = memberOf(exported, "messagesTree").is_array() ? "messagesTree" : "messages";
    if (!memberOf(exported, name).is_array()) {
        const RejectReason reason = exported.is_object() ? RejectReason::NoMessageList : RejectReason::NotAnObject;
        return sink.reportProblem(errors::problem(source.name(), place, reason));
    }
    LibreChatList list = libreChatList(std::move(exported[name]), limits.maxDepth);
    exported.erase(name);
    if (isTooDeep(exported, limits.maxDepth)) {
        exported = {{"title", textMember(exported, "title")}};
    }
    const std::vector<std::size_t> branch = list.tree.newestBranch();
    const std::string title = textMember(exported, "title");
    const std::string instructions = textMember(memberOf(exported, "options"), "promptPrefix");
    RecordedDetails details{"librechat", place, std::move(exported)};
    std::size_t bad = 0;
    for (std::size_t i = 0; i < list.messages.size(); ++i) {
        if (!list.messages[i].is_object()) {
            ++bad;
            place.message = static_cast<std::int64_t>(i) + 1;
            sink.reportProblem(errors::problem(source.name(), place, RejectReason::NotAnObject));
        }
    }
    place.message = 0;
    noteOtherBranches(list.messages.size() - branch.size() - bad, place, source, sink, details);
    std::vector<std::string> listeners(branch.size());
    std::string listener = "Assistant";
    for (std::size_t i = branch.size(); i > 0; --i) {
        const json& message = list.messages[branch[i - 1]];
        listener = isLibreChatPersons(message) ? listener : libreChatSpeaker(message);
        listeners[i - 1] = listener;
    }
    ChatRecordingBuilder session(source, sink, limits, std::move(details));
    session.setGivenTitle(title == "New Chat" ? std::string() : title);
    if (!instructions.empty()) {
        MessageNotes notes;
        notes.to = listener;
        session.add({{"role", "system"}, {"content", instructions}}, place, std::move(notes));
    }
    for (std::size_t i = 0; i < branch.size() && !sink.isStopped(); ++i) {
        place.message = static_cast<std::int64_t>(branch[i]) + 1;
        LibreChatMessage reading(source, sink, place, listeners[i]);
        for (auto& [message, notes] : reading.read(std::move(list.messages[branch[i]]))) {
            session.add(std::move(message), place, std::move(notes));
        }
    }
    if (!session.end() && !sink.isStopped()) {
        place.message = 0;
        sink.reportProblem(errors::problem(source.name(), place, RejectReason::NoMessages));
    }
}

} // namespace

bool LibreChatReader::recognises(const JsonShape& shape) const
{
    const auto holds = [&](const char* list) {
        return shape.listHas(list, "isCreatedByUser") && shape.listHas(list, "messageId");
    };
    return shape.has("conversationId") && (holds("messages") || holds("messagesTree"));
}

Result<std::size_t> LibreChatReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    constexpr std::int32_t mostNested = 20'000; // two levels a message; nothing here goes down by recursion
    ReadLimits deeper = limits;
    deeper.maxDepth = std::max(limits.maxDepth, mostNested);
    RecordReader records(source, shape.layout, deeper);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readLibreChat(source, sink, limits, std::move(record), place);
    });
}

} // namespace quarterdeck::formats
