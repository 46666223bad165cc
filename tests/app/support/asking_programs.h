#pragma once

#include "tests/support/wait.h"

#include <QByteArray>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>
#include <QWebSocket>
#include <memory>
#include <utility>

namespace quarterdeck::test {

/// The token that lets programs in, of the installation in this test's own folder.
[[nodiscard]] inline QByteArray accessToken()
{
    QFile file(qEnvironmentVariable("XDG_DATA_HOME") + QStringLiteral("/quarterdeck/gateway.token"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
}

/// One request over a connection of its own: what came back, or nothing while it has not come or when it broke off.
class HttpAsk
{
public:
    HttpAsk(quint16 port, const QByteArray& method, const QByteArray& path, const QByteArray& body = {},
            const QByteArray& fields = {})
    {
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { m_read += m_socket.readAll(); });
        m_socket.write(
            method + " " + path
            + " HTTP/1.0\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json\r\n"
              "Authorization: Bearer "
            + accessToken() + "\r\n" + fields + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n"
            + body);
    }
    [[nodiscard]] bool isOver() const { return m_socket.state() == QAbstractSocket::UnconnectedState; }
    [[nodiscard]] int status() const { return m_read.mid(9, 3).toInt(); }
    [[nodiscard]] QByteArray field(const QByteArray& name) const
    {
        for (const QByteArray& line : m_read.left(m_read.indexOf("\r\n\r\n")).split('\n'))
            if (line.toLower().startsWith(name.toLower() + ':'))
                return line.mid(name.size() + 1).trimmed();
        return {};
    }
    [[nodiscard]] QJsonObject json() const
    {
        return QJsonDocument::fromJson(m_read.mid(m_read.indexOf("\r\n\r\n") + 4)).object();
    }

private:
    QTcpSocket m_socket;
    QByteArray m_read;
};

/// Waits for what comes back.
[[nodiscard]] inline std::unique_ptr<HttpAsk> asked(quint16 port, const QByteArray& method, const QByteArray& path,
                                                    const QByteArray& body = {}, const QByteArray& fields = {})
{
    auto ask = std::make_unique<HttpAsk>(port, method, path, body, fields);
    static_cast<void>(waitFor([&] { return ask->isOver(); }));
    return ask;
}

/// A program that asks the person one thing, and is there again after whatever happened to the gateway.
class AskingProgram
{
public:
    AskingProgram() = default;
    virtual ~AskingProgram() = default;
    Q_DISABLE_COPY_MOVE(AskingProgram)

    /// Returns when the gateway has the question.
    [[nodiscard]] virtual bool ask() = 0;
    /// It asks for its answer, unless it has it; if it has been waiting, it keeps waiting.
    virtual void comeBack() = 0;
    virtual void leave() = 0;
    /// What it was given, each time that it was.
    [[nodiscard]] const QStringList& answers()
    {
        look();
        return m_answers;
    }
    /// Whatever was on its way to it has come, too.
    [[nodiscard]] virtual bool isQuiet() = 0;

protected:
    virtual void look() { }
    QStringList m_answers;
};

/// As AgentScope's programs do it: posts, and a socket that comes again by itself. Each answer is said again, which is
/// the only proof that it came.
class StudioAsking final : public AskingProgram
{
public:
    /// `schema`: the form it wants filled in; JSON.
    explicit StudioAsking(quint16 port, QByteArray schema = "null") : m_port(port), m_schema(std::move(schema))
    {
        m_again.setInterval(50);
        QObject::connect(&m_again, &QTimer::timeout, &m_again, [this] { connectAgain(); });
        QObject::connect(&m_socket, &QWebSocket::textMessageReceived, &m_socket,
                         [this](const QString& text) { take(text); });
        QObject::connect(&m_socket, &QWebSocket::disconnected, &m_socket, [this] { m_isJoined = false; });
        m_again.start();
    }
    [[nodiscard]] bool ask() override
    {
        return waitFor([this] { return m_isJoined; }) && isRegistered()
            && post("requestUserInput",
                    R"({"requestId": "q", "runId": "r", "agentId": "a", "agentName": "Critic",
                                            "structuredInput": )"
                        + m_schema + "}");
    }
    void comeBack() override
    {
        if (m_again.isActive())
            return; // it comes by itself
        static_cast<void>(isRegistered());
        m_again.start();
    }
    void leave() override
    {
        m_again.stop();
        m_socket.abort();
    }
    [[nodiscard]] bool isQuiet() override
    {
        // What waits for it comes with the welcome, and what it posts is answered after that.
        return waitFor([this] { return m_isJoined && (m_echo == nullptr || m_echo->isOver()); })
            && (m_echo == nullptr || m_echo->status() == 200) && isHeard() && isHeard();
    }

    /// What came with the last answer, if a form was filled in.
    [[nodiscard]] const QJsonValue& structured() const { return m_structured; }

private:
    void connectAgain()
    {
        if (m_socket.state() == QAbstractSocket::UnconnectedState)
            m_socket.open(QUrl(QStringLiteral("ws://127.0.0.1:%1/socket.io/?EIO=4&transport=websocket").arg(m_port)));
    }
    void take(const QString& text)
    {
        if (text == QLatin1String("2"))
            m_socket.sendTextMessage(QStringLiteral("3"));
        if (text.startsWith(QLatin1String("0{")))
            m_socket.sendTextMessage(QStringLiteral("40/python,{\"run_id\":\"r\"}"));
        m_isJoined = m_isJoined || text.startsWith(QLatin1String("40/python,"));
        if (!text.startsWith(QLatin1String("42/python,")))
            return;
        const QJsonArray event = QJsonDocument::fromJson(text.mid(10).toUtf8()).array();
        m_answers.append(event[2][0][u"text"].toString());
        m_structured = event[3];
        const QJsonObject message{
            {"id", "echo"}, {"name", "Critic"}, {"role", "user"}, {"content", event[2]}, {"metadata", m_structured}};
        const QJsonObject body{
            {"runId", "r"}, {"replyId", "e"}, {"replyName", "Critic"}, {"replyRole", "user"}, {"msg", message}};
        m_echo = std::make_unique<HttpAsk>(m_port, "POST", "/trpc/pushMessage", QJsonDocument(body).toJson());
    }
    [[nodiscard]] bool isRegistered() const
    {
        return post("registerRun", R"({"id": "r", "project": "p", "name": "A review"})");
    }
    [[nodiscard]] bool isHeard() const
    {
        return post("pushMessage", R"({"runId": "r", "replyName": "Critic",
            "msg": {"id": "later", "name": "Critic", "role": "assistant", "content": "Well."}})");
    }
    [[nodiscard]] bool post(const QByteArray& route, const QByteArray& body) const
    {
        return asked(m_port, "POST", "/trpc/" + route, body)->status() == 200;
    }

