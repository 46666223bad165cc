#pragma once

#include "app/engine.h"
#include "gateway/connected_program.h"
#include "ui/view/notice.h"

#include <QObject>
#include <cstdint>
#include <string>

namespace quarterdeck::app {

/// Lets agents of other programs in while the window is there: the gateway on the engine thread. A port that another
/// program has is said, and the next free one offered. Thread: ui.
class AgentDoor final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(AgentDoor)
public:
    /// The engine must live longer.
    AgentDoor(Engine& engine, std::uint16_t port);

    /// A notice tells where it does not work.
    void open();
    /// The button of that notice.
    void takeNotice(const QString& id);
    /// Where agents connect; 0 = nowhere.
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    /// What lets them in where that is needed; empty = nothing does.
    [[nodiscard]] const std::string& token() const { return m_token; }
    /// Who is connected, or was until some minutes ago.
    [[nodiscard]] const gateway::ConnectedPrograms& programs() const { return m_programs; }

signals:
    void portChanged();
    /// At most once a second.
    void programsChanged();
    void noticeRaised(const quarterdeck::ui::view::Notice& notice);

private:
    [[nodiscard]] session::Result<std::uint16_t> listen(std::uint16_t port);
    void openElsewhere();
    void take(const gateway::ConnectedPrograms& programs);

    Engine& m_engine;
    std::string m_token;
    std::uint16_t m_wanted;
    std::uint16_t m_port = 0;
    gateway::ConnectedPrograms m_programs;
};

} // namespace quarterdeck::app
