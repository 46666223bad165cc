#pragma once

#include "ui/panels/inspector_panel.h"

#include <QAbstractButton>

namespace quarterdeck::ui {

/// Who, the beginning of what, and what became of it, in one line; grey if it is not in the prompt. A click leads to
/// the message.
class PromptEntryButton final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PromptEntryButton)
public:
    PromptEntryButton(const theme::ThemeController& theme, InspectorState::SeenLine line, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] theme::Color nameColor() const;

    const theme::ThemeController& m_theme;
    InspectorState::SeenLine m_line;
};

} // namespace quarterdeck::ui
