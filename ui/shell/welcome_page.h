#pragma once

#include "ui/theme/surface.h"

class QPushButton;

namespace quarterdeck::ui {

class ActionRegistry;

namespace theme {
class TextLabel;
}

/// Shown in place of the page while no session is open: the rail's own drawing, one primary button, the other ways in
/// as rows. The button triggers session.demo, the rows session.team, agents.connect and session.open.
class WelcomePage final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(WelcomePage)

public:
    WelcomePage(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    class Drawing;
    class WayRow;
    void retranslate();

    const ActionRegistry& m_actions;
    theme::TextLabel* m_heading;
    theme::TextLabel* m_lead;
    QPushButton* m_demo;
    WayRow* m_model;
    WayRow* m_program;
    WayRow* m_file;
};

} // namespace quarterdeck::ui
