#include "shown_texts.h"

#include <QAbstractItemView>
#include <QAction>
#include <QLineEdit>
#include <QMetaProperty>
#include <QWidget>

namespace quarterdeck::test {

namespace {

void addProperties(QStringList& texts, const QObject& object)
{
    static const char* const properties[] = {
        "text",           "placeholderText",       "toolTip", "statusTip",  "whatsThis",
        "accessibleName", "accessibleDescription", "title",   "windowTitle"};
    for (const char* property : properties) {
        const bool isTyped = qobject_cast<const QLineEdit*>(&object) != nullptr && qstrcmp(property, "text") == 0;
        const QString text = isTyped ? QString() : object.property(property).toString();
        if (!text.isEmpty())
            texts.append(QStringLiteral("%1 %2 %3: %4")
                             .arg(QString::fromLatin1(object.metaObject()->className()), object.objectName(),
                                  QString::fromLatin1(property), text));
    }
}

void addRows(QStringList& texts, const QAbstractItemModel& model)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        for (const int role : {int(Qt::DisplayRole), int(Qt::ToolTipRole), int(Qt::AccessibleTextRole)}) {
            const QString text = model.index(row, 0).data(role).toString();
            if (!text.isEmpty())
                texts.append(QStringLiteral("row: %1").arg(text));
        }
    }
}

} // namespace

QStringList shownTexts(QWidget& root)
{
    QStringList texts;
    addProperties(texts, root);
    for (const QObject* object : root.findChildren<QObject*>()) {
        if (object->isWidgetType() || qobject_cast<const QAction*>(object) != nullptr)
            addProperties(texts, *object);
    }
    for (const QAbstractItemView* view : root.findChildren<QAbstractItemView*>()) {
        if (view->model() != nullptr)
            addRows(texts, *view->model());
    }
    texts.sort();
    return texts;
}

} // namespace quarterdeck::test
