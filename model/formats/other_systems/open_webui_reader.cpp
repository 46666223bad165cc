#include "model/formats/other_systems/open_webui_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/answer_steps.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/other_systems/message_tree.h"
#include "model/formats/other_systems/open_webui_content.h"

#include <QByteArray>
#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string openWebUi = "Open WebUI";

/// Seconds; 0 for what is no time.
double openWebUiSeconds(const json& message)
{
    constexpr double latest = 1e11;
    const json& told = memberOf(message, "timestamp");
    const double time = told.is_number() ? told.get<double>() : 0;
    return time > 0 && time < latest ? time : 0;
}

std::string openWebUiTime(const json& message)
{
    const double seconds = openWebUiSeconds(message);
    const auto time = QDateTime::fromMSecsSinceEpoch(std::llround(seconds * 1000), Qt::UTC);
    return seconds > 0 ? time.toString(Qt::ISODateWithMs).toStdString() : std::string();
}

std::string openWebUiModel(const json& message)
{
    for (const char* key : {"modelName", "model"}) {
        if (std::string name = textMember(message, key); !name.empty()) {
            return name;
        }
    }
    return "Assistant";
}

/// What an answer took: as OpenAI's servers tell it, or Ollama.
std::optional<conversation::Usage> openWebUiUsage(const json& message)
{
    const std::string model = textMember(message, "model");
    for (const char* key : {"usage", "info"}) {
        const json& told = memberOf(message, key);
        if (auto usage = usageFrom(told, model)) {
            return usage;
        }
        if (auto usage = usageOf({memberOf(told, "prompt_eval_count"), memberOf(told, "eval_count"), {}, {}}, model)) {
            return usage;
        }
    }
    return std::nullopt;
}

/// A picture, with its bytes or an address; or a document, with the text that was read from it or by its name.
json openWebUiFile(const json& file)
{
    const json& stored = memberOf(file, "file");
    const std::string told = textMember(file, "name");
    const std::string name = told.empty() ? textMember(stored, "filename") : told;
    const std::string url = textMember(file, "url");
    const std::string mediaType = textMember(file, "content_type");
    if (textMember(file, "type") == "image" || mediaType.starts_with("image/")) {
        return url.empty() ? json() : mediaPart("image/", url);
    }
    const std::string text = textMember(memberOf(stored, "data"), "content");
    if (name.empty() && url.empty() && text.empty()) {
        return {};
    }
    json part = text.empty() ? mediaPart(mediaType, url.empty() ? name : url)
                             : dataPart("text/plain", QByteArray::fromStdString(text).toBase64().toStdString());
    part[textMember(part, "type")]["filename"] = name;
    return part;
}

/// The failure of an answer, which the program shows under it.
std::string openWebUiError(const json& message)
{
    const json& error = memberOf(message, "error");
    if (error == true) { // as in 2024
        return textMember(message, "content");
    }
    for (const char* key : {"content", "message", "detail"}) {
        if (std::string text = textMember(error, key); !text.empty()) {
            return text;
        }
    }
    return error.is_string() ? error.get<std::string>() : error.is_object() ? textOfJson(error) : std::string();
}

/// `listener`: who answers the person.
ChatMessages openWebUiMessages(json message, const std::string& listener, const ReadLimits& limits)
{
    const std::string role = textMember(message, "role");
    AnswerSteps steps(role);
    steps.setTime(openWebUiTime(message));
    const bool isError = memberOf(message, "error") == true;
    static const json none;
    const json& content = isError ? none : memberOf(message, "content");
    if (const json& output = memberOf(message, "output"); output.is_array() && role == "assistant") {
        open_webui::addOutput(output, steps);
    }
    if (steps.isEmpty() && content.is_string() && role == "assistant") {
        open_webui::addContent(content.get<std::string>(), limits, steps);
    } else if (steps.isEmpty() && content.is_string()) {
        steps.say(content.get<std::string>());
    } else if (steps.isEmpty() && content.is_array()) {
        for (const json& part : content) {
            steps.addPart(part);
        }
    }
    for (const json& file : memberOf(message, "files")) {
        if (json part = openWebUiFile(file); !part.is_null()) {
            steps.addPart(std::move(part));
        }
    }
    ChatMessages said = steps.take();
    const std::string model = openWebUiModel(message);
    const auto addText = [&](const char* as, const std::string& from, const std::string& text) {
        if (!text.empty()) {
            MessageNotes notes;
            notes.time = openWebUiTime(message);
            notes.from = from;
            said.emplace_back(json{{"role", as}, {"content", text}}, std::move(notes));
        }
    };
    addText("system", openWebUi, openWebUiError(message));
    addText("assistant", "Merged Response", textMember(memberOf(message, "merged"), "content"));
    auto usage = role == "assistant" ? openWebUiUsage(message) : std::nullopt;
    for (const char* key : {"role", "content", "output", "files", "error", "merged", "usage", "info", "sources",
                            "citations", "childrenIds", "followUps", "code_executions", "timestamp"}) {
        message.erase(key);
    }
    for (auto& [one, notes] : said) {
        const std::string as = textMember(one, "role");
        notes.from = as == "assistant" && notes.from.empty() ? model : notes.from;
        notes.to = as == "user" ? listener : as == "system" ? conversation::address::person.str() : std::string();
        if (as == "assistant") {
            notes.usage = std::exchange(usage, std::nullopt);
        }
        one["further"] = std::exchange(message, json());
    }
    return said;
}

