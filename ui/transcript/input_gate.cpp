#include "ui/transcript/input_gate.h"

#include <QEvent>
#include <QPointer>
#include <QWebEnginePage>
#include <QWebEngineScript>
#include <QWidget>

namespace quarterdeck::ui::transcript {

namespace {

bool isAct(const QEvent& event)
{
    switch (event.type()) {
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
    case QEvent::KeyPress:
    case QEvent::KeyRelease:
    case QEvent::InputMethod:
    case QEvent::TouchBegin:
    case QEvent::TouchEnd:
    case QEvent::TabletPress:
    case QEvent::TabletRelease:
        return true;
    default:
        return false;
    }
}

} // namespace

InputGate::InputGate(QWebEnginePage& page, QObject* parent) : QObject(parent), m_page(page) { }

void InputGate::watch(QWidget& widget) { widget.installEventFilter(this); }

void InputGate::open()
{
    m_happened.start();
    m_seen.invalidate();
    const auto ask = [this, event = ++m_event] {
        m_page.runJavaScript(QStringLiteral("0"), QWebEngineScript::ApplicationWorld,
                             [gate = QPointer(this), event](const QVariant&) {
                                 if (gate && gate->m_event == event)
                                     gate->m_seen.start();
                             });
    };
    // Behind the event, which the widget has not handed on yet.
    QMetaObject::invokeMethod(this, ask, Qt::QueuedConnection);
}

bool InputGate::isOpen() const
{
    // The page says itself when it has seen the event, so that alone must not keep the gate open.
    const bool isLate = !m_happened.isValid() || m_happened.elapsed() > latestMs;
    return !isLate && (!m_seen.isValid() || m_seen.elapsed() <= openMs);
}

bool InputGate::eventFilter(QObject* watched, QEvent* event)
{
    // Programs post events as well; those of the window system are spontaneous. An input method's are not.
    if (isAct(*event) && (event->spontaneous() || event->type() == QEvent::InputMethod))
        open();
    return QObject::eventFilter(watched, event);
}

} // namespace quarterdeck::ui::transcript
