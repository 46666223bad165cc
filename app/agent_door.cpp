#include "app/agent_door.h"

#include "gateway/access_token.h"
#include "gateway/gateway.h"
#include "session/post.h"

#include <utility>

namespace quarterdeck::app {

namespace {

const QString notice = QStringLiteral("gateway");
const QString tokenNotice = QStringLiteral("gateway.token");
constexpr int mostTried = 50;

} // namespace

AgentDoor::AgentDoor(Engine& engine, std::uint16_t port, gateway::StudioAccess studio)
    : m_engine(engine)
    , m_studio(studio)
    , m_wanted(port)
{ }

session::Result<std::uint16_t> AgentDoor::listen(std::uint16_t port)
{
    session::Result<std::uint16_t> listening = 0;
    m_engine.addPart([&](session::SessionHub& hub) -> QObject* {
        auto started = gateway::Gateway::start(hub, port, m_token, m_studio);
        if (!started) {
            listening = tl::unexpected(std::move(started.error()));
            return nullptr;
        }
        listening = (*started)->port();
        // Another collector may have that one; programs can be told to send to this one's own port.
        if (*listening == gateway::studioPort)
            static_cast<void>((*started)->listenForTraces(gateway::tracePort));
        connect(started->get(), &gateway::Gateway::programsChanged, this, &AgentDoor::take);
        m_gateway = started->release();
        return m_gateway;
    });
    if (listening) {
        m_port = *listening;
        emit portChanged();
    }
    return listening;
}

void AgentDoor::open()
{
    if (auto token = gateway::accessTokenAt(gateway::accessTokenPath()))
        m_token = std::move(*token);
    else
        emit noticeRaised({tokenNotice,
                           ui::view::NoticeTone::Limit,
                           QString::fromStdString(token.error().sentence),
                           tr("Only programs that need no token can connect to this window."),
                           {}});
    const auto listening = listen(m_wanted);
    if (listening)
        return;
    const bool isTaken = listening.error().code == conversation::ErrorCode::Locked;
    emit noticeRaised({notice, ui::view::NoticeTone::Limit, QString::fromStdString(listening.error().sentence),
                       tr("Agents cannot connect to this window there."),
                       isTaken ? tr("Take Another Port") : QString()});
}

void AgentDoor::close()
{
    if (m_gateway == nullptr)
        return;
    m_engine.removePart(std::exchange(m_gateway, nullptr));
    m_port = 0;
}

void AgentDoor::moveTo(std::uint16_t port)
{
    const std::uint16_t before = m_port;
    if (port == before)
        return;
    close();
    const auto listening = listen(port);
    if (listening)
        return;
    static_cast<void>(listen(before));
    emit portChanged();
    emit noticeRaised({notice, ui::view::NoticeTone::Limit, QString::fromStdString(listening.error().sentence),
                       tr("Agents connect to port %1 as before.").arg(before), QString()});
}

void AgentDoor::setStudio(gateway::StudioAccess access)
{
    m_studio = access;
    if (m_gateway != nullptr)
        session::post(m_gateway, [gateway = m_gateway, access] { gateway->setStudioAccess(access); });
}

void AgentDoor::take(const gateway::ConnectedPrograms& programs)
{
    m_programs = programs;
    emit programsChanged();
}

void AgentDoor::takeNotice(const QString& id)
{
    if (id == notice && m_port == 0)
        openElsewhere();
}

void AgentDoor::openElsewhere()
{
    session::Result<std::uint16_t> listening = 0;
    for (int i = 1; i <= mostTried && m_port == 0 && m_wanted + i <= UINT16_MAX; ++i)
        listening = listen(static_cast<std::uint16_t>(m_wanted + i));
    if (m_port == 0)
        return emit noticeRaised(
            {notice,
             ui::view::NoticeTone::Danger,
             listening ? tr("There is no free port.") : QString::fromStdString(listening.error().sentence),
             tr("Agents cannot connect to this window."),
             {}});
    emit noticeRaised({notice,
                       ui::view::NoticeTone::Plain,
                       tr("Agents connect to port %1 now.").arg(m_port),
                       tr("Tell them so: studio_url=\"http://localhost:%1\".").arg(m_port),
                       {}});
}

} // namespace quarterdeck::app
