#pragma once

#include <QPointer>
#include <QWidget>

class QApplication;

namespace quarterdeck::ui::theme {

class ThemeController;

/// Shows the keyboard focus: 2 px of accent around the focused widget, 1 px away, only while the person uses the
/// keyboard. Text fields have a border of their own; item views and painted rows draw it inside the row (their option
/// then has QStyle::State_KeyboardFocusChange). One per application; `theme` must outlive it. Thread: ui.
class FocusRing final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FocusRing)

public:
    FocusRing(QApplication& application, const ThemeController& theme, QObject* parent = nullptr);
    ~FocusRing() override;

    /// The widget that has the ring now; null if none is shown.
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
