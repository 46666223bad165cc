#include "model/gateway/studio/studio_bodies.h"

#include "model/conversation/outsiders.h"
#include "model/formats/agentscope/msg.h"
#include "model/formats/json/python_json.h"
#include "model/gateway/remote_session.h"
#include "model/gateway/sent_bodies.h"

#include <QCoreApplication>
#include <QUtf8StringView>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace quarterdeck::gateway {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::array<std::string_view, 11> keptNames = {
    R"("runId")",     R"("id")",   R"("name")",      R"("project")", R"("replyId")",  R"("replyName")",
    R"("replyRole")", R"("role")", R"("requestId")", R"("agentId")", R"("agentName")"};
constexpr std::size_t longestKept = 10'000;

bool isDigit(char one) { return one >= '0' && one <= '9'; }
bool isHexDigit(char one) { return isDigit(one) || (one >= 'a' && one <= 'f') || (one >= 'A' && one <= 'F'); }

/// Of any length.
bool isNumber(std::string_view token)
{
    const auto takeDigits = [&token] {
        const std::size_t count = std::min(token.find_first_not_of("0123456789"), token.size());
        token.remove_prefix(count);
        return count;
    };
    if (token.starts_with('-'))
        token.remove_prefix(1);
    const bool isZero = token.starts_with('0');
    if (const std::size_t whole = takeDigits(); whole == 0 || (isZero && whole > 1))
        return false;
    if (token.starts_with('.')) {
        token.remove_prefix(1);
        if (takeDigits() == 0)
            return false;
    }
    if (token.starts_with('e') || token.starts_with('E')) {
        token.remove_prefix(token.substr(1, 1).find_first_of("+-") == 0 ? 2 : 1);
        if (takeDigits() == 0)
            return false;
    }
    return token.empty();
}

bool isWord(std::string_view token)
{
    static constexpr std::array<std::string_view, 6> words = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
    return std::ranges::find(words, token) != words.end() || isNumber(token);
}

/// Scans a text once, without recursion.
class Outline
{
public:
    explicit Outline(std::string_view text) : m_rest(text) { }

    std::optional<json> read()
    {
        while (m_expected != Expected::End) {
            skipBlanks();
            if (m_rest.empty() || !takeNext())
                return std::nullopt;
        }
        skipBlanks();
        return m_rest.empty() ? std::optional(std::move(m_kept)) : std::nullopt;
    }

private:
    enum class Expected { Value, ValueOrEnd, Key, KeyOrEnd, CommaOrEnd, End };

