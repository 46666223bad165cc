#pragma once

#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QString>
#include <QWidget>

namespace quarterdeck::ui::theme {

/// `text` as a tooltip that shows it literally: Qt guesses whether a tooltip is markup, and names of agents and files
/// must not become any. Empty stays empty. Pure; thread: any.
[[nodiscard]] QString plainToolTip(const QString& text);

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

/// Small widgets around the painters of paint.h, for use in layouts. They take no focus; the text they stand for is
/// their accessible name. Thread: ui; the theme must outlive them.

/// Keeps a fixed size that follows the text scale.
class PaintedLabel : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PaintedLabel)

public:
    PaintedLabel(const ThemeController& theme, QWidget* parent);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) final;
    virtual QSize wantedSize(const Theme& theme) const = 0;
    virtual void paintLabel(QPainter& painter, const Theme& theme) = 0;
    void refresh();

private:
    const ThemeController& m_theme;
};

class AvatarLabel final : public PaintedLabel
{
public:
    AvatarLabel(const ThemeController& theme, Measure size, Color surface = Color::BgWindow, QWidget* parent = nullptr);
    void setLook(const AvatarStyle& look, const QString& name);

private:
    QSize wantedSize(const Theme& theme) const override;
    void paintLabel(QPainter& painter, const Theme& theme) override;

    AvatarStyle m_look;
    Measure m_size;
    Color m_surface;
};

class GlyphLabel final : public PaintedLabel
{
public:
    explicit GlyphLabel(const ThemeController& theme, double size = 14, QWidget* parent = nullptr);
    void setGlyph(StateGlyph glyph);

private:
    QSize wantedSize(const Theme& theme) const override;
    void paintLabel(QPainter& painter, const Theme& theme) override;

    StateGlyph m_glyph = StateGlyph::Idle;
    double m_size;
};

/// An icon in a colour, without a button around it.
class IconLabel final : public PaintedLabel
{
public:
    IconLabel(const ThemeController& theme, Icon icon, Color color, double size = 16, QWidget* parent = nullptr);
    void setIcon(Icon icon, Color color);

private:
    QSize wantedSize(const Theme& theme) const override;
    void paintLabel(QPainter& painter, const Theme& theme) override;

    Icon m_icon;
    Color m_color;
    double m_size;
};

class BadgeLabel final : public PaintedLabel
{
public:
    explicit BadgeLabel(const ThemeController& theme, QWidget* parent = nullptr);
    void setCount(int count); // hidden at 0

private:
    QSize wantedSize(const Theme& theme) const override;
    void paintLabel(QPainter& painter, const Theme& theme) override;

    QString m_text;
};

class KeyCapLabel final : public PaintedLabel
{
public:
    explicit KeyCapLabel(const ThemeController& theme, QWidget* parent = nullptr);
    void setKeys(const QKeySequence& keys); // hidden when empty
    void setText(const QString& text);      // hidden when empty

private:
    QSize wantedSize(const Theme& theme) const override;
    void paintLabel(QPainter& painter, const Theme& theme) override;

    QString m_text;
};

class RingLabel final : public PaintedLabel
{
public:
    explicit RingLabel(const ThemeController& theme, double size = 14, QWidget* parent = nullptr);
    void setRemaining(double part, bool isUrgent);

private:
    QSize wantedSize(const Theme& theme) const override;
    void paintLabel(QPainter& painter, const Theme& theme) override;

    double m_remaining = 1.0;
    double m_size;
    bool m_isUrgent = false;
};

class ChipLabel final : public PaintedLabel
{
public:
    explicit ChipLabel(const ThemeController& theme, QWidget* parent = nullptr);
    void setLook(const ChipStyle& look);

private:
    QSize wantedSize(const Theme& theme) const override;
    void paintLabel(QPainter& painter, const Theme& theme) override;

    ChipStyle m_look;
};

} // namespace quarterdeck::ui::theme
