#pragma once

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QApplication>
#include <QMenu>
#include <QScrollBar>
#include <QWidget>

/// What of `root` a person without a mouse or without sight could not use: widgets that take focus or clicks but have
/// no object name, no accessible name, or (buttons) no way to reach them by Tab. One line each.
inline QStringList accessibilityOffenders(const QWidget& root)
{
    QStringList result;
    const auto check = [&result](const QWidget& widget) {
        const auto* button = qobject_cast<const QAbstractButton*>(&widget);
        const bool isInteractive = widget.focusPolicy() != Qt::NoFocus || button != nullptr
            || qobject_cast<const QAbstractItemView*>(&widget) != nullptr;
        const bool isPartOfQt = widget.objectName().startsWith(QStringLiteral("qt_"))
            || qobject_cast<const QScrollBar*>(&widget) != nullptr || qobject_cast<const QMenu*>(&widget) != nullptr
            || qobject_cast<const QAbstractItemView*>(widget.parentWidget()) != nullptr
            || (widget.parentWidget() != nullptr && widget.parentWidget()->inherits("QWebEngineView"));
        if (!isInteractive || isPartOfQt)
            return;
        const QString what = QString::fromLatin1(widget.metaObject()->className()) + u' ' + widget.objectName();
        if (widget.objectName().isEmpty())
            result.append(what + QStringLiteral(": no object name"));
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(&widget));
        if (interface == nullptr || interface->text(QAccessible::Name).isEmpty())
            result.append(what + QStringLiteral(": no accessible name"));
        if (button != nullptr && (widget.focusPolicy() & Qt::TabFocus) == 0)
            result.append(what + QStringLiteral(": not reached by Tab"));
    };
    check(root);
    for (const QWidget* widget : root.findChildren<QWidget*>())
        check(*widget);
    return result;
}
