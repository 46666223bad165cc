#pragma once

#include "api_description.h"
#include "tests/model/gateway/gateway_kit.h"

#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::test {

/// What came back.
struct Answered
{
    int status = 0;
    QByteArray head;
    nlohmann::json body; ///< where it is JSON
    QByteArray bytes;    ///< of the body
    bool isAsDescribed = false;

    [[nodiscard]] std::string code() const { return body["error"]["code"].get<std::string>(); }
    [[nodiscard]] std::string message() const { return body["error"]["message"].get<std::string>(); }
};

inline const ApiDescription& description()
{
    static const ApiDescription known = [] {
        House house;
        QTcpSocket socket;
        socket.connectToHost(QHostAddress::LocalHost, house.server->port());
        socket.write("GET /v1/openapi.json HTTP/1.0\r\nHost: localhost\r\n\r\n");
        static_cast<void>(waitFor([&] { return socket.state() == QAbstractSocket::UnconnectedState; }));
        const QByteArray read = socket.readAll();
        return ApiDescription(nlohmann::json::parse(read.mid(read.indexOf("\r\n\r\n") + 4).toStdString()));
    }();
    return known;
}

/// A request on its way: the bytes of HTTP, on a connection of its own.
class Request
{
public:
    Request(std::uint16_t port, const QByteArray& method, const QByteArray& path, const QByteArray& body = {},
            const QByteArray& fields = {}, const QByteArray& token = House::token)
        : m_method(method)
        , m_path(path)
        , m_body(body)
    {
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { m_read += m_socket.readAll(); });
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        QByteArray head = method + " " + path + " HTTP/1.1\r\nHost: localhost:3000\r\n" + fields;
        if (!token.isEmpty())
            head += "Authorization: Bearer " + token + "\r\n";
        if (method == "POST" && !fields.contains("Content-Type: "))
            head += "Content-Type: application/json\r\n";
        if (method == "POST")
            head += "Content-Length: " + QByteArray::number(body.size()) + "\r\n";
        m_socket.write(head + "\r\n" + (method == "POST" ? body : QByteArray()));
    }

    [[nodiscard]] bool isAnswered()
    {
        const auto end = m_read.indexOf("\r\n\r\n");
        const auto length = m_read.indexOf("Content-Length: ");
        return end >= 0 && length >= 0
            && m_read.size() >= end + 4 + m_read.mid(length + 16, m_read.indexOf('\r', length) - length - 16).toInt();
    }
    [[nodiscard]] Answered answer()
    {
        Answered answered = read();
        answered.isAsDescribed = answered.status == 0 || isDescribed(answered);
        return answered;
    }
    void leave() { m_socket.abort(); }

private:
    [[nodiscard]] Answered read()
    {
        Answered answered;
        if (!waitFor([this] { return isAnswered(); }))
            return answered;
        const auto end = m_read.indexOf("\r\n\r\n");
        answered.status = m_read.mid(9, 3).toInt();
        answered.head = m_read.left(end);
        answered.bytes = m_read.mid(end + 4);
        answered.body = nlohmann::json::parse(answered.bytes.toStdString(), nullptr, false);
        return answered;
    }
    /// Every request and answer of these tests is checked against the document that the server gives.
    [[nodiscard]] bool isDescribed(const Answered& answered) const
    {
        const std::string fault = description().fault(m_method, m_path, m_body, answered.status, answered.body);
        if (!fault.empty())
            QTest::qFail(fault.c_str(), __FILE__, __LINE__);
        return fault.empty();
    }

    QByteArray m_method;
    QByteArray m_path;
    QByteArray m_body;
    QTcpSocket m_socket;
    QByteArray m_read;
};

