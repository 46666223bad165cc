#include "model/formats/other_systems/claude_ai_reader.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_source.h"
#include "model/formats/json/json_text.h"
#include "model/formats/json/record_reader.h"
#include "model/formats/openai/answer_steps.h"
#include "model/formats/openai/message_parts.h"
#include "model/formats/other_systems/message_tree.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <array>
#include <deque>
#include <unordered_set>
#include <utility>

namespace quarterdeck::formats {

using errors::RejectReason;
using nlohmann::json;

namespace {

const std::string claude = "Claude";

/// What a person reads of a piece of a tool's result: a text, a page that was found, or the name of a file.
std::string textOfClaudePiece(const json& piece)
{
    if (piece.is_string()) {
        return piece.get<std::string>();
    }
    std::string text;
    for (const char* key : {"title", "url", "text"}) {
        if (const std::string line = textMember(piece, key); !line.empty()) {
            text += (text.empty() ? "" : "\n") + line;
        }
    }
    for (const char* key : {"file_path", "name", "file_uuid"}) {
        text = text.empty() ? textMember(piece, key) : text;
    }
    return text.empty() && textMember(piece, "type") != "text" ? textOfJson(piece) : text;
}

json claudeResultContent(const json& content)
{
    if (!content.is_array()) {
        return content.is_string() || content.is_null() ? content : json(textOfJson(content));
    }
    std::string text;
    for (const json& piece : content) {
        const std::string one = textOfClaudePiece(piece);
        text += (text.empty() || one.empty() ? "" : "\n") + one;
    }
    return text;
}

std::string claudeThought(const json& block)
{
    std::string thought = textMember(block, "thinking");
    if (!thought.empty()) {
        return thought;
    }
    for (const json& one : memberOf(block, "summaries")) {
        const std::string summary = textMember(one, "summary");
        thought += (thought.empty() || summary.empty() ? "" : "\n") + summary;
    }
    return thought;
}

bool isPictureName(const std::string& name)
{
    const QString file = QString::fromStdString(name);
    constexpr std::array endings = {".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic"};
    return std::ranges::any_of(
        endings, [&](const char* ending) { return file.endsWith(QLatin1String(ending), Qt::CaseInsensitive); });
}

/// A file of which the export has the text that Claude was given; empty for any other.
json claudeTextFile(const json& attachment)
{
    const std::string text = textMember(attachment, "extracted_content");
    if (text.empty()) {
        return {};
    }
    json part = dataPart("text/plain", QByteArray::fromStdString(text).toBase64().toStdString());
    part["file_url"]["filename"] = textMember(attachment, "file_name");
    return part;
}

/// A file that is only named.
json claudeNamedFile(const json& file, const std::string& name)
{
    const bool isPicture = textMember(file, "file_kind") == "image" || isPictureName(name);
    const std::string id = textMember(file, "file_uuid");
    json part = mediaPart(isPicture ? "image/" : "", id.empty() ? name : id);
    part[textMember(part, "type")]["filename"] = name;
    return part;
}

/// Reads the messages of one branch, one after the other.
class ClaudeAiMessages
{
public:
    ClaudeAiMessages(const ByteSource& source, SessionSink& sink) : m_source(source), m_sink(sink) { }

    /// None for a message in which nothing is said.
    [[nodiscard]] ChatMessages read(json message, const SourceLocation& place)
    {
        const std::string sender = textMember(message, "sender");
        AnswerSteps steps(sender == "human" ? "user" : sender == "assistant" ? sender : "system");
        steps.setTime(textMember(message, "created_at"));
        const json& content = memberOf(message, "content");
        for (const json& block : content.is_array() ? content : json::array()) {
            addBlock(block, steps);
        }
        if (steps.isEmpty()) { // as in early exports
            steps.say(textMember(message, "text"));
        }
        addFiles(message, place, steps);
        ChatMessages said = steps.take();
        for (auto& [one, notes] : said) {
            const std::string role = textMember(one, "role");
            notes.from = role == "assistant" ? claude : std::string();
            notes.to = role == "user" ? claude : std::string();
        }
        if (!said.empty()) {
            for (const char* key : {"content", "text", "attachments", "files", "files_v2", "sender"}) {
                message.erase(key);
            }
            said.front().first["further"] = std::move(message);
        }
        return said;
    }

private:
    struct OpenCall
    {
        std::string id;
        std::string name;
    };

