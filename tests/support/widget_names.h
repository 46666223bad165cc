#pragma once

#include <QStringList>
#include <QWidget>

namespace quarterdeck::test {

/// The widgets below `root` that take the keyboard and lack an accessible name or an object name, a line each; empty is
/// right.
[[nodiscard]] inline QString namelessWidgets(const QWidget& root)
{
    QStringList offenders;
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const bool isOwn = !widget->objectName().startsWith(QStringLiteral("qt_"));
        if (widget->focusPolicy() == Qt::NoFocus || !isOwn)
            continue;
        if (widget->accessibleName().isEmpty() || widget->objectName().isEmpty())
            offenders.append(QLatin1String(widget->metaObject()->className()) + u' ' + widget->objectName());
    }
    return offenders.join(u'\n');
}

} // namespace quarterdeck::test