    void skipBlanks() { m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t\r\n"), m_rest.size())); }

    bool takeNext()
    {
        switch (m_expected) {
        case Expected::KeyOrEnd:
        case Expected::ValueOrEnd:
            return isClosing(m_rest.front()) ? close() : m_isObject.back() ? takeKey() : takeValue();
        case Expected::Key:
            return takeKey();
        case Expected::Value:
            return takeValue();
        case Expected::CommaOrEnd:
            return m_rest.front() == ',' ? takeComma() : close();
        case Expected::End:
            break;
        }
        return false;
    }

    static bool isClosing(char one) { return one == ']' || one == '}'; }

    bool takeComma()
    {
        m_rest.remove_prefix(1);
        m_expected = m_isObject.back() ? Expected::Key : Expected::Value;
        return true;
    }
    bool close()
    {
        if (m_rest.front() != (m_isObject.back() ? '}' : ']'))
            return false;
        m_rest.remove_prefix(1);
        m_isObject.pop_back();
        endValue();
        return true;
    }
    void endValue() { m_expected = m_isObject.empty() ? Expected::End : Expected::CommaOrEnd; }

    bool takeKey()
    {
        const auto token = takeText();
        skipBlanks();
        if (!token || !m_rest.starts_with(':'))
            return false;
        m_rest.remove_prefix(1);
        if (m_isObject.size() == 1)
            m_member = *token;
        m_key = *token;
        m_expected = Expected::Value;
        return true;
    }
    bool takeValue()
    {
        const char first = m_rest.front();
        if (first == '{' || first == '[') {
            m_rest.remove_prefix(1);
            m_isObject.push_back(first == '{');
            m_expected = first == '{' ? Expected::KeyOrEnd : Expected::ValueOrEnd;
            return true;
        }
        const auto token = first == '"' ? takeText() : takeWord();
        if (!token)
            return false;
        keep(*token);
        endValue();
        return true;
    }
    std::optional<std::string_view> takeWord()
    {
        const std::string_view token = m_rest.substr(0, m_rest.find_first_of(",]} \t\r\n"));
        m_rest.remove_prefix(token.size());
        return isWord(token) ? std::optional(token) : std::nullopt;
    }
    /// Including the quotation marks.
    std::optional<std::string_view> takeText()
    {
        if (!m_rest.starts_with('"'))
            return std::nullopt;
        for (std::size_t at = 1; at < m_rest.size(); ++at) {
            if (m_rest[at] == '"') {
                const std::string_view token = m_rest.substr(0, at + 1);
                m_rest.remove_prefix(at + 1);
                return token;
            }
            if (static_cast<unsigned char>(m_rest[at]) < ' ' || (m_rest[at] == '\\' && !isEscape(++at)))
                return std::nullopt;
        }
        return std::nullopt;
    }
    [[nodiscard]] bool isEscape(std::size_t at) const
    {
        const std::string_view rest = m_rest.substr(std::min(at, m_rest.size()));
        if (!rest.starts_with('u'))
            return !rest.empty() && std::string_view(R"("\/bfnrt)").find(rest.front()) != std::string_view::npos;
        return rest.size() > 4 && std::ranges::all_of(rest.substr(1, 4), isHexDigit);
    }

    void keep(std::string_view token)
    {
        const bool isOfMessage = m_isObject.size() == 2 && m_isObject.back() && m_member == R"("msg")";
        const bool isOfBody = m_isObject.size() == 1 && m_isObject.back();
        if ((!isOfBody && !isOfMessage) || std::ranges::find(keptNames, m_key) == keptNames.end()
            || token.size() > longestKept)
            return;
        const std::string name(m_key.substr(1, m_key.size() - 2));
        auto value = python_json::parse(token);
        (isOfBody ? m_kept : m_kept["msg"])[name] = value ? std::move(*value) : json(std::string(token));
    }

    std::string_view m_rest;
    Expected m_expected = Expected::Value;
    std::vector<bool> m_isObject; ///< what is open, outermost first; else it is a list
    std::string_view m_member;    ///< of the body, in which this is
    std::string_view m_key;
    json m_kept = json::object();
};

} // namespace

std::optional<json> outlineOf(std::string_view body)
{
    if (!QUtf8StringView(body.data(), static_cast<qsizetype>(body.size())).isValidUtf8())
        return std::nullopt;
    return Outline(body).read();
}

using conversation::JsonValue;
using conversation::Message;
using formats::agentscope::ParsedMsg;
namespace python_json = formats::python_json;

namespace {

/// As deep as Python's own json module goes, and less than our log accepts.
constexpr std::int32_t deepest = 400;
/// Holds the text of a body that was not parsed.
constexpr const char* unreadKey = "unread_body";

struct Body
{
    json fields;        ///< an object
    std::string unread; ///< all of it, when it asks for more than is read: then `fields` has only what names it
};

/// An empty text for null, a string as a person reads it, any other value as JSON.
std::string textOf(const json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || found->is_null())
        return {};
    return found->is_string() ? python_json::escaped(found->get_ref<const std::string&>()) : python_json::text(*found);
}

std::optional<Body> bodyIn(std::string_view text)
{
    formats::ReadLimits limits;
    limits.maxDepth = deepest;
    if (auto parsed = python_json::parse(text, limits))
        return Body{std::move(*parsed), {}};
    if (auto outline = outlineOf(text))
        return Body{std::move(*outline), std::string(text)};
    return std::nullopt;
}

tl::expected<Body, BadBody> objectIn(std::string_view text, const char* runKey)
{
    auto body = bodyIn(text);
    if (!body)
        return tl::unexpected(jsonFaultIn(text, JsonBy::Python, deepest));
    if (!body->fields.is_object() || textOf(body->fields, runKey).empty())
        return tl::unexpected(
            BadBody(QT_TRANSLATE_NOOP("GatewayRefusals", "The request body names no run or no reply.")));
    return std::move(*body);
}