/// A client of events; of HTTP 1.0, which knows no chunks.
class Events
{
public:
    Events(std::uint16_t port, const QByteArray& path, const QByteArray& fields = {}, qint64 mostRead = 0)
    {
        m_socket.setReadBufferSize(mostRead);
        m_socket.connectToHost(QHostAddress::LocalHost, port);
        m_socket.write("GET " + path + " HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer " + House::token + "\r\n"
                       + fields + "\r\n");
        if (mostRead == 0)
            QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { take(); });
    }
    /// Until an event of that kind has come; the newest one, or null.
    [[nodiscard]] nlohmann::json wait(const std::string& kind)
    {
        const auto found = [&] {
            return std::find_if(events.rbegin(), events.rend(), [&](const auto& one) { return one["kind"] == kind; });
        };
        static_cast<void>(waitFor([&] { return found() != events.rend(); }));
        return found() == events.rend() ? nlohmann::json() : *found();
    }
    [[nodiscard]] bool isOpen()
    {
        return waitFor([this] { return m_all.contains(": quarterdeck\n\n"); });
    }
    [[nodiscard]] bool isEnded()
    {
        return waitFor([this] { return m_socket.state() == QAbstractSocket::UnconnectedState; });
    }
    void leave() { m_socket.abort(); }
    /// From now on it reads all there is.
    void hurry()
    {
        m_socket.setReadBufferSize(0);
        QObject::connect(&m_socket, &QTcpSocket::readyRead, &m_socket, [this] { take(); });
        take();
    }

    std::vector<nlohmann::json> events;
    QByteArray lastId;

private:
    void take()
    {
        const QByteArray come = m_socket.readAll();
        m_all += come;
        m_read += come;
        for (auto end = m_read.indexOf("\n\n"); end >= 0; end = m_read.indexOf("\n\n")) {
            for (const QByteArray& line : m_read.left(end).split('\n')) {
                if (line.startsWith("id: "))
                    lastId = line.mid(4);
                if (!line.startsWith("data: "))
                    continue;
                events.push_back(nlohmann::json::parse(line.mid(6).toStdString(), nullptr, false));
                if (const std::string fault = description().faultIn("Event", events.back()); !fault.empty())
                    QTest::qFail(fault.c_str(), __FILE__, __LINE__);
            }
            m_read.remove(0, end + 2);
        }
    }

    QTcpSocket m_socket;
    QByteArray m_read;
    QByteArray m_all;
};

/// As a person does it: the session is archived, and then deleted. The id may be in the hub, and change there.
[[nodiscard]] inline bool isDeleted(session::SessionHub& hub, session::SessionId id)
{
    session::SessionLabels archived;
    archived.archivedAt = conversation::Timestamp{1};
    int done = 0;
    const auto count = [&](const session::Result<session::Nothing>& result) { done += result ? 1 : 0; };
    hub.setLabels(id, archived, count);
    // The hub's list knows of it later than who asked for it.
    const auto isArchived = [&] {
        return std::ranges::any_of(hub.summaries(), [&](const session::SessionSummary& one) {
            return one.id == id && one.labels.archivedAt.has_value();
        });
    };
    if (!waitFor([&] { return done == 1 && isArchived(); }))
        return false;
    hub.remove(id, count);
    return waitFor([&] { return done == 2; });
}

/// A house with a team of programs: Mike leads Bob and Alice.
struct Team
{
    Team()
    {
        const Answered made = ask("POST", "/v1/sessions", R"({"title": "A game", "source": "test", "team": [
            {"name": "Mike", "profile": "Team Leader", "kind": "team_leader"}, {"name": "Bob"}, {"name": "Alice"}]})");
        if (made.status == 201)
            id = QByteArray::fromStdString(made.body["id"].get<std::string>());
    }
    [[nodiscard]] QByteArray path(const QByteArray& below = {}) const { return "/v1/sessions/" + id + below; }
    Answered ask(const QByteArray& method, const QByteArray& at, const QByteArray& body = {},
                 const QByteArray& fields = {}) const
    {
        return Request(house.server->port(), method, at, body, fields).answer();
    }
    Answered post(const QByteArray& below, const QByteArray& body, const QByteArray& fields = {}) const
    {
        return ask("POST", path(below), body, fields);
    }
    Answered get(const QByteArray& below = {}) const { return ask("GET", path(below)); }
    [[nodiscard]] session::Session* session() { return house.kit.hub->live(session::SessionId(id.toStdString())); }
    [[nodiscard]] std::size_t messages() { return static_cast<std::size_t>(session()->state()->messageCount()); }

    House house;
    QByteArray id;
};

} // namespace quarterdeck::test
