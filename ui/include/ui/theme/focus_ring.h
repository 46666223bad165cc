#pragma once

#include <QPointer>
#include <QWidget>

class QApplication;

namespace quarterdeck::ui::theme {

class ThemeController;

/// Shows where the keyboard is: 2 px of accent around the focused widget, 1 px away, only while the keyboard is what
/// the person uses. Text fields have their own border, item views and painted rows draw it inside the row (their
/// option has QStyle::State_KeyboardFocusChange then). One per application; `theme` must outlive it. Thread: ui.
class FocusRing final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FocusRing)

public:
    FocusRing(QApplication& application, const ThemeController& theme, QObject* parent = nullptr);
    ~FocusRing() override;

    /// The widget that has the ring now; null when none shows.
    QWidget* target() const;

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    class Overlay;
    void setKeyboardUsed(bool on);
    void follow();

    const ThemeController& m_theme;
    QPointer<QWidget> m_focus;
    QPointer<Overlay> m_overlay;
    bool m_isKeyboardUsed = false;
};

} // namespace quarterdeck::ui::theme
