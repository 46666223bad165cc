#include "ui/theme/focus_ring.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollArea>

namespace quarterdeck::ui::theme {

namespace {

// These show focus themselves.
bool drawsOwnFocus(const QWidget& widget)
{
    return qobject_cast<const QLineEdit*>(&widget) != nullptr
        || (qobject_cast<const QAbstractScrollArea*>(&widget) != nullptr
            && qobject_cast<const QScrollArea*>(&widget) == nullptr)
        || widget.property("ownFocus").toBool() || widget.inherits("QQuickWidget") || widget.inherits("QWebEngineView")
        || widget.isWindow();
}

bool isNavigation(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_F6:
        return true;
    default:
        return event.modifiers().testFlag(Qt::AltModifier) || event.modifiers().testFlag(Qt::ControlModifier);
    }
}

} // namespace

class FocusRing::Overlay final : public QWidget
{
public:
    Overlay(const ThemeController& theme, QWidget* window) : QWidget(window), m_theme(theme)
    {
        setObjectName(QStringLiteral("focusRing"));
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
    }

    void surround(const QWidget& widget)
    {
        const auto reach =
            static_cast<int>(m_theme.theme().measure(Measure::FocusGap) + m_theme.theme().measure(Measure::FocusWidth));
        const QPoint corner = widget.mapTo(parentWidget(), QPoint(0, 0));
        // A widget that fills its window shows its ring on the inside.
        const QRect around = QRect(corner, widget.size()).adjusted(-reach, -reach, reach, reach);
        setGeometry(around.intersected(parentWidget()->rect()));
        raise();
        show();
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const double width = m_theme.theme().measure(Measure::FocusWidth);
        const double radius = m_theme.theme().measure(Measure::R2) + 2;
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(m_theme.theme().color(Color::Accent), width));
        painter.drawRoundedRect(QRectF(rect()).adjusted(width / 2, width / 2, -width / 2, -width / 2), radius, radius);
    }

private:
    const ThemeController& m_theme;
};

FocusRing::FocusRing(QApplication& application, const ThemeController& theme, QObject* parent)
    : QObject(parent)
    , m_theme(theme)
{
    application.installEventFilter(this);
    connect(&application, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        m_focus = now;
        follow();
    });
}

FocusRing::~FocusRing() { delete m_overlay.data(); }

QWidget* FocusRing::target() const
{
    return m_overlay != nullptr && m_overlay->isVisibleTo(m_overlay->parentWidget()) ? m_focus.data() : nullptr;
}

bool FocusRing::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::KeyPress:
        if (isNavigation(*static_cast<QKeyEvent*>(event)))
            setKeyboardUsed(true);
        break;
    case QEvent::Shortcut: // its key press reaches nobody
        setKeyboardUsed(true);
        break;
    case QEvent::MouseButtonPress:
        setKeyboardUsed(false);
        break;
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Hide:
    case QEvent::Show:
        if (m_overlay != nullptr && watched != m_overlay && watched->isWidgetType()
            && (watched == m_focus || (m_focus != nullptr && static_cast<QWidget*>(watched)->isAncestorOf(m_focus))))
            QMetaObject::invokeMethod(this, &FocusRing::follow, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

void FocusRing::setKeyboardUsed(bool on)
{
    if (m_isKeyboardUsed == on)
        return;
    m_isKeyboardUsed = on;
    for (QWidget* window : QApplication::topLevelWidgets())
        window->setAttribute(Qt::WA_KeyboardFocusChange, on);
    if (m_focus != nullptr)
        m_focus->update();
    follow();
}

void FocusRing::follow()
{
    QWidget* widget = m_focus;
    const bool shows = m_isKeyboardUsed && widget != nullptr && widget->isVisible() && !drawsOwnFocus(*widget);
    if (!shows) {
        if (m_overlay != nullptr)
            m_overlay->hide();
        return;
    }
    if (m_overlay != nullptr && m_overlay->parentWidget() != widget->window())
        delete m_overlay.data();
    if (m_overlay == nullptr)
        m_overlay = new Overlay(m_theme, widget->window());
    m_overlay->surround(*widget);
}

} // namespace quarterdeck::ui::theme