/// Answers that other models gave beside that one, the last of each.
std::vector<const json*> answersBeside(const json& mapping, const json& question, const json& answer)
{
    const json& models = memberOf(question, "models");
    const json& own = memberOf(answer, "modelIdx");
    std::map<std::int64_t, const json*> answers;
    if (!models.is_array() || models.size() < 2 || !own.is_number_integer()) {
        return {};
    }
    for (const json& id : memberOf(question, "childrenIds")) {
        const json& other = memberOf(mapping, id.is_string() ? id.get_ref<const std::string&>().c_str() : "");
        if (const json& index = memberOf(other, "modelIdx"); index.is_number_integer() && index != own) {
            answers[index.get<std::int64_t>()] = &other;
        }
    }
    std::vector<const json*> beside;
    for (const auto& [index, other] : answers) {
        beside.push_back(other);
    }
    return beside;
}

/// The messages that are shown; they refer into `mapping`.
std::vector<const json*> shownMessages(const json& mapping, const std::string& current)
{
    std::vector<std::pair<double, const std::string*>> ids; // the oldest first
    for (const auto& [id, message] : mapping.items()) {
        ids.emplace_back(openWebUiSeconds(message), &id);
    }
    std::ranges::stable_sort(ids, {}, [](const auto& one) { return one.first; });
    MessageTree tree;
    for (const auto& [time, id] : ids) {
        const json& message = *mapping.find(*id);
        tree.add(message.is_object() ? *id : std::string(), textMember(message, "parentId"));
    }
    std::vector<std::size_t> branch = tree.branchTo(current);
    if (branch.empty()) {
        branch = tree.newestBranch();
    }
    std::set<const json*> isShown;
    for (const std::size_t place : branch) {
        isShown.insert(&*mapping.find(*ids[place].second));
    }
    std::vector<const json*> shown;
    for (const std::size_t place : branch) {
        const json& message = *mapping.find(*ids[place].second);
        for (const json* beside :
             shown.empty() ? std::vector<const json*>() : answersBeside(mapping, *shown.back(), message)) {
            if (isShown.insert(beside).second) {
                shown.push_back(beside);
            }
        }
        shown.push_back(&message);
    }
    return shown;
}

class OpenWebUiChat
{
public:
    OpenWebUiChat(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, SourceLocation place)
        : m_source(source)
        , m_sink(sink)
        , m_limits(limits)
        , m_place(std::move(place))
    { }

    void read(json record)
    {
        if (!record.is_object()) {
            return problem(RejectReason::NotAnObject);
        }
        json& chat = memberOf(record, "chat").is_object() ? record["chat"] : record;
        const json mapping = take(chat, "history", "messages");
        const json listed = take(chat, "messages");
        const std::string title =
            textMember(record, "title").empty() ? textMember(chat, "title") : textMember(record, "title");
        const std::string system = textMember(memberOf(chat, "params"), "system");
        std::vector<const json*> shown;
        if (mapping.is_object() && !mapping.empty()) {
            shown = shownMessages(mapping, textMember(memberOf(chat, "history"), "currentId"));
        } else if (listed.is_array()) { // as in 2023
            for (const json& message : listed) {
                shown.push_back(&message);
            }
        } else {
            return problem(RejectReason::NoMessageList);
        }
        chat.erase("files"); // documents with all their text
        RecordedDetails details{"open_webui", m_place, std::move(record)};
        const std::size_t all = mapping.is_object() && !mapping.empty() ? mapping.size() : shown.size();
        noteOtherBranches(all - std::min(all, shown.size()), m_place, m_source, m_sink, details);
        ChatRecordingBuilder session(m_source, m_sink, m_limits, std::move(details));
        session.setGivenTitle(title == "New Chat" ? std::string() : title);
        addAll(session, shown, system);
        if (!session.end() && !m_sink.isStopped()) {
            m_place.message = 0;
            problem(RejectReason::NoMessages);
        }
    }

private:
    /// A member, which is then gone.
    static json take(json& from, const char* key)
    {
        json taken = from.contains(key) ? std::move(from[key]) : json();
        from.erase(key);
        return taken;
    }
    static json take(json& from, const char* outer, const char* key)
    {
        return memberOf(from, outer).is_object() ? take(from[outer], key) : json();
    }
    void problem(RejectReason reason) { m_sink.reportProblem(errors::problem(m_source.name(), m_place, reason)); }

    void addAll(ChatRecordingBuilder& session, const std::vector<const json*>& shown, const std::string& system)
    {
        std::vector<std::string> listeners(shown.size());
        std::string listener = "Assistant";
        for (std::size_t i = shown.size(); i > 0; --i) {
            const json& message = *shown[i - 1];
            listener = textMember(message, "role") == "assistant" ? openWebUiModel(message) : listener;
            listeners[i - 1] = listener;
        }
        if (!system.empty()) {
            MessageNotes notes;
            notes.to = listener;
            session.add({{"role", "system"}, {"content", system}}, m_place, std::move(notes));
        }
        for (std::size_t i = 0; i < shown.size() && !m_sink.isStopped(); ++i) {
            m_place.message = static_cast<std::int64_t>(i) + 1;
            if (textMember(*shown[i], "role").empty()) {
                problem(shown[i]->is_object() ? RejectReason::NoRole : RejectReason::NotAnObject);
                continue;
            }
            for (auto& [message, notes] : openWebUiMessages(*shown[i], listeners[i], m_limits)) {
                session.add(std::move(message), m_place, std::move(notes));
            }
        }
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    ReadLimits m_limits;
    SourceLocation m_place;
};

} // namespace

bool OpenWebUiReader::recognises(const JsonShape& shape) const
{
    return shape.memberHas("chat", "history") || shape.memberHas("history", "currentId");
}

Result<std::size_t> OpenWebUiReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                          const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        OpenWebUiChat(source, sink, limits, place).read(std::move(record));
    });
}

} // namespace quarterdeck::formats
