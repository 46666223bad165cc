#include "app/mcp_bridge/server_link.h"

#include "gateway/access_token.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QProcess>
#include <utility>

namespace quarterdeck::app {

namespace {

constexpr int lookAgainMs = 250;
constexpr int answerMs = 5'000;
constexpr int startMs = 60'000;

bool isOurs(QNetworkReply& reply)
{
    const QJsonObject said = QJsonDocument::fromJson(reply.read(10'000)).object();
    return said[QStringLiteral("name")].toString() == QStringLiteral("Quarterdeck");
}

} // namespace

ServerLink::ServerLink(Options options, QObject* parent) : QObject(parent), m_options(std::move(options))
{
    m_network.setProxy(QNetworkProxy::NoProxy);
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &ServerLink::look);
}

QUrl ServerLink::address(const QString& path) const
{
    return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(QString::number(m_options.port), path));
}

void ServerLink::find(Done done)
{
    m_finding.push_back(std::move(done));
    look();
}

void ServerLink::await(Done done)
{
    m_awaiting.push_back(std::move(done));
    look();
}

void ServerLink::look()
{
    if (std::exchange(m_isLooking, true))
        return;
    m_again.stop();
    QNetworkRequest request(address(QStringLiteral("/v1/health")));
    request.setTransferTimeout(answerMs);
    QNetworkReply* reply = m_network.get(request);
    connect(reply, &QNetworkReply::finished, this, [this, reply] {
        reply->deleteLater();
        m_isLooking = false;
        const bool isAnswered = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).isValid();
        take(isOurs(*reply) ? Found::Ours : isAnswered ? Found::Another : Found::Nobody);
    });
}

void ServerLink::take(Found found)
{
    m_isAway = found != Found::Ours;
    if (found == Found::Ours) {
        const auto token = gateway::accessTokenAt(gateway::accessTokenPath());
        m_token = token ? QByteArray::fromStdString(*token) : QByteArray();
        m_isStarted = false;
        m_patience = QDeadlineTimer(QDeadlineTimer::Forever);
        return answer(token ? QString() : QString::fromStdString(token.error().sentence));
    }
    if (found == Found::Another && !m_finding.empty())
        answer(QStringLiteral("Another program than Quarterdeck listens on port %1.").arg(m_options.port));
    else if (!m_finding.empty())
        start();
    if (!m_finding.empty() || !m_awaiting.empty())
        m_again.start(lookAgainMs);
    if (m_isAway)
        emit missed();
}

void ServerLink::start()
{
    if (m_options.program.isEmpty())
        return answer(
            QStringLiteral("Quarterdeck does not run on port %1. Start it, and try again.").arg(m_options.port));
    if (m_patience.hasExpired())
        return answer(QStringLiteral("Quarterdeck was started and does not listen on port %1.").arg(m_options.port));
    if (std::exchange(m_isStarted, true))
        return;
    m_patience = QDeadlineTimer(startMs);
    QProcess program;
    program.setProgram(m_options.program);
    program.setArguments(m_options.arguments);
    // Standard output belongs to the client.
    program.setStandardInputFile(QProcess::nullDevice());
    program.setStandardOutputFile(QProcess::nullDevice());
    program.setStandardErrorFile(QProcess::nullDevice());
    if (!program.startDetached())
        answer(QStringLiteral("%1 cannot be started.").arg(m_options.program));
}

/// Those waiting for the server to come back are not told of trouble; they go on waiting.
void ServerLink::answer(const QString& trouble)
{
    std::vector<Done> told = std::exchange(m_finding, {});
    if (trouble.isEmpty())
        for (Done& one : std::exchange(m_awaiting, {}))
            told.push_back(std::move(one));
    else
        m_isStarted = false;
    for (const Done& done : told)
        done(trouble);
}

} // namespace quarterdeck::app
