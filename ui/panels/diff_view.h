#pragma once

#include "ui/theme/theme_controller.h"

#include <QPlainTextEdit>

namespace quarterdeck::ui {

/// A unified diff: added and removed lines in their colours, as tall as its lines up to twelve. Of a long one only the
/// first lines, since each costs the editor a block and a selection.
class DiffView final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiffView)
public:
    DiffView(const theme::ThemeController& theme, const QString& diff, QWidget* parent);

    /// Lines that are not shown.
    [[nodiscard]] int leftOut() const { return m_leftOut; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void colourLines();

    const theme::ThemeController& m_theme;
    int m_leftOut = 0;
};

} // namespace quarterdeck::ui
