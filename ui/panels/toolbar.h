#pragma once

#include "ui/panels/toolbar_parts.h"
#include "ui/present/open_session.h"
#include "ui/theme/surface.h"

class QPushButton;
class QToolButton;

namespace quarterdeck::ui {

class ActionRegistry;
class LimitsPopup;

namespace theme {
class GlyphLabel;
class MenuButton;
class TextLabel;
} // namespace theme

/// The line above centre and docks: title, state and round, public or private, the run buttons, cost, panel buttons; in
/// a replay the clock. Its buttons trigger the registry's actions (run.*, view.*); the rest are signals. Thread: ui;
/// theme and actions must outlive it.
class Toolbar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Toolbar)

public:
    Toolbar(const theme::ThemeController& theme, ActionRegistry& actions, QWidget* parent = nullptr);

    void setState(const view::ToolbarState& state);
    const view::ToolbarState& state() const { return m_state; }
    /// What is being typed there is dropped.
    void closeLimits();

signals:
    /// The person chose public (false) or private (true) in the menu.
    void privacyChosen(bool isPrivate);
    void limitsChosen(std::optional<double> budget, int rounds);
    void costRequested();
    /// The team wants another model.
    void connectionRequested();
    /// The session is to be taken out of the archive.
    void unarchiveRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildPrivacyMenu();
    void connectActions();
    void openLimits();
    void refresh();
    void refreshRun();
    void showRunState();
    void nameRunButtons();
    void offerRunButtons();
    [[nodiscard]] bool isNow() const { return m_state.replayClock.isEmpty(); } ///< and no replay
    void refreshPrivacy();
    void refreshArchived();
    void refreshNarrow();
    void fitRoom();
    [[nodiscard]] bool isNarrow() const { return m_room != BudgetGauge::Room::Wide; }

    ActionRegistry& m_actions;
    view::ToolbarState m_state;
    BudgetGauge::Room m_room = BudgetGauge::Room::Wide; ///< less than wide: icons without words

    QToolButton* m_sessions;
    theme::TextLabel* m_title;
    ClockChip* m_clock;
    theme::GlyphLabel* m_glyph;
    theme::TextLabel* m_run;
    theme::TextLabel* m_round;
    QPushButton* m_connection; ///< shows who is connected
    QPushButton* m_archived;   ///< takes it out of the archive
    theme::MenuButton* m_privacy;
    QPushButton* m_choose;
    QPushButton* m_retry;
    QPushButton* m_pause;
    QPushButton* m_step;
    QPushButton* m_stop;
    QWidget* m_firstRule;
    QWidget* m_secondRule;
    BudgetGauge* m_gauge;
    LimitsPopup* m_limits;
    QToolButton* m_replay;
    QToolButton* m_docks;
};

} // namespace quarterdeck::ui
