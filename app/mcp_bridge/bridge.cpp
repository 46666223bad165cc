#include "app/mcp_bridge/bridge.h"

#include "model/formats/json/python_json.h"

#include <QTimer>
#include <QUuid>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace quarterdeck::app {

using nlohmann::json;

namespace {

constexpr int mostFailures = 20;
constexpr int pauseMs = 250;
constexpr int noSession = 404;
constexpr const char* ownToken = "quarterdeck-mcp";
constexpr int internalError = -32603;

/// Where a message of the revision without sessions names it.
const json::json_pointer& versionPlace()
{
    static const json::json_pointer place("/params/_meta/io.modelcontextprotocol~1protocolVersion");
    return place;
}

/// A text as a field of a head takes it.
QByteArray fieldOf(const json& value)
{
    QByteArray text = value.is_string() ? QByteArray::fromStdString(value.get<std::string>()) : QByteArray();
    return text.replace('\r', ' ').replace('\n', ' ');
}

QByteArray textOf(const json& message) { return QByteArray::fromStdString(formats::python_json::text(message)); }

json jsonIn(std::string_view text) { return formats::python_json::parse(text).value_or(json()); }

json jsonIn(const QByteArray& body)
{
    return jsonIn(std::string_view(body.constData(), static_cast<std::size_t>(body.size())));
}

/// One message per line; line breaks inside JSON strings are escaped anyway.
std::string lineOf(QByteArray body) { return body.replace('\n', ' ').replace('\r', ' ').trimmed().toStdString(); }

bool isToolCall(const json& message)
{
    return message.value("method", json()) == "tools/call" && message.contains("params")
        && message["params"].is_object();
}

/// The question that this progress message belongs to, if it says so.
std::string questionIn(const json& message)
{
    const json::json_pointer place("/params/_meta/quarterdeck~1question_id");
    const bool isThere = message.contains(place) && message.at(place).is_string();
    return isThere ? message.at(place).get<std::string>() : std::string();
}

} // namespace

BridgedCall::BridgedCall(Bridge& bridge, json message)
    : QObject(&bridge)
    , m_bridge(bridge)
    , m_message(std::move(message))
    , m_isStateless(isStateless(m_message))
{
    if (!isRequest() || !isToolCall(m_message))
        return;
    // Progress messages carry the id by which the question can be found again.
    json& meta = m_message["params"]["_meta"];
    if (!meta.is_object())
        meta = json::object();
    m_hasOwnToken = !meta.contains("progressToken");
    if (m_hasOwnToken)
        meta["progressToken"] = ownToken;
    // If the connection breaks before that, the call is sent again and still asks only once.
    meta["quarterdeck/key"] = QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString();
}
BridgedCall::~BridgedCall() = default;

bool BridgedCall::isStateless(const json& message)
{
    return message.contains(versionPlace()) && message.at(versionPlace()).is_string();
}

/// A cancellation is of the same revision as the call that it cancels.
void BridgedCall::claim(json& cancellation) const
{
    const json params = cancellation.value("params", json());
    if (!m_isStateless || !params.is_object() || !isCall(params.value("requestId", json())))
        return;
    if (json& meta = cancellation["params"]["_meta"]; !meta.is_object())
        meta = json::object();
    cancellation[versionPlace()] = m_message.at(versionPlace());
}

/// What the revision without sessions repeats of each message.
void BridgedCall::addFields(HttpCall::Request& request) const
{
    const json& params = m_message["params"];
    request.fields.erase("Mcp-Session-Id");
    request.fields["MCP-Protocol-Version"] = fieldOf(m_message.at(versionPlace()));
    request.fields["Mcp-Method"] = fieldOf(m_message.value("method", json()));
    for (const char* name : {"name", "uri", "taskId"})
        if (params.contains(name) && params[name].is_string())
            request.fields["Mcp-Name"] = fieldOf(params[name]);
}

std::string BridgedCall::method() const
{
    const json method = m_message.value("method", json());
    return method.is_string() ? method.get<std::string>() : std::string();
}

void BridgedCall::send()
{
    if (isCancellation()) // nobody wants Quarterdeck started for that
        return m_bridge.link().await([this](const QString&) { post(); });
    m_bridge.link().find([this](const QString& trouble) { trouble.isEmpty() ? post() : fail(trouble.toStdString()); });
}

void BridgedCall::post()
{
    if (m_isCancelled) // while searching for Quarterdeck
        return end();
    HttpCall::Request request = m_bridge.post(textOf(m_message));
    if (m_isStateless)
        addFields(request);
    follow(std::move(request));
}

void BridgedCall::resume()
{
    HttpCall::Request request = m_bridge.request("GET");
    request.fields["Accept"] = "text/event-stream";
    request.fields["Last-Event-ID"] = QByteArray::fromStdString(m_lastEvent);
    follow(std::move(request));
}

void BridgedCall::follow(HttpCall::Request request)
{
    m_reply = m_bridge.link().call(std::move(request), this);
    m_events = formats::EventStreamDecoder();
    connect(m_reply, &HttpCall::readyRead, this, &BridgedCall::readStream);
    connect(m_reply, &HttpCall::finished, this, &BridgedCall::takeEnd);
}

