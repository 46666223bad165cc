#include "model/gateway/mcp/client_connection.h"
#include "model/gateway/mcp/mcp_server.h"
#include "model/gateway/mcp/stateless.h"

#include <QPointer>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

/// The part of ClientConnection and of McpServer that serves clients without sessions of MCP (stateless.h).
namespace quarterdeck::gateway::mcp {

using conversation::QuestionId;
using nlohmann::json;
using session::Result;

namespace {

TaskState taskOf(const QuestionId& id, const QuestionStatus* question)
{
    const conversation::Timestamp asked =
        question != nullptr ? question->askedAt : session::decideContextNow().now; // it was stored just now
    TaskState task{id.str(), "working", timeText(asked), timeText(asked)};
    if (question != nullptr && question->end) {
        task.status = question->end->kind == conversation::QuestionEndKind::Withdrawn ? "cancelled" : "completed";
        task.changedAt = timeText(question->end->at);
    }
    return task;
}

/// A library that cannot be read now is no reason for the client to give the task up.
json noTask(const json& id, const Result<const QuestionStatus*>& found)
{
    const bool isUnknown = found || found.error().code == conversation::ErrorCode::NotFound;
    return isUnknown ? errorOf(id, {rpc_code::invalidParams, "There is no such task."})
                     : errorOf(id, {rpc_code::internalError, found.error().sentence});
}

} // namespace

void ClientConnection::takeTask(ReadMessage read, const std::shared_ptr<Reply>& reply)
{
    auto* question = read.call && *read.call ? std::get_if<AskHuman>(&**read.call) : nullptr;
    if (question == nullptr)
        return take(std::move(read), Version::July2026, reply);
    const auto begun = [id = read.message.id, reply](const QuestionId& asked) {
        json task = toJson(taskOf(asked, nullptr));
        task["resultType"] = "task";
        reply->respond(mcp::resultOf(id, std::move(task)));
    };
    const auto failed = [id = read.message.id, reply](const session::Error& error) {
        reply->respond(mcp::resultOf(id, failedResult(error.sentence)));
    };
    const auto shared = std::make_shared<AskHuman>(std::move(*question));
    m_find.same({shared, read.message.id}, [self = QPointer(this), shared, begun, failed](const EarlierQuestion& same) {
        if (self.isNull())
            return;
        if (same.session != nullptr)
            return begun(same.id);
        self->m_session.ask(std::move(*shared), [begun, failed](const Result<QuestionId>& asked) {
            asked ? begun(*asked) : failed(asked.error());
        });
        self->m_session.setPresent(true);
    });
}

void ClientConnection::takeOfTask(const RpcMessage& message, const std::shared_ptr<Reply>& reply)
{
    const json named = message.params.value("taskId", json());
    const QuestionId question(named.is_string() ? named.get<std::string>() : std::string());
    if (message.method == "tasks/get")
        return respondToGet(message.id, question, reply);
    sessionOf(question).look(
        question, [self = QPointer(this), message, question, reply](const Result<const QuestionStatus*>& found) {
            if (self.isNull() || !found || *found == nullptr)
                return reply->respond(noTask(message.id, found));
            if (message.method == "tasks/cancel" && !(*found)->end)
                self->sessionOf(question).withdraw(question);
            reply->respond(mcp::resultOf(message.id, json::object()));
        });
}

/// Its result is that of a check, which also says that the client has the answer.
void ClientConnection::respondToGet(const json& id, const QuestionId& question, const std::shared_ptr<Reply>& reply)
{
    sessionOf(question).look(
        question, [self = QPointer(this), id, question, reply](const Result<const QuestionStatus*>& found) {
            if (self.isNull() || !found || *found == nullptr)
                return reply->respond(noTask(id, found));
            json task = toJson(taskOf(question, *found));
            if (!(*found)->end || task["status"] == "cancelled")
                return reply->respond(mcp::resultOf(id, std::move(task)));
            reply->setFrame([task](json result) {
                result["resultType"] = "complete";
                json whole = task;
                whole["result"] = std::move(result);
                return whole;
            });
            self->begin(self->sessionOf(question), {id, {}, Version::July2026}, reply)->check({question});
        });
}

void McpServer::postStateless(const HttpRequest& head, ReadMessage read, const std::shared_ptr<HttpExchange>& exchange)
{
    const auto caller = statelessCaller(head, read.message);
    if (!caller)
        return exchange->answer(caller.error());
    if (read.message.kind != RpcMessage::Kind::Request)
        return takeStatelessNotification(head, std::move(read), exchange);
    const std::string& method = read.message.method;
    const auto respond = [&](json result) {
        exchange->answer({200, textOf(resultOf(read.message.id, std::move(result)))});
    };
    if (method == "server/discover")
        return respond(discovered());
    if (method == "tools/list")
        return respond(cacheable(toolList(true)));
    if (method == "tools/call" && !isTool(read.message.params.value("name", json())))
        return exchange->answer(
            {400, textOf(errorOf(read.message.id, {rpc_code::invalidParams, "There is no such tool here."}))});
    const bool isOfTask = method == "tasks/get" || method == "tasks/cancel" || method == "tasks/update";
    if (isOfTask && !caller->takesTasks)
        return exchange->answer(tasksNeeded(read.message));
    if (!isOfTask && method != "tools/call")
        return exchange->answer(noSuchMethod(read.message));
    const auto found = [self = QPointer(this), head, caller = *caller,
                        read = std::make_shared<ReadMessage>(std::move(read)), exchange](std::int64_t process) {
        if (!self.isNull())
            self->takeStateless(head, caller, process, read, exchange);
    };
    session::afterSessionsListed(m_hub, *this, [this, head, found] { m_limit.look(head.caller, found); });
}

/// A call is cancelled by whoever made it: from the same process.
void McpServer::takeStatelessNotification(const HttpRequest& head, ReadMessage read,
                                          const std::shared_ptr<HttpExchange>& exchange)
{
    exchange->answer({202, {}});
    const auto found = [self = QPointer(this),
                        read = std::make_shared<ReadMessage>(std::move(read))](std::int64_t process) {
        if (self.isNull() || process == 0)
            return;
        std::vector<ClientConnection*> all;
        for (auto& [id, client] : self->m_clients)
            if (client.process == process)
                for (auto& [name, visit] : client.visits)
                    if (visit.version == Version::July2026)
                        all.push_back(visit.connection.get());
        // One process may hold several clients, each with requests of the same ids. A call may also be on its way.
        const json request = read->message.params.value("requestId", json());
        const auto has = [&](const ClientConnection* one) { return one->hasRequest(request); };
        const bool isKnown = std::ranges::any_of(all, has);
        for (ClientConnection* one : all)
            if (!isKnown || has(one))
                one->take(*read, Version::July2026, nullptr);
    };
    m_limit.look(head.caller, found);
}

void McpServer::takeStateless(const HttpRequest& head, const StatelessCaller& caller, std::int64_t process,
                              const std::shared_ptr<ReadMessage>& read, const std::shared_ptr<HttpExchange>& exchange)
{
    const std::string id = statelessClient(caller.client, process);
    const bool isOfTask = read->message.method != "tools/call";
    const auto take = [this, id, head, isOfTask, takesTasks = caller.takesTasks, read, exchange] {
        const auto client = m_clients.find(id);
        if (client == m_clients.end())
            return;
        const auto reply = std::make_shared<Reply>(
            *this, exchange, Reply::Form{1, isOfTask || takesJson(head), takesStream(head) && !isOfTask, false, true});
        ClientConnection& connection = *client->second.visits.begin()->second.connection;
        if (isOfTask)
            connection.takeOfTask(read->message, reply);
        else if (takesTasks)
            connection.takeTask(std::move(*read), reply);
        else
            connection.take(std::move(*read), Version::July2026, reply);
    };
    if (!beginsSession(*read) || m_clients.at(id).session->isBegun())
        return take();
    admit(id, head.caller, exchange, take);
}

/// The one that spoke last from this process, by this name; else a new one.
std::string McpServer::statelessClient(const ClientInfo& info, std::int64_t process)
{
    for (auto& [id, client] : m_clients)
        if (client.process == process && client.info == info && !client.visits.empty()
            && client.visits.begin()->second.version == Version::July2026) {
            see(id, client);
            return id;
        }
    forgetSome();
    std::string id = session::newId();
    Client& client = add(id, info);
    client.silent.setRemainingTime(m_times.silence);
    addVisit(id, client, Version::July2026);
    emit clientSeen(id, info.shownName());
    if (process != 0) {
        setClientProcess(id, process);
        emit clientProcessKnown(id, process);
    }
    return id;
}

} // namespace quarterdeck::gateway::mcp
