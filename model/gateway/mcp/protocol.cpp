#include "model/gateway/mcp/protocol.h"

#include "model/formats/json/python_json.h"
#include "model/gateway/mcp/stateless.h"
#include "model/gateway/sent_bodies.h"
#include "model/session/post.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QString>
#include <QtGlobal>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::gateway::mcp {

using nlohmann::json;
namespace python_json = formats::python_json;

namespace {

constexpr std::int32_t deepest = 64;
constexpr std::int64_t mostValues = 500'000;

bool isId(const json& id) { return python_json::isText(id) || id.is_number_integer(); }

RpcMessage invalid(json id, std::string fault)
{
    RpcMessage message;
    message.id = isId(id) ? std::move(id) : json();
    message.fault = std::move(fault);
    return message;
}

RpcMessage messageIn(json& value)
{
    if (!value.is_object())
        return invalid({}, QT_TRANSLATE_NOOP("GatewayRefusals", "A message must be an object."));
    const json id = value.value("id", json());
    if (value.value("jsonrpc", json()) != "2.0")
        return invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "\"jsonrpc\" must be \"2.0\"."));
    RpcMessage message;
    message.id = id;
    if (!value.contains("method")) {
        const bool isResponse = isId(id) && value.contains("result") != value.contains("error");
        message.kind = RpcMessage::Kind::Response;
        return isResponse
            ? message
            : invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "A message must have a method, a result or an error."));
    }
    if (!python_json::isText(value["method"]))
        return invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "\"method\" must be a string."));
    message.method = python_json::shown(value["method"].get<std::string>());
    if (value.contains("params"))
        message.params = std::move(value["params"]);
    if (!message.params.is_object())
        return invalid(id, QT_TRANSLATE_NOOP("GatewayRefusals", "\"params\" must be an object."));
    if (value.contains("id") && !isId(id))
        return invalid({}, QT_TRANSLATE_NOOP("GatewayRefusals", "\"id\" must be a string or an integer."));
    message.kind = value.contains("id") ? RpcMessage::Kind::Request : RpcMessage::Kind::Notification;
    return message;
}

} // namespace

tl::expected<RpcBody, RpcError> readRpc(std::string_view text)
{
    formats::ReadLimits limits;
    limits.maxDepth = deepest;
    limits.maxValuesPerRecord = mostValues;
    auto parsed = python_json::parse(text, limits);
    if (!parsed)
        return tl::unexpected(RpcError{rpc_code::parseError, jsonFaultIn(text, JsonBy::Python, deepest)});
    RpcBody body;
    body.isBatch = parsed->is_array();
    if (!body.isBatch) {
        body.messages.push_back(messageIn(*parsed));
        return body;
    }
    if (parsed->empty() || parsed->size() > mostInBatch)
        return tl::unexpected(RpcError{rpc_code::invalidRequest,
                                       QT_TRANSLATE_NOOP("GatewayRefusals", "A batch must have 1 to 100 messages.")});
    for (json& one : *parsed)
        body.messages.push_back(messageIn(one));
    return body;
}

json resultOf(const json& id, json result) { return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}; }

