#include "app/desktop/gateway_controller.h"

#include "model/gateway/access_token.h"
#include "model/gateway/gateway.h"
#include "model/session/post.h"

#include <QLoggingCategory>
#include <utility>

namespace quarterdeck::app {

namespace {

Q_LOGGING_CATEGORY(logDoor, "quarterdeck.app.agents")

const QString gatewayNotice = QStringLiteral("gateway");
const QString tokenNotice = QStringLiteral("gateway.token");
constexpr int mostTried = 50;

} // namespace

GatewayController::GatewayController(Engine& engine, std::uint16_t port, gateway::TokenlessAccess studio,
                                     std::string localAddress)
    : m_engine(engine)
    , m_studio(studio)
    , m_localAddress(std::move(localAddress))
    , m_wanted(port)
{ }

/// The old listener is closed only once the new one works.
session::Result<std::uint16_t> GatewayController::listen(std::uint16_t port)
{
    session::Result<std::uint16_t> listening = 0;
    gateway::Gateway* const before = m_gateway;
    m_engine.addPart([&](session::SessionHub& hub) -> QObject* {
        auto started = gateway::Gateway::start(hub, port, m_token, m_studio);
        if (!started) {
            listening = tl::unexpected(std::move(started.error()));
            return nullptr;
        }
        listening = (*started)->port();
        if (!m_localAddress.empty())
            if (const auto local = (*started)->listenAt(m_localAddress); !local)
                qCWarning(logDoor).noquote() << QString::fromStdString(local.error().sentence);
        const gateway::Gateway* made = started->get();
        connect(made, &gateway::Gateway::programsChanged, this,
                [this, number = ++m_gateways](const gateway::ConnectedClients& programs) {
                    if (number == m_gateways) // what the one before it said is on its way still
                        take(programs);
                });
        connect(made, &gateway::Gateway::userNotified, this, &GatewayController::userNotified);
        m_gateway = started->release();
        return m_gateway;
    });
    if (!listening)
        return listening;
    if (before != nullptr)
        m_engine.removePart(before);
    m_port = *listening;
    m_traces = {};
    if (port != 0) // with any port nobody is expected who was told nothing
        listenForTraces();
    emit portChanged();
    take({}); // who was connected has to come again
    return listening;
}

/// Another collector may already use that port; programs can send to our own port instead. The previous gateway may
/// have held it until just now.
void GatewayController::listenForTraces()
{
    m_engine.addPart([this](session::SessionHub&) -> QObject* {
        const auto listening = m_gateway->listenForTraces(gateway::tracePort);
        m_traces = listening ? TracePort{*listening, {}} : TracePort{0, listening.error().sentence};
        return nullptr;
    });
}

void GatewayController::open()
{
    if (auto token = gateway::accessTokenAt(gateway::accessTokenPath()))
        m_token = std::move(*token);
    else
        emit noticeRaised({tokenNotice,
                           ui::view::NoticeTone::Limit,
                           QString::fromStdString(token.error().sentence),
                           tr("Only programs that need no token can connect to this window."),
                           {}});
    listenOrTell(m_wanted);
}

void GatewayController::listenOrTell(std::uint16_t port)
{
    const auto listening = listen(port);
    if (listening)
        return;
    const bool isTaken = listening.error().code == conversation::ErrorCode::Locked;
    emit noticeRaised({gatewayNotice, ui::view::NoticeTone::Limit, QString::fromStdString(listening.error().sentence),
                       tr("Agents cannot connect to this window on that port."),
                       isTaken ? tr("Use another port") : QString()});
}

session::Result<void> GatewayController::changePort(std::uint16_t port)
{
    if (port == m_port)
        return {};
    auto listening = listen(port);
    if (listening)
        return {};
    const QString meaning =
        m_port == 0 ? tr("Agents cannot connect to this window.") : tr("Agents still connect to port %1.").arg(m_port);
    listening.error().sentence += ' ' + meaning.toStdString();
    return tl::unexpected(std::move(listening.error()));
}

/// Shuts the door for a moment, so that no connection opened with the old token outlives it.
void GatewayController::renewToken()
{
    auto token = gateway::newAccessTokenAt(gateway::accessTokenPath());
    if (!token)
        return emit noticeRaised({tokenNotice,
                                  ui::view::NoticeTone::Limit,
                                  QString::fromStdString(token.error().sentence),
                                  tr("The token has not changed."),
                                  {}});
    m_token = std::move(*token);
    if (m_gateway == nullptr)
        return emit portChanged();
    m_engine.removePart(std::exchange(m_gateway, nullptr));
    m_wanted = std::exchange(m_port, std::uint16_t{0});
    take({});
    listenOrTell(m_wanted);
    emit portChanged();
}

void GatewayController::setStudio(gateway::TokenlessAccess access)
{
    m_studio = access;
    if (m_gateway != nullptr)
        session::post(m_gateway, [gateway = m_gateway, access] { gateway->setTokenlessAccess(access); });
}

void GatewayController::take(const gateway::ConnectedClients& programs)
{
    m_programs = programs;
    emit programsChanged();
}

void GatewayController::handleNoticeButton(const QString& id)
{
    if (id == gatewayNotice && m_port == 0)
        openElsewhere();
}

void GatewayController::openElsewhere()
{
    session::Result<std::uint16_t> listening = 0;
    for (int i = 1; i <= mostTried && m_port == 0 && m_wanted + i <= UINT16_MAX; ++i)
        listening = listen(static_cast<std::uint16_t>(m_wanted + i));
    if (m_port == 0)
        return emit noticeRaised(
            {gatewayNotice,
             ui::view::NoticeTone::Danger,
             listening ? tr("There is no free port.") : QString::fromStdString(listening.error().sentence),
             tr("Agents cannot connect to this window."),
             {}});
    emit noticeRaised({gatewayNotice,
                       ui::view::NoticeTone::Plain,
                       tr("Agents now connect to port %1.").arg(m_port),
                       tr("Set this in your agents: studio_url=\"http://localhost:%1\".").arg(m_port),
                       {}});
}

} // namespace quarterdeck::app