void BridgedCall::readStream()
{
    if (!m_reply->field("content-type").startsWith("text/event-stream"))
        return;
    const QByteArray bytes = m_reply->readAll();
    for (const formats::StreamEvent& event : m_events.feed({bytes.data(), static_cast<std::size_t>(bytes.size())}))
        takeEvent(event);
}

void BridgedCall::takeEvent(const formats::StreamEvent& event)
{
    m_failures = 0;
    if (!event.id.empty())
        m_lastEvent = event.id;
    const json message = jsonIn(std::string_view(event.data));
    if (!message.is_object())
        return;
    if (const std::string question = questionIn(message); !question.empty()) {
        m_question = question;
        m_bridge.endWhenDone();
    }
    const bool isResponse = message.contains("id") && !message.contains("method");
    m_isAnswered = m_isAnswered || isResponse;
    if (!m_isCancelled && (isResponse || !m_hasOwnToken))
        m_bridge.tell(event.data);
}

void BridgedCall::takeEnd()
{
    m_reply->deleteLater();
    readStream();
    const int status = m_reply->status();
    const bool isBroken = m_reply->isBroken() && status < 300;
    if (m_isAnswered || (m_isCancelled && !isBroken))
        return end();
    // A stream that ends without its response was broken off, whatever its status.
    const bool isStream = m_reply->field("content-type").startsWith("text/event");
    isStream || isBroken ? again() : takeAnswer(status);
}

void BridgedCall::takeAnswer(int status)
{
    const QByteArray body = m_reply->readAll();
    const json answer = m_isStateless || method() == "initialize" ? jsonIn(body) : json();
    if (m_isStateless && isRequest() && answer.is_object() && answer.value("id", json()) == m_message["id"]
        && (answer.contains("error") || answer.contains("result"))) { // an error, too, is in the protocol's form
        m_bridge.tell(lineOf(body));
        return end();
    }
    if (status == noSession && method() != "initialize")
        return m_bridge.initializeAgain([this] { m_lastEvent.empty() ? post() : askForAnswer(); });
    if (status >= 300)
        return takeRefusal(status, body);
    if (method() == "initialize") {
        m_bridge.takeWelcome(m_reply->field("mcp-session-id"),
                             answer.is_object() ? answer.value("result", json::object()) : json::object());
    }
    if (isRequest() && !body.isEmpty())
        m_bridge.tell(lineOf(body));
    end();
}

void BridgedCall::takeRefusal(int status, const QByteArray& body)
{
    if (!m_lastEvent.empty() && m_failures++ == 0)
        return askForAnswer(); // it cannot go on where it broke off
    const json answer = jsonIn(body);
    const json::json_pointer place("/error/message");
    const bool isSaid = answer.is_object() && answer.contains(place) && answer.at(place).is_string();
    fail(isSaid ? answer.at(place).get<std::string>()
                : "Quarterdeck answered with the status " + std::to_string(status) + ".");
}

/// The connection broke. A call that asks the person waits until Quarterdeck is back; a new one may have it started. A
/// cancelled call goes on too: only from it does a restarted Quarterdeck know what the cancellation withdraws.
void BridgedCall::again()
{
    if (!isAsked() && ++m_failures > mostFailures)
        return fail("The connection to Quarterdeck breaks again and again.");
    QTimer::singleShot(pauseMs, this, [this] {
        if (m_lastEvent.empty() || m_isStateless) // whose streams are not resumed; the same key asks once
            return m_isCancelled ? end() : send();
        m_bridge.link().await([this](const QString&) { resume(); });
    });
}

/// Replaces the lost stream: the question is still known by its id.
void BridgedCall::askForAnswer()
{
    if (m_question.empty())
        return post();
    m_lastEvent.clear();
    m_message["params"]["name"] = "check_answer";
    m_message["params"]["arguments"] = {{"question_id", m_question}, {"wait_s", 31'536'000}};
    post();
}

void BridgedCall::fail(const std::string& why)
{
    if (isRequest() && !m_isCancelled)
        m_bridge.tell(
            textOf(
                {{"jsonrpc", "2.0"}, {"id", m_message["id"]}, {"error", {{"code", internalError}, {"message", why}}}})
                .toStdString());
    end();
}

void BridgedCall::end()
{
    deleteLater();
    m_bridge.finished(this);
}

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
    if (isMethod(message, BridgedCall::cancelled))
        for (const BridgedCall* call : m_calls)
            call->claim(message);
    if (BridgedCall::isStateless(message))
        return begin(std::move(message));
    if (m_initialize.is_null())
        return refuseEarly(message);
    if (m_session.isEmpty())
        return m_early.push_back(std::move(message));
    begin(std::move(message));
}

/// Some clients ask first what there is, and go on with "initialize" once that is answered.
void Bridge::refuseEarly(const json& message)
{
    if (!message.contains("id") || !message.contains("method"))
        return; // nobody waits
    constexpr int methodNotFound = -32601;
    json reply = {{"jsonrpc", "2.0"}, {"id", message["id"]}};
    if (isMethod(message, "ping"))
        reply["result"] = json::object();
    else
        reply["error"] = {{"code", methodNotFound}, {"message", "Before \"initialize\" there is only \"ping\"."}};
    m_write(textOf(reply).toStdString());
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
