#include "model/gateway/mcp/client_connection.h"

#include "model/formats/json/python_json.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::gateway::mcp {

using conversation::MessageId;
using nlohmann::json;
using session::Result;

namespace {

constexpr const char* callMethod = "tools/call";
/// At most this many requests of a client can still be cancelled after they were answered.
constexpr std::size_t mostAsked = 1000;
/// At most this many can be cancelled before they arrive: each message has a connection of its own.
constexpr std::size_t mostCancelledBefore = 100;

json progressTokenIn(const json& params)
{
    const json meta = params.value("_meta", json());
    const json token = meta.is_object() ? meta.value("progressToken", json()) : json();
    return token.is_string() || token.is_number_integer() ? token : json();
}

/// See AskHuman::key.
std::string keyIn(const json& params)
{
    const json meta = params.value("_meta", json());
    const json key = meta.is_object() ? meta.value("quarterdeck/key", json()) : json();
    return key.is_string() ? key.get<std::string>() : std::string();
}

/// "logging/setLevel"
json levelSet(const RpcMessage& message)
{
    if (isLogLevel(message.params.value("level", json())))
        return mcp::resultOf(message.id, json::object());
    return errorOf(message.id,
                   {rpc_code::invalidParams, "\"level\" must be one of the levels of syslog, as \"warning\"."});
}

json resultOf(const Result<MessageId>& told, Version version)
{
    return told ? messageResult(*told, version) : failedResult(told.error().sentence);
}

} // namespace

ReadMessage withCall(RpcMessage message)
{
    ReadMessage read{std::move(message), {}};
    const json& params = read.message.params;
    if (read.message.method != callMethod || !params.contains("name") || !params["name"].is_string())
        return read;
    read.call =
        readToolCall(formats::python_json::shown(params["name"].get<std::string>()), params.value("arguments", json()));
    if (auto* question = *read.call ? std::get_if<AskHuman>(&**read.call) : nullptr)
        question->key = keyIn(params);
    return read;
}

ClientConnection::ClientConnection(session::SessionHub& hub, McpSessionHandle& session, Finders find,
                                   std::chrono::milliseconds beat)
    : m_hub(hub)
    , m_session(session)
    , m_find(std::move(find))
    , m_beat(beat)
{ }
ClientConnection::~ClientConnection() = default;

void ClientConnection::take(ReadMessage read, Version version, const std::shared_ptr<Reply>& reply)
{
    const RpcMessage& message = read.message;
    switch (message.kind) {
    case RpcMessage::Kind::Notification:
        if (message.method == "notifications/cancelled")
            cancel(message);
        return;
    case RpcMessage::Kind::Response:
        return; // nothing is ever asked of a client
    case RpcMessage::Kind::Invalid:
        return reply->respond(errorOf(message.id, {rpc_code::invalidRequest, message.fault}));
    case RpcMessage::Kind::Request:
        break;
    }
    if (message.method == "ping")
        reply->respond(mcp::resultOf(message.id, json::object()));
    else if (message.method == "tools/list")
        reply->respond(mcp::resultOf(message.id, toolList(hasStructuredContent(version))));
    else if (message.method == "logging/setLevel")
        reply->respond(levelSet(message));
    else if (message.method == callMethod && isCancelledBefore(message.id))
        reply->drop();
    else if (message.method == callMethod)
        call(std::move(read), version, reply);
    else if (message.method == "initialize")
        reply->respond(errorOf(message.id, {rpc_code::invalidRequest, "This session is initialized already."}));
    else
        reply->respond(errorOf(message.id, {rpc_code::methodNotFound, "There is no such method here."}));
}

void ClientConnection::call(ReadMessage read, Version version, const std::shared_ptr<Reply>& reply)
{
    const json id = read.message.id;
    if (!read.call)
        return reply->respond(errorOf(id, {rpc_code::invalidParams, "\"name\" must name a tool."}));
    if (!*read.call) {
        emit callFailed(read.call->error());
        return reply->respond(mcp::resultOf(id, failedResult(read.call->error())));
    }
    callTool(id, std::move(**read.call), {id, progressTokenIn(read.message.params), version}, reply);
}

void ClientConnection::callTool(const json& id, ToolCall tool, QuestionToolCall::Request request,
                                const std::shared_ptr<Reply>& reply)
{
    const auto told = [id, version = request.version, reply](const Result<MessageId>& result) {
        reply->respond(mcp::resultOf(id, resultOf(result, version)));
    };
    if (auto* question = std::get_if<AskHuman>(&tool)) {
        begin(m_session, std::move(request), reply)->ask(std::move(*question), m_find.same);
    } else if (const auto* check = std::get_if<CheckAnswer>(&tool)) {
        begin(sessionOf(check->id), std::move(request), reply)->check(*check);
    } else if (const auto* notice = std::get_if<NotifyHuman>(&tool)) {
        m_session.notify(*notice, told);
    } else if (auto* message = std::get_if<PostMessage>(&tool)) {
        m_session.post(std::move(*message), told);
    }
    m_session.setPresent(true);
}

