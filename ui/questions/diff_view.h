#pragma once

#include "ui/theme/theme_controller.h"

#include <QPlainTextEdit>

namespace quarterdeck::ui {

/// A unified difference to look at: added and removed lines in their colours, as high as its lines up to twelve.
class DiffView final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DiffView)
public:
    DiffView(const theme::ThemeController& theme, const QString& diff, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void colourLines();

    const theme::ThemeController& m_theme;
};

} // namespace quarterdeck::ui