std::string firstOf(std::initializer_list<std::string> texts)
{
    const auto found = std::ranges::find_if(texts, [](const std::string& text) { return !text.empty(); });
    return found == texts.end() ? std::string() : *found;
}

struct ReplyFields
{
    std::string id;
    std::string name;
    std::string role;
};

/// Before 1.0.8, `name` holds the reply's id; from 1.0.8 on, and from Java, the speaker's name.
ReplyFields replyOf(const json& body)
{
    ReplyFields reply{textOf(body, "replyId"), textOf(body, "replyName"), textOf(body, "replyRole")};
    if (const std::string name = textOf(body, "name"); reply.name.empty() && name != reply.id)
        reply.name = name;
    if (reply.role.empty())
        reply.role = textOf(body, "role");
    return reply;
}

/// Half characters in what is read as text are shown as they were written; what is not read stays as it came.
void showHalves(json& content)
{
    const auto show = [](json& text) {
        if (python_json::isMarked(text) && python_json::isText(text))
            text = python_json::escaped(text.get_ref<const std::string&>());
    };
    show(content);
    if (!content.is_array())
        return;
    for (json& block : content)
        for (const char* key : {"text", "thinking"})
            if (const auto found = block.is_object() ? block.find(key) : block.end();
                block.is_object() && found != block.end())
                show(*found);
}

/// Speech that accompanies a message: sound blocks, kept as its last ones. Anything that is no block is kept as an
/// unknown one.
json speechIn(const json& body)
{
    json blocks = json::array();
    if (!body.value("msg", json()).is_object())
        return blocks; // all of the body is kept as it came
    const json speech = body.value("speech", json());
    for (const json& one : speech.is_array() ? speech : json::array({speech}))
        if (!one.is_null())
            blocks.push_back(one.is_object() ? one : json{{"speech", one}});
    return blocks;
}

void addSpeech(json& content, const json& speech)
{
    if (speech.empty())
        return;
    if (!content.is_array())
        content = json::array({{{"type", "text"}, {"text", content}}});
    content.insert(content.end(), speech.begin(), speech.end());
}

/// The message in a form that nothing refuses: missing members are filled in, and those of another type are moved to
/// where they are kept as unknown blocks.
json readable(const Body& body, const ReplyFields& reply)
{
    const auto found = body.fields.find("msg");
    const bool isThere = found != body.fields.end() && found->is_object();
    json msg = isThere ? *found : json{{"content", json::array({body.fields})}};
    if (!body.unread.empty())
        msg["content"] = json::array({{{unreadKey, body.unread}}});
    static constexpr std::array roles = {"user", "assistant", "system"};
    if (const json role = msg.value("role", json()); std::ranges::find(roles, role) == roles.end())
        msg["role"] = std::ranges::find(roles, reply.role) == roles.end() ? "assistant" : reply.role;
    if (textOf(msg, "name").empty())
        msg["name"] = firstOf({reply.name, msg["role"] == "user" ? "user" : "agent"});
    json& content = msg["content"];
    if (content.is_null())
        content = json::array();
    else if (!python_json::isText(content) && !content.is_array())
        content = json::array({content});
    showHalves(content);
    addSpeech(content, speechIn(body.fields));
    return msg;
}

void nameSpeaker(Message& message, const ReplyFields& reply)
{
    if (message.role == "user") {
        message.sentFrom = {};
        message.causeBy = conversation::action::userRequirement;
        return;
    }
    if (!conversation::hasBlock<conversation::ToolResultBlock>(message))
        return;
    // AgentScope sends a tool's result as a message of "system", within the reply of the agent that called it.
    message.role = "tool";
    if (!reply.name.empty())
        message.sentFrom = conversation::Address(reply.name);
}

