#pragma once

#include "ui/theme/theme.h"

#include <QObject>

class QApplication;

namespace quarterdeck::ui::theme {

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
