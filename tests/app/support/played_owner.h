#pragma once

#include "app/services/instance_protocol.h"
#include "app/services/instance_server.h"
#include "storage/open_library.h"
#include "tests/support/wait.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <memory>
#include <optional>

namespace quarterdeck::test {

/// Plays the program that has the library, with any answers.
class PlayedOwner
{
public:
    explicit PlayedOwner(const QString& library)
    {
        const auto opened = storage::openLibrary(library.toStdString(), &m_context);
        if (!opened)
            qFatal("%s", opened.error().sentence.c_str());
        m_library = *opened;
        if (!m_server.listen(app::instanceAddress(library)))
            qFatal("the test cannot listen");
    }

    /// An HTTP request.
    struct Heard
    {
        QByteArray line; ///< "POST /v1/imports HTTP/1.1"
        QByteArray body;
    };
    /// The next request of anybody.
    [[nodiscard]] Heard hearAnything()
    {
        if (!waitFor([this] { return m_server.hasPendingConnections(); }, longMs))
            return {};
        m_caller = m_server.nextPendingConnection();
        QByteArray bytes;
        const auto isWhole = [&] {
            bytes += m_caller->readAll();
            const qsizetype head = bytes.indexOf("\r\n\r\n");
            return head >= 0 && bytes.size() >= head + 4 + lengthIn(bytes.left(head));
        };
        if (!waitFor(isWhole, longMs))
            return {};
        return {bytes.left(bytes.indexOf('\r')), bytes.mid(bytes.indexOf("\r\n\r\n") + 4)};
    }
    /// The next later start's request, to which `say` answers from here on.
    [[nodiscard]] std::optional<app::InstanceRequest> hear()
    {
        const Heard heard = hearAnything();
        m_guest = m_caller;
        m_hasBegun = false;
        return app::instanceRequestFrom(heard.line.split(' ').value(1).toStdString(), heard.body.toStdString());
    }
    /// What the same start says on the way, by a connection of its own.
    [[nodiscard]] Heard hearMore()
    {
        Heard heard = hearAnything();
        if (m_caller != nullptr)
            m_caller->write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        return heard;
    }
    /// Somebody has come whose request is not read yet.
    [[nodiscard]] bool isAskedAgain() { return m_server.waitForNewConnection(0) || m_server.hasPendingConnections(); }
    void say(const app::InstanceMessage& message) { say(QByteArray::fromStdString(app::eventOf(message))); }
    /// As part of a reply in events.
    void say(const QByteArray& bytes)
    {
        if (!std::exchange(m_hasBegun, true))
            m_guest->write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
        m_guest->write(bytes);
    }
    /// As the whole reply.
    void sayRaw(const QByteArray& bytes) const { m_guest->write(bytes); }
    void hangUp() const { m_guest->disconnectFromServer(); }

private:
    static constexpr int longMs = 60'000;
    static qsizetype lengthIn(const QByteArray& head)
    {
        const qsizetype place = head.indexOf("Content-Length: ");
        return place < 0 ? 0 : head.mid(place + 16).split('\r').front().toLongLong();
    }

    QObject m_context;
    std::shared_ptr<session::Library> m_library;
    QLocalServer m_server;
    QLocalSocket* m_caller = nullptr; ///< the last one
    QLocalSocket* m_guest = nullptr;  ///< whoever waits for what is said
    bool m_hasBegun = false;          ///< the reply to it
};

} // namespace quarterdeck::test
