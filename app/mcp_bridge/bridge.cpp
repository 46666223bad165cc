#include "app/mcp_bridge/bridge.h"

#include "app/mcp_bridge/bridged_call.h"
#include "model/formats/json/python_json.h"

#include <QTimer>
#include <algorithm>
#include <utility>

namespace quarterdeck::app {

using nlohmann::json;

namespace {

constexpr int initializeAgainMs = 250;

bool isMethod(const json& message, const char* method) { return message.value("method", json()) == method; }

} // namespace

Bridge::Bridge(ServerLink& link, std::function<void(const std::string&)> write)
    : m_link(link)
    , m_write(std::move(write))
{
    connect(&m_link, &ServerLink::missed, this, &Bridge::endWhenDone);
}
Bridge::~Bridge() = default;

HttpCall::Request Bridge::request(const char* method) const
{
    HttpCall::Request request{method, "/mcp"};
    if (!m_link.token().isEmpty())
        request.fields["Authorization"] = "Bearer " + m_link.token();
    if (!m_session.isEmpty())
        request.fields["Mcp-Session-Id"] = m_session;
    if (!m_version.isEmpty())
        request.fields["MCP-Protocol-Version"] = m_version;
    return request;
}

HttpCall::Request Bridge::post(QByteArray message) const
{
    HttpCall::Request request = this->request("POST");
    request.fields["Content-Type"] = "application/json";
    request.fields["Accept"] = "application/json, text/event-stream";
    request.body = std::move(message);
    return request;
}

void Bridge::take(const QByteArray& line)
{
    // Parsed as the gateway does it: a text may have been cut in the middle of an emoji.
    auto read = formats::python_json::parse({line.constData(), static_cast<std::size_t>(line.size())});
    if (!read)
        return m_write(R"({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "This is no JSON."}})");
    if (!read->is_array() || read->empty())
        return takeMessage(std::move(*read));
    for (json& one : *read) // of a batch, as MCP 2025-03-26 has them, each is answered by itself
        takeMessage(std::move(one));
}

void Bridge::takeMessage(json message)
{
    if (!message.is_object())
        return m_write(
            R"({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "This is no message of JSON-RPC."}})");
    if (isMethod(message, "initialize")) {
        m_initialize = message;
        m_session.clear();
        m_version.clear();
        return begin(std::move(message));
    }
    if (m_session.isEmpty())
        return m_early.push_back(std::move(message));
    begin(std::move(message));
}

void Bridge::begin(json message)
{
    if (isMethod(message, BridgedCall::cancelled) && message.contains("params") && message["params"].is_object())
        for (BridgedCall* call : m_calls)
            if (call->isCall(message["params"].value("requestId", json())))
                call->cancel();
    auto* call = new BridgedCall(*this, std::move(message));
    m_calls.insert(call);
    call->send();
}

void Bridge::takeWelcome(const QByteArray& session, const json& result)
{
    m_session = session;
    m_version = QByteArray::fromStdString(result.value("protocolVersion", std::string()));
    for (json& message : std::exchange(m_early, {}))
        begin(std::move(message));
}

void Bridge::initializeAgain(std::function<void()> then)
{
    m_initializing.push_back(std::move(then));
    if (m_initializing.size() > 1)
        return;
    m_session.clear();
    m_version.clear();
    postInitialize();
}

/// If Quarterdeck goes away before it has answered, waits for it once more.
void Bridge::postInitialize()
{
    HttpCall* reply = m_link.call(post(QByteArray::fromStdString(formats::python_json::text(m_initialize))), this);
    connect(reply, &HttpCall::finished, this, [this, reply] {
        reply->deleteLater();
        const QByteArray session = reply->field("mcp-session-id");
        if (session.isEmpty())
            return QTimer::singleShot(initializeAgainMs, this,
                                      [this] { m_link.await([this](const QString&) { postInitialize(); }); });
        const json answer = json::parse(reply->readAll().toStdString(), nullptr, false);
        takeWelcome(session, answer.is_object() ? answer.value("result", json::object()) : json::object());
        begin({{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}});
        for (const auto& call : std::exchange(m_initializing, {}))
            call();
    });
}

void Bridge::finished(BridgedCall* call)
{
    m_calls.erase(call);
    endWhenDone();
}

void Bridge::takeEnd()
{
    m_hasEnded = true;
    endWhenDone();
}

void Bridge::endWhenDone()
{
    const bool isDone = std::ranges::all_of(m_calls, [this](const BridgedCall* call) {
        return call->isAsked() || (call->isCancellation() && m_link.isAway());
    });
    if (!m_hasEnded || !isDone)
        return;
    if (!m_calls.empty() || m_session.isEmpty())
        return emit ended(); // no goodbye: that would withdraw what a call still waits for
    const HttpCall* reply = m_link.call(request("DELETE"), this);
    m_session.clear();
    connect(reply, &HttpCall::finished, this, &Bridge::ended);
}

} // namespace quarterdeck::app
