#pragma once

#include "ui/theme/token_table.h"

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <QStringList>

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

} // namespace quarterdeck::ui::theme