json errorOf(const json& id, const RpcError& error)
{
    return {{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", error.code}, {"message", error.message}}}};
}

json notification(const std::string& method, json params)
{
    return {{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

std::string textOf(const json& message) { return python_json::text(message); }

namespace python_json = formats::python_json;

namespace {

/// The oldest has no Streamable HTTP, but such clients exist: over standard streams, and through bridges.
constexpr std::array<std::pair<Version, std::string_view>, 5> versions = {{{Version::November2024, "2024-11-05"},
                                                                           {Version::March2025, "2025-03-26"},
                                                                           {Version::June2025, "2025-06-18"},
                                                                           {Version::November2025, "2025-11-25"},
                                                                           {Version::July2026, "2026-07-28"}}};

/// Those of syslog (RFC 5424).
constexpr std::array<std::string_view, 8> logLevels = {"debug", "info",     "notice", "warning",
                                                       "error", "critical", "alert",  "emergency"};

constexpr qsizetype longestName = 100;

/// For the model that is to use the tools.
constexpr const char* instructions =
    "Quarterdeck shows a person what agents do and lets the person answer them. Call ask_human when you need a "
    "decision, a fact or a permission that only the person can give, and wait for its result; silence is never "
    "consent. Call notify_human when the person should know something and need not answer.";

std::string shortTextAt(const json& object, const char* key)
{
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        return {};
    const QString text = QString::fromStdString(python_json::shown(found->get<std::string>()));
    return text.simplified().left(longestName).toStdString();
}

} // namespace

std::string_view nameOf(Version version)
{
    return std::ranges::find(versions, version, &decltype(versions)::value_type::first)->second;
}

std::string clientOfSession(std::string_view mcpSession)
{
    return std::string(mcpSession.substr(0, mcpSession.find('.')));
}

bool isKnownVersion(std::string_view name)
{
    return std::ranges::find(versions, name, &decltype(versions)::value_type::second) != versions.end();
}

std::vector<std::string_view> knownVersions()
{
    std::vector<std::string_view> names;
    for (auto version = versions.rbegin(); version != versions.rend(); ++version)
        names.push_back(version->second);
    return names;
}

Version negotiated(std::string_view wanted)
{
    const auto found = std::ranges::find(versions, wanted, &decltype(versions)::value_type::second);
    return found == versions.end() ? newestVersion : std::min(found->first, newestVersion);
}

bool isLogLevel(const json& level)
{
    return level.is_string() && std::ranges::find(logLevels, level.get_ref<const std::string&>()) != logLevels.end();
}

ClientInfo clientIn(const json& params)
{
    const auto found = params.find("clientInfo");
    const json info = found != params.end() && found->is_object() ? *found : json::object();
    ClientInfo client{shortTextAt(info, "name"), shortTextAt(info, "title"), shortTextAt(info, "version")};
    if (client.name.empty())
        client.name = client.title.empty() ? "MCP client" : client.title;
    // "codex-mcp-client" is Codex.
    constexpr std::string_view ending = "-mcp-client";
    if (client.title.empty() && client.name.ends_with(ending) && client.name.size() > ending.size())
        client.title = client.name.substr(0, client.name.size() - ending.size());
    return client;
}

json toJson(const ClientInfo& client)
{
    json info = {{"name", client.name}};
    if (!client.title.empty())
        info["title"] = client.title;
    if (!client.version.empty())
        info["version"] = client.version;
    return info;
}

std::string timeText(conversation::Timestamp time)
{
    return QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch, Qt::UTC).toString(Qt::ISODateWithMs).toStdString();
}

json serverInfo()
{
    return {{"name", "quarterdeck"},
            {"title", "Quarterdeck"},
            {"version", QCoreApplication::applicationVersion().toStdString()}};
}

json welcome(Version version)
{
    return {{"protocolVersion", nameOf(version)},
            {"capabilities", {{"tools", json::object()}, {"logging", json::object()}}},
            {"serverInfo", serverInfo()},
            {"instructions", instructions}};
}

namespace {

/// When a client that lost its stream reconnects. The official libraries do so twice and then give up, so a restart may
/// take twice this long. A client that waits for a person does not mind a few seconds.
const std::string retryLine = "retry: 8000\n";

std::string eventOf(const std::string& text, const std::string& id)
{
    return (id.empty() ? std::string() : "id: " + id + "\n" + retryLine) + "event: message\ndata: " + text + "\n\n";
}

} // namespace

Reply::Reply(QObject& context, std::shared_ptr<HttpExchange> exchange, Form form)
    : m_context(context)
    , m_exchange(std::move(exchange))
    , m_form(std::move(form))
{
    m_isStream = m_form.takesStream && !m_form.takesJson;
    if (m_isStream)
        m_exchange->begin({200, {}, "text/event-stream", m_form.fields});
}

void Reply::respond(json message, const std::string& eventId, std::function<void()> whenTaken)
{
    if (m_frame && message.contains("result"))
        message["result"] = m_frame(std::move(message["result"]));
    if (m_form.isStateless && message.contains("result") && !message["result"].contains("resultType"))
        message["result"] = complete(std::move(message["result"]));
    if (m_isStream) {
        send(eventOf(textOf(message), eventId), std::move(whenTaken));
    } else {
        m_ready.push_back(textOf(message));
        if (whenTaken)
            m_whenTaken.push_back(std::move(whenTaken));
    }
    settle();
}

void Reply::drop() { settle(); }

void Reply::hold(std::function<void()> whenGone)
{
    if (!m_isStream && m_form.takesStream) {
        m_isStream = true;
        m_exchange->begin({200, {}, "text/event-stream", m_form.fields});
        for (const std::string& text : std::exchange(m_ready, {}))
            send(eventOf(text, {}));
    }
    m_whenGone.push_back(std::move(whenGone));
    if (m_whenGone.size() > 1)
        return;
    m_exchange->whenGone([context = &m_context, weak = weak_from_this()] {
        session::post(context, [weak] {
            if (const auto self = weak.lock())
                for (const auto& call : std::exchange(self->m_whenGone, {}))
                    call();
        });
    });
}

void Reply::sendMessage(const json& message, const std::string& eventId)
{
    if (m_isStream)
        send(eventOf(textOf(message), eventId));
}

void Reply::sendFirstEvent(const std::string& eventId)
{
    if (m_isStream)
        send("id: " + eventId + "\n" + retryLine + "data: \n\n");
}

void Reply::sendKeepAlive()
{
    if (m_isStream)
        send(": the person thinks\n\n");
}

void Reply::send(std::string piece, std::function<void()> whenTaken)
{
    std::function<void()> told;
    if (whenTaken)
        told = [context = &m_context, whenTaken = std::move(whenTaken)] { session::post(context, whenTaken); };
    m_exchange->write(std::move(piece), std::move(told));
}

/// One response fewer to wait for.
void Reply::settle()
{
    if (m_form.responses == 0 || --m_form.responses > 0)
        return;
    if (m_isStream)
        return m_exchange->end();
    answerAtOnce();
}

void Reply::answerAtOnce()
{
    HttpResponse answer{200, {}, "application/json", m_form.fields};
    for (const std::string& text : m_ready)
        answer.body += (answer.body.empty() ? "" : ", ") + text;
    if (m_ready.empty())
        answer.status = 202;
    else if (m_form.isBatch)
        answer.body = "[" + answer.body + "]";
    m_exchange->answer(std::move(answer), [context = &m_context, taken = std::exchange(m_whenTaken, {})] {
        for (const auto& call : taken)
            session::post(context, call);
    });
}

} // namespace quarterdeck::gateway::mcp
