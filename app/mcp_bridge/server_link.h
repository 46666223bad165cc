#pragma once

#include <QDeadlineTimer>
#include <QNetworkAccessManager>
#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>
#include <functional>
#include <vector>

namespace quarterdeck::app {

/// The running Quarterdeck, as seen by a program beside it: found by its port and by what it says about itself, so that
/// nobody else is shown the token. Thread: one with an event loop.
class ServerLink final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ServerLink)
public:
    struct Options
    {
        quint16 port = 3000;
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

    [[nodiscard]] QUrl address(const QString& path) const;
    /// To be sent as "Authorization: Bearer …". Known once it was found.
    [[nodiscard]] const QByteArray& token() const { return m_token; }

signals:
    /// It was looked for and is missing.
    void missed();

private:
    enum class Found { Ours, Nobody, Another };
    void look();
    void take(Found found);
    void start();
    void answer(const QString& trouble);

    Options m_options;
    QNetworkAccessManager m_network;
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