    quint16 m_port;
    QByteArray m_schema;
    QJsonValue m_structured;
    QWebSocket m_socket;
    QTimer m_again;
    bool m_isJoined = false;
    std::unique_ptr<HttpAsk> m_echo;
};

/// A client of MCP that waits in its call of ask_human: the real bridge, which clients over standard streams use.
class BridgeAsking final : public AskingProgram
{
public:
    explicit BridgeAsking(quint16 port)
    {
        m_bridge.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        m_bridge.start(QStringLiteral(QUARTERDECK_BIN "/quarterdeck-mcp"),
                       {QStringLiteral("--port"), QString::number(port), QStringLiteral("--no-start")});
    }
    ~BridgeAsking() override
    {
        m_bridge.kill();
        m_bridge.waitForFinished(waitLimitMs);
    }
    [[nodiscard]] bool ask() override
    {
        say(R"({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18",
            "capabilities": {}, "clientInfo": {"name": "claude-code", "version": "1"}}})");
        say(R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "ask_human",
            "arguments": {"question": "Shall we go on?", "why": "The budget is half spent"},
            "_meta": {"progressToken": "t"}}})");
        return waitFor([this] {
            look();
            return m_progress > 0;
        });
    }
    void comeBack() override { }
    void leave() override { }
    [[nodiscard]] bool isQuiet() override
    {
        ++m_pings;
        say(R"({"jsonrpc": "2.0", "id": "ping", "method": "ping"})");
        return waitFor([this] {
            look();
            return m_pongs == m_pings;
        });
    }

