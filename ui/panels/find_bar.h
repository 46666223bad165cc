#pragma once

#include "ui/present/find_count.h"
#include "ui/theme/input_bar.h"

namespace quarterdeck::ui {

class ActionRegistry;

/// Finds in the conversation: a field, what was found, and the way from one match to the next. Enter goes forward,
/// Shift+Enter back. Thread: ui; theme and actions must outlive it.
class FindBar final : public InputBar
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindBar)

public:
    FindBar(const theme::ThemeController& theme, const ActionRegistry& actions, QWidget* parent = nullptr);

    void setCount(const view::FindCount& count);

signals:
    void nextRequested();
    void previousRequested();

private:
    void enter(Qt::KeyboardModifiers modifiers) override;
    void retranslate() override;

    view::FindCount m_shown;
};

} // namespace quarterdeck::ui
