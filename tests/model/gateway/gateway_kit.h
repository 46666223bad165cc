#pragma once

#include "model/gateway/gateway.h"

#include "model/conversation/channel.h"
#include "model/conversation/message.h"
#include "model/session/post.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/support/studio_post.h"
#include "tests/support/wait.h"

#include <QTcpSocket>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::test {

inline QByteArray saying(const QByteArray& id, const QByteArray& text)
{
    return R"({"runId": "run 1", "replyId": "r", "replyName": "Bob", "msg": {"id": ")" + id
        + R"(", "name": "Bob", "role": "assistant", "content": [{"type": "text", "text": ")" + text + R"("}]}})";
}

/// A client that speaks bytes.
class Client
{
public:
    explicit Client(std::uint16_t port, const QHostAddress& address = QHostAddress(QHostAddress::LocalHost))
    {
        m_socket.connectToHost(address, port);
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { m_read += m_socket.readAll(); });
    }
    void send(const QByteArray& bytes) { m_socket.write(bytes); }
    /// Until this many answers have come; their heads and bodies.
    [[nodiscard]] QByteArray answers(int count)
    {
        static_cast<void>(waitFor([&] { return m_read.count("HTTP/1.1 ") >= count && m_read.endsWith('}'); }));
        return std::exchange(m_read, {});
    }
    /// Everything that comes until the connection ends.
    [[nodiscard]] QByteArray all()
    {
        static_cast<void>(isEnded());
        return std::exchange(m_read, {});
    }
    [[nodiscard]] bool hasRead(const QByteArray& text)
    {
        return waitFor([&] { return m_read.contains(text); });
    }
    [[nodiscard]] const QByteArray& read() const { return m_read; }
    [[nodiscard]] int status() { return answers(1).mid(9, 3).toInt(); }
    [[nodiscard]] bool isEnded()
    {
        return waitFor([&] { return m_socket.state() == QAbstractSocket::UnconnectedState; });
    }
    /// It is connected, and was told nothing that was not asked for here.
    [[nodiscard]] bool isWaiting() const
    {
        return m_socket.state() == QAbstractSocket::ConnectedState && m_read.isEmpty();
    }
    QTcpSocket& socket() { return m_socket; }

private:
    QTcpSocket m_socket;
    QByteArray m_read;
};

/// A gateway with a library of its own.
struct House
{
    House() { open(0); }
    void open(std::uint16_t port)
    {
        kit.hub->start();
        auto started = gateway::Gateway::start(*kit.hub, port, token, studio);
        if (started)
            server = std::move(*started);
    }
    void restart()
    {
        const std::uint16_t port = server->port(); // as its programs know it
        server.reset();
        kit.reopen();
        open(port);
    }
    [[nodiscard]] std::vector<session::Row> rows() const
    {
        std::vector<session::Row> found;
        bool isRead = false;
        session::RowsRequest request;
        request.session = kit.hub->summaries().front().id;
        request.channel = conversation::channel::everything;
        kit.hub->library().readRows(request, [&](session::Result<session::Rows> rows) {
            session::post(const_cast<QObject*>(&kit.context), [&, given = std::move(rows)] {
                if (given)
                    found = given->rows;
                isRead = true;
            });
        });
        static_cast<void>(waitFor([&] { return isRead; }));
        return found;
    }
    [[nodiscard]] std::vector<std::string> texts() const
    {
        std::vector<std::string> found;
        for (const session::Row& row : rows())
            if (const auto* published = std::get_if<conversation::MessagePublished>(&row.event.body))
                found.push_back(conversation::textOf(published->message));
        return found;
    }

    static constexpr const char* token = "0123456789abcdef";
    gateway::TokenlessAccess studio = gateway::TokenlessAccess::Open;
    SessionKit kit;
    std::unique_ptr<gateway::Gateway> server;
};

} // namespace quarterdeck::test
