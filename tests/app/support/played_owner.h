#pragma once

#include "app/services/instance_server.h"
#include "storage/open_library.h"
#include "tests/support/wait.h"

#include <QLocalServer>
#include <QLocalSocket>
#include <QObject>
#include <memory>
#include <optional>

namespace quarterdeck::test {

/// Plays the program that has the library, with any words.
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

    /// The next caller's request, read.
    [[nodiscard]] std::optional<app::LaunchRequest> hear()
    {
        if (!waitFor([this] { return m_server.hasPendingConnections(); }, 60'000))
            return std::nullopt;
        m_guest = m_server.nextPendingConnection();
        return app::launchRequestFrom(line());
    }
    /// Somebody has come whose request is not read yet.
    [[nodiscard]] bool isAskedAgain() { return m_server.waitForNewConnection(0) || m_server.hasPendingConnections(); }
    [[nodiscard]] QByteArray line() const
    {
        return waitFor([this] { return m_guest->canReadLine(); }, 60'000) ? m_guest->readLine() : QByteArray();
    }
    void say(const QByteArray& bytes) const { m_guest->write(bytes); }
    void hangUp() const { m_guest->disconnectFromServer(); }

private:
    QObject m_context;
    std::shared_ptr<session::Library> m_library;
    QLocalServer m_server;
    QLocalSocket* m_guest = nullptr;
};

} // namespace quarterdeck::test
