#pragma once

#include "tests/model/gateway/gateway_kit.h"

#include <QWebSocket>

namespace quarterdeck::test {

/// A program connected only by a WebSocket, which keeps what is forwarded to it.
class Program
{
public:
    Program(std::uint16_t port, const QString& run)
    {
        QObject::connect(&m_socket, &QWebSocket::textMessageReceived, &m_socket,
                         [this, run](const QString& text) { take(text, run); });
        m_socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/socket.io/?EIO=4&transport=websocket").arg(port)));
    }
    [[nodiscard]] bool isConnected()
    {
        return waitFor([this] { return m_isJoined; });
    }
    [[nodiscard]] bool hears(int count)
    {
        return waitFor([&] { return inputs.size() == static_cast<std::size_t>(count); });
    }

    void leave() { m_socket.abort(); }

    std::vector<nlohmann::json> inputs; ///< [requestId, blocks, structured]

private:
    void take(const QString& text, const QString& run)
    {
        if (text.startsWith(QLatin1String("0{")))
            m_socket.sendTextMessage(QStringLiteral("40/python,{\"run_id\":\"%1\"}").arg(run));
        m_isJoined = m_isJoined || text.startsWith(QLatin1String("40/python,"));
        if (text.startsWith(QLatin1String("42/python,"))) {
            nlohmann::json event = nlohmann::json::parse(text.mid(10).toStdString());
            event.erase(event.begin());
            inputs.push_back(std::move(event));
        }
    }

    QWebSocket m_socket;
    bool m_isJoined = false;
};

inline QByteArray asking(const QByteArray& id, const QByteArray& run = "run 1", const QByteArray& schema = "null")
{
    return R"({"requestId": ")" + id + R"(", "runId": ")" + run
        + R"(", "agentId": "a", "agentName": "Human", "structuredInput": )" + schema + "}";
}

inline QByteArray echo(const QByteArray& id, const QByteArray& text, const QByteArray& name = "Human")
{
    return R"({"runId": "run 1", "replyId": "r)" + id + R"(", "replyName": ")" + name
        + R"(", "replyRole": "user", "msg": {"id": ")" + id + R"(", "name": ")" + name
        + R"(", "role": "user", "content": ")" + text + R"("}})";
}

struct Talk : House
{
    int tell(const char* route, const QByteArray& body)
    {
        Client client(server->port());
        client.send(studioPost(route, body));
        return client.status();
    }
    [[nodiscard]] session::Session* session(const char* run = "run 1") const
    {
        for (const session::SessionSummary& one : kit.hub->summaries())
            if (one.source == std::string("agentscope:") + run)
                return kit.hub->live(one.id);
        return nullptr;
    }
    bool answer(const char* id, const std::string& text, session::Session* where = nullptr)
    {
        conversation::AnswerQuestion answer;
        answer.id = conversation::QuestionId(id);
        answer.content = conversation::textBlocks(text);
        return !kit.submit(where != nullptr ? where : session(), answer).error;
    }
    [[nodiscard]] std::size_t unproved() const { return session()->state()->undeliveredAnswers().size(); }
};

inline nlohmann::json textInput(const char* id, const char* text)
{
    return {id, {{{"type", "text"}, {"text", text}}}, nullptr};
}

} // namespace quarterdeck::test
