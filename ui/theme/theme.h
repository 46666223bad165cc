#pragma once

#include "ui/theme/token_table.h"

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QString>
#include <QStringList>

class QApplication;

namespace quarterdeck::ui::theme {

enum class Scheme { Light, Dark };

/// The design's type sizes. Read is for the transcript and the composer, Ui for everything else.
enum class TextRole { Micro, Meta, Ui, Read, Head, Title, Code };

/// A resolved look: one colour table, one text scale, the font families. A value; painters take it by reference.
/// Lengths are device-independent pixels at the chosen text size.
class Theme
{
public:
    struct Options
    {
        Scheme scheme = Scheme::Light;
        bool highContrast = false;
        double textScale = 1.0; // 0.8 to 2.0
        QStringList uiFamilies;
        QStringList monoFamilies;

        bool operator==(const Options&) const = default;
    };

    Theme() = default;
    explicit Theme(Options options);

    const Options& options() const { return m_options; }
    bool isDark() const { return m_options.scheme == Scheme::Dark; }

    QColor color(Color token) const;
    QColor color(Color token, double opacity) const;

    /// A token of tokens.css, times the text scale. Radii and hairlines do not scale: use measure().
    int px(Measure token) const;
    double pxF(Measure token) const;
    /// A length in the design that has no token of its own.
    int px(double designPixels) const;
    /// The token as written, unscaled (radii, focus ring, window break points).
    double measure(Measure token) const;
    int motion(Motion token) const;

    QFont font(TextRole role, QFont::Weight weight = QFont::Normal) const;
    /// Interface font in a size without a role (avatar letters, digits in a badge).
    QFont font(double designPixels, QFont::Weight weight) const;
    QFont monoFont(double designPixels = 12.5, QFont::Weight weight = QFont::Normal) const;

    /// Maps tokens to Qt's palette roles. QPalette::Light is deliberately left alone: through it ThemeController still
    /// sees the desktop's palette.
    QPalette palette() const;

    /// Replaces @name (colour), @name (measure, as "28px"), @px(n) and @font-ui in a style sheet template.
    QString styleSheet(const QString& sheetTemplate) const;

private:
    const ColorTable& colors() const;

    Options m_options;
};

/// Families to ask for: the desktop's own first, then Inter (first if the desktop names only a generic family), then
/// fonts that cover Chinese and symbols. Needs a QGuiApplication.
QStringList interfaceFamilies();
QStringList monospaceFamilies();

/// What the person asked for; System follows the desktop.
enum class ThemeChoice { System, Light, Dark };

/// Owns the current Theme and dresses the application in it (Fusion, palette, style sheet, font). Made once in `app`,
/// outlives every widget, lives on the ui thread. Follows the desktop: by colorScheme() from Qt 6.5 on, by the
/// lightness of the desktop's palette before.
class ThemeController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ThemeController)
public:
    explicit ThemeController(QApplication& application, QObject* parent = nullptr);
    ~ThemeController() override;

    const Theme& theme() const { return m_theme; }

    ThemeChoice choice() const { return m_choice; }
    void setChoice(ThemeChoice choice);

    double textScale() const { return m_theme.options().textScale; }
    void setTextScale(double scale); // clamped to 0.8 ... 2.0

    void setHighContrast(bool on);

    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    /// Colours or sizes have changed. Widgets that only paint need not listen: the palette change repaints them.
    void changed();
    /// The person's choice has changed, whether or not the look has.
    void choiceChanged();

private:
    Scheme wantedScheme() const;
    Scheme desktopScheme() const;
    void rebuild(Theme::Options options);
    void dress();

    QApplication& m_application;
    Theme m_theme;
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_isDressing = false;
};

/// Dark if the palette has light text on dark.
Scheme schemeOf(const QPalette& palette);

} // namespace quarterdeck::ui::theme
