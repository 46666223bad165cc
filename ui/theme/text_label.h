#pragma once

#include "ui/theme/theme.h"

#include <QLabel>

namespace quarterdeck::ui::theme {

class ThemeController;

/// A label in the colours and sizes of the tokens, following theme and text size. Plain text only: what agents wrote
/// never becomes markup here. With an elide mode it takes one line and shrinks; the tooltip then has the whole text.
/// Thread: ui; the theme must outlive it.
class TextLabel final : public QLabel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TextLabel)

public:
    TextLabel(const ThemeController& theme, TextRole role, Color color, QFont::Weight weight = QFont::Normal,
              QWidget* parent = nullptr);

    void setColor(Color color);
    void setWeight(QFont::Weight weight);
    void setElideMode(Qt::TextElideMode mode); // Qt::ElideNone is the default

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    void dress();
    void paintWrapped();

    const ThemeController& m_theme;
    TextRole m_role;
    Color m_color;
    QFont::Weight m_weight;
    QPalette m_dressed;
    Qt::TextElideMode m_elide = Qt::ElideNone;
};

} // namespace quarterdeck::ui::theme
