#pragma once

#include "model/gateway/http/http_call.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <functional>
#include <vector>

namespace quarterdeck::app {

using gateway::HttpCall;
using gateway::ServerPlace;

/// The running Quarterdeck, as seen by a program beside it: found by the local socket of its library or, if that was
/// asked for, by a port. Whose program is there the system tells before anything is said, and it is shown the token, if
/// it needs one, when it has said that it is Quarterdeck. Thread: one with an event loop.
class ServerLink final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerLink)
public:
    struct Options
    {
        QString library;       ///< a path
        quint16 port = 0;      ///< 0 = by the local socket
        QString program;       ///< started if none runs; empty = nothing is started
        QStringList arguments; ///< its arguments
    };
    explicit ServerLink(Options options, QObject* parent = nullptr);

    /// One English sentence for the client's log; empty = it is there.
    using Done = std::function<void(const QString& trouble)>;
    /// Looks for it, and starts it if there is none.
    void find(Done done);
    /// Waits until it is there, however long; whoever ended it may not want it started.
    void await(Done done);
    /// It was missing at the last look.
    [[nodiscard]] bool isAway() const { return m_isAway; }

    /// Sends a request to where it was found.
    [[nodiscard]] HttpCall* call(HttpCall::Request request, QObject* parent) const;
    /// To be sent as "Authorization: Bearer …". Known once it was found by a port; else it needs none.
    [[nodiscard]] const QByteArray& token() const { return m_token; }

signals:
    /// It was looked for and is missing.
    void missed();

private:
    enum class Found { Ours, Nobody, Another, OfOthers };
    void look();
    /// At the first of these places, else the next.
    void lookAt(std::vector<ServerPlace> places);
    [[nodiscard]] std::vector<ServerPlace> places() const;
    void take(Found found);
    [[nodiscard]] QString troubleWith(Found found) const;
    void start();
    void answer(const QString& trouble);

    Options m_options;
    ServerPlace m_place;
    QTimer m_again;
    QDeadlineTimer m_patience{QDeadlineTimer::Forever}; ///< how long those who had it started will wait
    QByteArray m_token;
    std::vector<Done> m_finding;
    std::vector<Done> m_awaiting;
    bool m_isLooking = false;
    bool m_isAway = false;
    bool m_isStarted = false; ///< since it was last found
};

} // namespace quarterdeck::app
