#include "painted_questions.h"

#include "asking_client.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QRegularExpression>

namespace quarterdeck::bench {

namespace {

/// What is said there; empty if that is not a question.
QString textOf(const QWidget& widget)
{
    if (widget.objectName() == QLatin1String("needsYouOther"))
        return widget.accessibleName() + widget.accessibleDescription(); // a line of one, or of more
    const auto* label = qobject_cast<const QLabel*>(&widget);
    return label != nullptr && label->objectName() == QLatin1String("questionText") ? label->text() : QString();
}

} // namespace

PaintedQuestions::PaintedQuestions() { qApp->installEventFilter(this); }

double PaintedQuestions::paintedAtMs(int number) const
{
    const auto found = m_times.find(number);
    return found == m_times.end() ? 0 : found->second;
}

bool PaintedQuestions::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::Paint)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    static const QRegularExpression numbered(QStringLiteral("number (\\d+)\\?"));
    const QRegularExpressionMatch match = numbered.match(widget != nullptr ? textOf(*widget) : QString());
    if (match.hasMatch() && m_times.count(match.captured(1).toInt()) == 0)
        QMetaObject::invokeMethod(
            this, [this, number = match.captured(1).toInt()] { m_times.emplace(number, wallClockMs()); },
            Qt::QueuedConnection);
    return false;
}

} // namespace quarterdeck::bench
