#include "app/mcp_bridge/server_link.h"

#include "model/gateway/program_access.h"
#include "model/session/private_memory.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <unistd.h>

#include <utility>

namespace quarterdeck::app {

namespace {

constexpr int lookAgainMs = 250;
constexpr int answerMs = 5'000;
constexpr int startMs = 60'000;

bool isOurs(HttpCall& reply)
{
    const QJsonObject said = QJsonDocument::fromJson(reply.readAll()).object();
    return said[QStringLiteral("name")].toString() == QStringLiteral("Quarterdeck");
}

/// Many clients start their tools with hardly any environment; with this, what is started here is found by others.
QProcessEnvironment environmentWithRuntimeFolder()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    const QString folder = QStringLiteral("/run/user/%1").arg(::geteuid());
    const QFileInfo info(folder);
    if (!environment.contains(QStringLiteral("XDG_RUNTIME_DIR")) && info.isDir() && info.ownerId() == ::geteuid())
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), folder);
    return environment;
}

} // namespace

ServerLink::ServerLink(Options options, QObject* parent) : QObject(parent), m_options(std::move(options))
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &ServerLink::look);
}

HttpCall* ServerLink::call(HttpCall::Request request, QObject* parent) const
{
    return new HttpCall(m_place, std::move(request), parent);
}

/// Looked up each time: the library may be made, or be reached by another path, meanwhile.
std::vector<ServerPlace> ServerLink::places() const
{
    if (m_options.port != 0)
        return {{{}, m_options.port}};
    std::vector<ServerPlace> places;
    for (const std::string& path : gateway::localAddresses(m_options.library.toStdString()))
        places.push_back({QString::fromStdString(path), 0});
    return places;
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
    lookAt(places());
}

void ServerLink::lookAt(std::vector<ServerPlace> places)
{
    if (places.empty()) {
        m_isLooking = false;
        return take(Found::Nobody);
    }
    m_place = places.front();
    places.erase(places.begin());
    HttpCall* reply = call({"GET", "/v1/health"}, this);
    reply->setDeadline(answerMs);
    connect(reply, &HttpCall::finished, this, [this, reply, rest = std::move(places)]() mutable {
        reply->deleteLater();
        const bool isAnswered = reply->status() != 0;
        const Found found = reply->isOfOthers() ? Found::OfOthers
            : isOurs(*reply)                    ? Found::Ours
            : isAnswered                        ? Found::Another
                                                : Found::Nobody;
        if (found == Found::Nobody && !rest.empty())
            return lookAt(std::move(rest));
        m_isLooking = false;
        take(found);
    });
}

QString ServerLink::troubleWith(Found found) const
{
    const QString place = m_options.port != 0 ? QStringLiteral("on port %1").arg(m_options.port)
                                              : QStringLiteral("at the local socket %1").arg(m_place.path);
    return found == Found::Another
        ? QStringLiteral("Another program than Quarterdeck listens %1.").arg(place)
        : QStringLiteral("Another user's program listens %1, or it cannot be found out whose it is.").arg(place);
}

void ServerLink::take(Found found)
{
    m_isAway = found != Found::Ours;
    if (found == Found::Ours) {
        if (m_options.port != 0)
            session::keepMemoryPrivate(); // the token is read now
        const auto token = m_options.port != 0 ? gateway::accessTokenAt(gateway::accessTokenPath())
                                               : conversation::Result<std::string>(std::string());
        m_token = token ? QByteArray::fromStdString(*token) : QByteArray();
        m_isStarted = false;
        m_patience = QDeadlineTimer(QDeadlineTimer::Forever);
        return answer(token ? QString() : QString::fromStdString(token.error().sentence));
    }
    if (found != Found::Nobody && !m_finding.empty())
        answer(troubleWith(found));
    else if (!m_finding.empty())
        start();
    if (!m_finding.empty() || !m_awaiting.empty())
        m_again.start(lookAgainMs);
    if (m_isAway)
        emit missed();
}

void ServerLink::start()
{
    const QString where = m_options.port != 0 ? QStringLiteral(" on port %1").arg(m_options.port)
                                              : QStringLiteral(" with the library %1").arg(m_options.library);
    if (m_options.program.isEmpty())
        return answer(QStringLiteral("Quarterdeck does not run%1. Start it, and try again.").arg(where));
    if (m_patience.hasExpired())
        return answer(QStringLiteral("Quarterdeck was started and cannot be reached%1.").arg(where));
    if (std::exchange(m_isStarted, true))
        return;
    m_patience = QDeadlineTimer(startMs);
    QProcess program;
    program.setProgram(m_options.program);
    program.setArguments(m_options.arguments);
    program.setProcessEnvironment(environmentWithRuntimeFolder());
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
