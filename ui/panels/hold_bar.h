#pragma once

#include "ui/present/held.h"
#include "ui/theme/action_registry.h"
#include "ui/theme/surface.h"

class QPushButton;

namespace quarterdeck::ui {

namespace theme {
class IconLabel;
class TextLabel;
} // namespace theme

/// The line below the channels while messages are held, or everything is to be held. Hides itself otherwise. Thread:
/// ui; the theme and the actions must outlive it.
class HoldBar final : public theme::Surface
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HoldBar)
public:
    HoldBar(const theme::ThemeController& theme, ActionRegistry& actions, QWidget* parent = nullptr);

    void setView(const HoldBarState& view);

signals:
    void allReleased();

protected:
    void changeEvent(QEvent* event) override;

private:
    void resizeParts();
    void retranslate();

    ActionRegistry& m_actions;
    HoldBarState m_view;
    theme::TextLabel* m_title;
    theme::TextLabel* m_count;
    QPushButton* m_rules;
    QPushButton* m_step;
    QPushButton* m_all;
    QPushButton* m_stop;
};

} // namespace quarterdeck::ui