QuestionToolCall* ClientConnection::begin(McpSessionHandle& session, QuestionToolCall::Request request,
                                          const std::shared_ptr<Reply>& reply)
{
    const std::string key = textOf(request.id);
    auto* made = new QuestionToolCall(session, m_hub.library(), std::move(request), reply, m_beat, this);
    std::erase_if(m_asked, [&](const auto& one) { return one.first == key; }); // another one had this id
    connect(made, &QuestionToolCall::asked, this, [this, made, key](const conversation::QuestionId& question) {
        remember(key, question);
        supersede(made, question);
    });
    connect(made, &QuestionToolCall::ended, this, &ClientConnection::callEnded);
    return made;
}

McpSessionHandle& ClientConnection::sessionOf(const conversation::QuestionId& question)
{
    McpSessionHandle* asked = m_find.session(question);
    return asked != nullptr ? *asked : m_session;
}

void ClientConnection::remember(const std::string& request, const conversation::QuestionId& question)
{
    m_asked.emplace_back(request, question);
    if (m_asked.size() > mostAsked)
        m_asked.pop_front();
}

void ClientConnection::supersede(const QuestionToolCall* newest, const conversation::QuestionId& question)
{
    for (QuestionToolCall* call : calls())
        if (call != newest && call->isAskingFor(question))
            call->supersede();
}

bool ClientConnection::isAskedBesides(const json& request, const conversation::QuestionId& question) const
{
    return std::ranges::any_of(calls(), [&](const QuestionToolCall* call) {
        return call->requestId() != request && call->isAskingFor(question);
    });
}

void ClientConnection::resume(const ResumePoint& point, Version version, const std::shared_ptr<Reply>& reply)
{
    if (isCancelledBefore(point.requestId)) { // a server that was started anew knows no more of the request than this
        if (point.isAsking && !isAskedBesides(point.requestId, point.question))
            sessionOf(point.question).withdraw(point.question);
        return reply->drop();
    }
    begin(sessionOf(point.question), {point.requestId, point.progressToken, version}, reply)->resume(point);
    m_session.setPresent(true);
}

void ClientConnection::cancel(const RpcMessage& message)
{
    const json id = message.params.value("requestId", json());
    bool isRunning = false;
    for (QuestionToolCall* call : calls())
        if (call->requestId() == id) {
            isRunning = true;
            call->cancel(!isAskedBesides(id, call->question()));
        }
    if (isRunning)
        return;
    // Its stream broke, and nobody has resumed it.
    const auto asked = std::ranges::find(m_asked, textOf(id), [](const auto& one) { return one.first; });
    if (asked != m_asked.end()) {
        if (!isAskedBesides(id, asked->second))
            sessionOf(asked->second).withdraw(asked->second);
        return;
    }
    m_cancelledBefore.push_back(textOf(id));
    if (m_cancelledBefore.size() > mostCancelledBefore)
        m_cancelledBefore.pop_front();
}

/// Only once: another request may have the same id later.
bool ClientConnection::isCancelledBefore(const json& id) { return std::erase(m_cancelledBefore, textOf(id)) > 0; }

void ClientConnection::leave()
{
    // One that is on its way is not among the open questions yet.
    for (QuestionToolCall* call : calls())
        call->leave();
}

bool ClientConnection::isWaiting() const { return !calls().empty(); }

bool ClientConnection::hasRequest(const json& id) const
{
    return std::ranges::any_of(calls(), [&](const QuestionToolCall* call) { return call->requestId() == id; })
        || std::ranges::any_of(m_asked, [text = textOf(id)](const auto& one) { return one.first == text; });
}

bool ClientConnection::isWaitingFor(const conversation::QuestionId& question) const
{
    return std::ranges::any_of(calls(), [&](const QuestionToolCall* call) { return call->isWaitingFor(question); });
}

bool ClientConnection::hasJustAsked(const conversation::QuestionId& question, const json& request,
                                    std::chrono::milliseconds age) const
{
    return std::ranges::any_of(calls(), [&](const QuestionToolCall* call) {
        return call->requestId() != request && call->isAskingFor(question) && call->isYoungerThan(age);
    });
}

std::vector<QuestionToolCall*> ClientConnection::calls() const
{
    std::vector<QuestionToolCall*> waiting;
    for (QuestionToolCall* call : findChildren<QuestionToolCall*>(QString(), Qt::FindDirectChildrenOnly))
        if (call->isWaiting())
            waiting.push_back(call);
    return waiting;
}

} // namespace quarterdeck::gateway::mcp
