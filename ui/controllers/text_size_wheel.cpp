#include "ui/controllers/text_size_wheel.h"

#include <QAction>
#include <QChildEvent>
#include <QWebEngineView>
#include <QWheelEvent>
#include <cstdlib>

namespace quarterdeck::ui {

TextSizeWheel::TextSizeWheel(transcript::TranscriptView& view, const ActionRegistry& actions, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
{
    QWidget& page = view.webView();
    page.installEventFilter(this);
    for (QWidget* child : page.findChildren<QWidget*>())
        child->installEventFilter(this);
}

bool TextSizeWheel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished) {
        // What takes the page's events comes with the page, and anew after a crash.
        QObject* child = static_cast<QChildEvent*>(event)->child();
        if (child->isWidgetType())
            child->installEventFilter(this);
    } else if (event->type() == QEvent::Wheel) {
        const auto& wheel = static_cast<const QWheelEvent&>(*event);
        if (wheel.modifiers() == Qt::ControlModifier) {
            turn(wheel);
            event->accept();
            return true;
        }
        m_turned = 0;
    }
    return QObject::eventFilter(watched, event);
}

void TextSizeWheel::turn(const QWheelEvent& event)
{
    const int by = event.angleDelta().y();
    if ((by < 0) != (m_turned < 0))
        m_turned = 0; // back again
    m_turned += by;
    while (std::abs(m_turned) >= QWheelEvent::DefaultDeltasPerStep) {
        const bool isLarger = m_turned > 0;
        m_turned += isLarger ? -QWheelEvent::DefaultDeltasPerStep : QWheelEvent::DefaultDeltasPerStep;
        m_actions[isLarger ? ActionId::ViewTextLarger : ActionId::ViewTextSmaller].trigger();
    }
}

} // namespace quarterdeck::ui