tl::expected<PushedMessage, BadBody> messageIn(const Body& body, std::string run,
                                               const conversation::DecideContext& context)
{
    const ReplyFields reply = replyOf(body.fields);
    json msg = readable(body, reply);
    formats::agentscope::ReadOptions options;
    options.timeIfMissing = context.now;
    auto read = formats::agentscope::readMsg(msg, options);
    if (!read)
        return tl::unexpected(BadBody(QT_TRANSLATE_NOOP("GatewayRefusals", "The message cannot be read.")));
    Message& message = read->message;
    if (message.id.isEmpty())
        message.id = conversation::MessageId(reply.id.empty() ? context.makeId() : reply.id);
    std::string speaker = clientDisplayName(textOf(msg, "name"));
    nameSpeaker(message, reply);
    message.name = clientDisplayName(std::move(message.name));
    if (!message.sentFrom.isEmpty())
        message.sentFrom = conversation::Address(clientDisplayName(message.sentFrom.str()));
    // The protocol names no recipients: who heard it is up to the program.
    message.sendTo = {conversation::address::none};
    const bool isList = msg["content"].is_array();
    msg.erase("content");
    message.metadata = JsonValue(json{{"source", std::move(msg)},
                                      {"list", isList}, // one text alone may be either
                                      {"reply", {{"id", reply.id}, {"name", reply.name}, {"role", reply.role}}}});
    if (message.sentFrom.isEmpty()) // what answers a question is not recorded: this answers none
        conversation::setToldByProgram(message, "agentscope");
    return PushedMessage{std::move(run),
                         std::move(message),
                         std::move(speaker),
                         std::move(read->attachments),
                         speechIn(body.fields).size(),
                         reply.name.empty() ? reply.id : std::string()};
}

} // namespace

tl::expected<RegisteredRun, BadBody> readRun(std::string_view text)
{
    auto body = objectIn(text, "id");
    if (!body)
        return tl::unexpected(std::move(body.error()));
    json& fields = body->fields;
    const std::string id = textOf(fields, "id");
    std::string title = firstOf({textOf(fields, "name"), textOf(fields, "project"), id});
    if (!body->unread.empty())
        fields[unreadKey] = std::move(body->unread);
    return RegisteredRun{id, std::move(title), JsonValue(std::move(fields))};
}

tl::expected<RegisteredReply, BadBody> readReply(std::string_view text)
{
    const auto body = objectIn(text, "runId");
    if (!body)
        return tl::unexpected(body.error());
    return RegisteredReply{textOf(body->fields, "runId"), clientDisplayName(replyOf(body->fields).name)};
}

tl::expected<RequestedInput, BadBody> readInputRequest(std::string_view text,
                                                       const conversation::DecideContext& context)
{
    const auto body = objectIn(text, "runId");
    if (!body)
        return tl::unexpected(body.error());
    const json& fields = body->fields;
    RequestedInput input;
    input.runId = textOf(fields, "runId");
    const std::string id = textOf(fields, "requestId");
    input.question.id = conversation::QuestionId(id.empty() ? context.makeId() : id);
    const std::string speaker =
        clientDisplayName(firstOf({textOf(fields, "agentName"), textOf(fields, "agentId"), "user"}));
    input.question.asker = conversation::RoleName(speaker);
    // The protocol has no question text: the conversation before it says what is asked.
    input.question.text = QCoreApplication::translate("Gateway", "Your turn to speak as “%1”.")
                              .arg(QString::fromStdString(speaker))
                              .toStdString();
    if (const json schema = fields.value("structuredInput", json()); schema.is_object() && !schema.empty())
        input.question.schema = JsonValue(schema);
    if (!body->unread.empty())
        input.question.reason =
            QCoreApplication::translate("Gateway", "The form that goes with it is too large to read.").toStdString();
    return input;
}

tl::expected<PushedMessage, BadBody> readMessage(std::string_view text, const conversation::DecideContext& context)
{
    const auto body = objectIn(text, "runId");
    if (!body)
        return tl::unexpected(body.error());
    return messageIn(*body, textOf(body->fields, "runId"), context);
}

tl::expected<PushedMessage, BadBody> readFridayMessage(std::string_view text,
                                                       const conversation::DecideContext& context)
{
    const auto body = objectIn(text, "replyId");
    if (!body)
        return tl::unexpected(body.error());
    return messageIn(*body, "friday", context);
}

} // namespace quarterdeck::gateway