private:
    void say(QByteArray message) { m_bridge.write(message.replace('\n', ' ') + '\n'); }
    void look() override
    {
        while (m_bridge.canReadLine()) {
            const QJsonObject line = QJsonDocument::fromJson(m_bridge.readLine()).object();
            m_progress += line[u"method"].toString() == QLatin1String("notifications/progress") ? 1 : 0;
            m_pongs += line[u"id"].toString() == QLatin1String("ping") ? 1 : 0;
            if (line[u"id"].toInt() == 1)
                m_answers.append(line[u"result"][u"structuredContent"][u"answer"].toString());
        }
    }

    QProcess m_bridge;
    int m_progress = 0;
    int m_pings = 0;
    int m_pongs = 0;
};

/// A client of MCP whose calls end early: it comes again, as another session, and looks.
class LookingAsking final : public AskingProgram
{
public:
    explicit LookingAsking(quint16 port) : m_port(port) { }
    [[nodiscard]] bool ask() override
    {
        const QJsonObject given = call(R"("ask_human", "arguments": {"question": "Shall we go on?", "wait_s": 0})");
        m_question = given[u"question_id"].toString().toUtf8();
        return given[u"status"].toString() == QLatin1String("open") && !m_question.isEmpty();
    }
    void comeBack() override
    {
        if (!m_answers.isEmpty())
            return;
        const QJsonObject given = call(R"("check_answer", "arguments": {"question_id": ")" + m_question + R"("})");
        if (given[u"status"].toString() == QLatin1String("answered"))
            m_answers.append(given[u"answer"].toString());
    }
    void leave() override { }
    [[nodiscard]] bool isQuiet() override { return true; }

private:
    [[nodiscard]] QJsonObject call(const QByteArray& tool) const
    {
        const auto welcome = asked(m_port, "POST", "/mcp",
                                   R"({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params":
            {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "claude-code"}}})");
        const QByteArray session = "Mcp-Session-Id: " + welcome->field("Mcp-Session-Id") + "\r\n";
        const auto result =
            asked(m_port, "POST", "/mcp",
                  R"({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": )" + tool + "}}", session);
        return result->json()[u"result"][u"structuredContent"].toObject();
    }

    quint16 m_port;
    QByteArray m_question;
};

/// A program of the own API: it waits by a long poll. If its connection breaks it does not know which of its questions
/// arrived, and asks them again with the same keys.
class ApiAsking final : public AskingProgram
{
public:
    explicit ApiAsking(quint16 port) : m_port(port) { }
    [[nodiscard]] bool ask() override
    {
        const auto made = asked(m_port, "POST", "/v1/sessions",
                                R"({"title": "A review", "source": "reviewer", "team": [{"name": "Critic"}]})");
        m_path = "/v1/sessions/" + made->json()[u"id"].toString().toUtf8() + "/questions";
        const bool isAsked = made->status() == 201 && post();
        wait();
        return isAsked;
    }
    void comeBack() override
    {
        if (!m_answers.isEmpty())
            return;
        const QByteArray before = m_question;
        m_isAskedAnew = !post() || m_question != before;
        wait();
    }
    void leave() override { m_waiting.reset(); }
    [[nodiscard]] bool isQuiet() override { return !m_isAskedAnew; }

private:
    [[nodiscard]] bool post()
    {
        const auto given =
            asked(m_port, "POST", m_path,
                  R"({"asker": "Critic", "text": "Shall we go on?", "reason": "The budget is half spent"})",
                  "Idempotency-Key: the question\r\n");
        m_question = given->json()[u"question"][u"id"].toString().toUtf8();
        return given->status() / 100 == 2 && !m_question.isEmpty();
    }
    void wait() { m_waiting = std::make_unique<HttpAsk>(m_port, "GET", m_path + "/" + m_question + "?wait=60"); }
    void look() override
    {
        if (m_waiting == nullptr || !m_waiting->isOver())
            return;
        const auto over = std::exchange(m_waiting, nullptr);
        if (over->json()[u"status"].toString() == QLatin1String("answered"))
            m_answers.append(over->json()[u"answer"].toString());
    }

    quint16 m_port;
    QByteArray m_path;
    QByteArray m_question;
    bool m_isAskedAnew = false;
    std::unique_ptr<HttpAsk> m_waiting;
};

} // namespace quarterdeck::test