    void addBlock(const json& block, AnswerSteps& steps)
    {
        const std::string type = textMember(block, "type");
        steps.setTime(textMember(block, "start_timestamp"));
        if (type == "thinking") {
            steps.think(claudeThought(block));
        } else if (type == "tool_use") {
            addCall(block, steps);
        } else if (type == "tool_result") {
            addResult(block, steps);
        } else if (type == "text" || type == "voice_note") {
            steps.say(textMember(block, "text"));
        } else if (type != "token_budget") { // how much the model may still write
            steps.addPart(block);
        }
    }
    void addCall(const json& block, AnswerSteps& steps)
    {
        OpenCall call{textMember(block, "id"), textMember(block, "name")};
        if (call.id.empty()) { // as before 2025
            call.id = "call_" + std::to_string(++m_made);
        }
        steps.goOn();
        steps.call(call.id, call.name, memberOf(block, "input"));
        constexpr std::size_t most = 64; // no more wait
        if (m_open.size() >= most) {
            m_open.pop_front();
        }
        m_open.push_back(std::move(call));
    }
    /// It names its call, or answers the first that waits, of that tool if there is one.
    void addResult(const json& block, AnswerSteps& steps)
    {
        const std::string id = textMember(block, "tool_use_id");
        const std::string name = textMember(block, "name");
        auto call = std::ranges::find_if(
            m_open, [&](const OpenCall& one) { return id.empty() ? one.name == name : one.id == id; });
        if (call == m_open.end() && id.empty()) {
            call = m_open.begin();
        }
        const OpenCall answered = call == m_open.end() ? OpenCall{id, name} : *call;
        if (call != m_open.end()) {
            m_open.erase(call);
        }
        steps.answer(answered.id, answered.name, claudeResultContent(memberOf(block, "content")),
                     memberOf(block, "is_error") == true);
    }
    void addFiles(const json& message, const SourceLocation& place, AnswerSteps& steps)
    {
        for (const char* list : {"attachments", "files"}) {
            for (const json& file : memberOf(message, list)) {
                const std::string name = textMember(file, "file_name");
                if (json part = claudeTextFile(file); !part.is_null()) {
                    steps.addPart(std::move(part));
                } else if (!name.empty() || !textMember(file, "file_uuid").empty()) {
                    steps.addPart(claudeNamedFile(file, name));
                    m_sink.reportProblem(errors::problem(m_source.name(), place, RejectReason::MediaMissing, name));
                }
            }
        }
    }

    const ByteSource& m_source;
    SessionSink& m_sink;
    std::deque<OpenCall> m_open; ///< the last calls that are not answered
    int m_made = 0;              ///< ids
};

/// The messages of a conversation, of which one branch was shown last.
struct ClaudeBranch
{
    std::vector<std::size_t> places; ///< of its messages
    std::size_t others = 0;          ///< messages in other branches
    std::size_t firstOther = 0;      ///< the place of the first of them
};

/// A message that does not say which one it follows, as in early exports, or names one that is lost, follows the one
/// before it.
ClaudeBranch claudeBranch(const json& messages, const std::string& leaf)
{
    std::unordered_set<std::string> ids;
    for (const json& message : messages) {
        ids.insert(textMember(message, "uuid"));
    }
    MessageTree tree;
    std::vector<bool> isOther;
    std::string before;
    for (const json& message : messages) {
        const std::string parent = textMember(message, "parent_message_uuid");
        const std::string told = textMember(message, "uuid");
        const std::string id = told.empty() && message.is_object() ? "#" + std::to_string(tree.size()) : told;
        const bool isBeginning = parent.starts_with("00000000-0000-"); // Claude.ai's parent of all
        tree.add(id, parent.empty() || (!isBeginning && !ids.contains(parent)) ? before : parent);
        before = id.empty() ? before : id;
        isOther.push_back(message.is_object());
    }
    ClaudeBranch branch;
    branch.places = tree.branchTo(leaf);
    if (branch.places.empty()) {
        branch.places = tree.branchTo(before);
    }
    for (const std::size_t place : branch.places) {
        isOther[place] = false;
    }
    branch.others = static_cast<std::size_t>(std::ranges::count(isOther, true));
    branch.firstOther = static_cast<std::size_t>(std::ranges::find(isOther, true) - isOther.begin());
    return branch;
}

SourceLocation messageIn(SourceLocation conversation, std::size_t place)
{
    conversation.message = static_cast<std::int64_t>(place) + 1;
    return conversation;
}

void readClaudeAiConversation(const ByteSource& source, SessionSink& sink, const ReadLimits& limits, json conversation,
                              const SourceLocation& place)
{
    const auto problem = [&](const SourceLocation& where, RejectReason reason) {
        sink.reportProblem(errors::problem(source.name(), where, reason));
    };
    if (!memberOf(conversation, "chat_messages").is_array()) {
        return problem(place, conversation.is_object() ? RejectReason::NoMessageList : RejectReason::NotAnObject);
    }
    json messages = std::move(conversation["chat_messages"]);
    conversation.erase("chat_messages");
    const ClaudeBranch branch = claudeBranch(messages, textMember(conversation, "current_leaf_message_uuid"));
    const std::string title = textMember(conversation, "name");
    RecordedDetails details{"claude_ai", place, std::move(conversation)};
    noteOtherBranches(branch.others, messageIn(place, branch.firstOther), source, sink, details);
    ChatRecordingBuilder session(source, sink, limits, std::move(details));
    session.setGivenTitle(title);
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (!messages[i].is_object()) {
            problem(messageIn(place, i), RejectReason::NotAnObject);
        }
    }
    ClaudeAiMessages reading(source, sink);
    for (const std::size_t at : branch.places) {
        if (sink.isStopped()) {
            return;
        }
        for (auto& [message, notes] : reading.read(std::move(messages[at]), messageIn(place, at))) {
            session.add(std::move(message), messageIn(place, at), std::move(notes));
        }
    }
    if (!session.end()) {
        problem(place, RejectReason::NoMessages);
    }
}

} // namespace

bool ClaudeAiReader::recognises(const JsonShape& shape) const
{
    return shape.has("chat_messages") && (shape.has("uuid") || shape.listHas("chat_messages", "sender"));
}

Result<std::size_t> ClaudeAiReader::read(ByteSource& source, const JsonShape& shape, SessionSink& sink,
                                         const ReadLimits& limits) const
{
    RecordReader records(source, shape.layout, limits);
    return records.forEachGood(sink, [&](json record, const SourceLocation& place) {
        readClaudeAiConversation(source, sink, limits, std::move(record), place);
    });
}

} // namespace quarterdeck::formats
