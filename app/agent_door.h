#pragma once

#include "app/engine.h"
#include "gateway/connected_program.h"
#include "gateway/person_notice.h"
#include "gateway/studio_access.h"
#include "ui/view/notice.h"

#include <QObject>
#include <cstdint>
#include <string>

namespace quarterdeck::gateway {
class Gateway;
}

namespace quarterdeck::app {

/// Lets agents of other programs in while the window is there: the gateway on the engine thread. A port that another
/// program has is said, and the next free one offered. Thread: ui.
class AgentDoor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AgentDoor)
public:
    /// The engine must live longer.
    AgentDoor(Engine& engine, std::uint16_t port, gateway::StudioAccess studio);

    /// A notice tells where it does not work.
    void open();
    /// Agents connect there from now on, and those that are connected have to come again. Where that does not work all
    /// is as before, and the sentence says so.
    [[nodiscard]] session::Result<void> moveTo(std::uint16_t port);
    /// Another token lets programs in from now on; who is connected has to come again. Where it cannot be kept the old
    /// one stays, and a notice tells.
    void renewToken();
    /// Takes effect at once.
    void setStudio(gateway::StudioAccess access);
    [[nodiscard]] gateway::StudioAccess studio() const { return m_studio; }
    /// The button of that notice.
    void takeNotice(const QString& id);
    /// Where agents connect; 0 = nowhere.
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// Where traces are taken beside that; or why they are not, in a sentence (both may be missing).
    struct TraceDoor
    {
        std::uint16_t port = 0;
        std::string problem = {};
    };
    [[nodiscard]] const TraceDoor& traces() const { return m_traces; }
    /// What lets them in where that is needed; empty = nothing does.
    [[nodiscard]] const std::string& token() const { return m_token; }
    /// Who is connected, or was until some minutes ago.
    [[nodiscard]] const gateway::ConnectedPrograms& programs() const { return m_programs; }

signals:
    /// Where agents connect, or by which token.
    void portChanged();
    /// At most once a second.
    void programsChanged();
    /// A program tells the person something.
    void personTold(const quarterdeck::gateway::PersonNotice& notice);
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);

private:
    [[nodiscard]] session::Result<std::uint16_t> listen(std::uint16_t port);
    void listenForTraces();
    void listenOrTell(std::uint16_t port);
    void openElsewhere();
    void take(const gateway::ConnectedPrograms& programs);

    Engine& m_engine;
    int m_gateways = 0;                    ///< that were started: an address may be used twice
    gateway::Gateway* m_gateway = nullptr; ///< lives on the engine's thread; null = no port is open
    gateway::StudioAccess m_studio;
    std::string m_token;
    std::uint16_t m_wanted;
    std::uint16_t m_port = 0;
    TraceDoor m_traces;
    gateway::ConnectedPrograms m_programs;
};

} // namespace quarterdeck::app
