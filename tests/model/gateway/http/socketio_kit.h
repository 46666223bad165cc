#pragma once

#include "model/gateway/http/socket_io_server.h"

#include "tests/support/wait.h"

#include <QFloat16>
#include <QTest>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

/// A server of Socket.IO without sockets, and its clients.
namespace quarterdeck::test {

using gateway::HttpExchange;
using gateway::HttpResponse;
using gateway::WebSocket;
using gateway::socketio::EngineTimes;
using gateway::socketio::SocketIoServer;

inline const std::string rs = "\x1e";

/// Who waits for an answer.
struct Asker final : HttpExchange
{
    void answer(HttpResponse given, std::function<void()> whenTaken) override
    {
        answers.push_back(std::move(given));
        taking = std::move(whenTaken);
    }
    void begin(HttpResponse) override { QFAIL("Socket.IO answers as a whole."); }
    void write(std::string, std::function<void()>) override { }
    void end() override { }
    void whenGone(std::function<void()> call) override { gone = std::move(call); }
    [[nodiscard]] std::string body() const { return answers.size() == 1 ? answers.front().body : std::string("none"); }

    std::vector<HttpResponse> answers;
    std::function<void()> taking; ///< while the answer is
    std::function<void()> gone;
};

struct Line final : WebSocket
{
    void send(std::string text, std::shared_ptr<void> hold) override
    {
        sent.push_back(std::move(text));
        if (hold)
            taking = std::move(hold);
    }
    void close() override { isClosed = true; }
    [[nodiscard]] std::string last() const { return sent.empty() ? std::string() : sent.back(); }

    std::vector<std::string> sent;
    std::shared_ptr<void> taking; ///< while it is
    bool isClosed = false;
};

/// A server in a room without sockets.
struct SocketHouse
{
    explicit SocketHouse(EngineTimes times = {}) : server("/python", times)
    {
        QObject::connect(&server, &SocketIoServer::joined, &server,
                         [this](const std::string& socket, const conversation::JsonValue& auth) {
                             joined.push_back(socket);
                             auths.push_back(auth.json().dump());
                         });
        QObject::connect(&server, &SocketIoServer::left, &server,
                         [this](const std::string& socket) { left.push_back(socket); });
    }
    std::shared_ptr<Asker> ask(const char* method, const std::string& query, const std::string& body = {})
    {
        const auto asker = std::make_shared<Asker>();
        server.engine().take({method, "/socket.io/", query, {}, body}, asker);
        return asker;
    }
    std::shared_ptr<Asker> get() { return ask("GET", polling + "&sid=" + sid); }
    std::string post(const std::string& body) { return ask("POST", polling + "&sid=" + sid, body)->body(); }
    std::shared_ptr<Line> connect(const std::string& query)
    {
        const auto line = std::make_shared<Line>();
        server.engine().welcome(query, line);
        return line;
    }
    void handshake()
    {
        sid = nlohmann::json::parse(ask("GET", polling)->body().substr(1)).at("sid").get<std::string>();
    }
    /// By polling, into the namespace.
    void join()
    {
        handshake();
        static_cast<void>(post("40/python,{\"run_id\":\"r\"}"));
        static_cast<void>(get());
    }

    const std::string polling = "EIO=4&transport=polling";
    SocketIoServer server;
    std::string sid;
    std::vector<std::string> joined;
    std::vector<std::string> auths;
    std::vector<std::string> left;
};

} // namespace quarterdeck::test
