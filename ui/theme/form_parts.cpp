#include "ui/theme/form_parts.h"

#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace quarterdeck::ui::theme {

QPushButton* makeDialogButton(const ThemeController& theme, const char* objectName, QWidget* parent, ButtonKind kind,
                              Icon icon)
{
    return makeButton(theme, QString::fromLatin1(objectName), {}, kind, icon, ButtonSize::Normal, parent);
}

QLabel* makeFieldLabel(const ThemeController& theme, QWidget* parent)
{
    return new TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Medium, parent);
}

QLineEdit* makeLineField(const char* objectName, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(QString::fromLatin1(objectName));
    return field;
}

QPlainTextEdit* makeTextField(const ThemeController& theme, const char* objectName, int height, QWidget* parent)
{
    constexpr int padding = 8; // as the fields of one line
    auto* field = new QPlainTextEdit(parent);
    field->setObjectName(QString::fromLatin1(objectName));
    field->setTabChangesFocus(true);
    field->document()->setDocumentMargin(padding);
    field->setFixedHeight(theme.theme().px(height));
    return field;
}

QSpinBox* makeNumberField(const ThemeController& theme, const char* objectName, int least, int most, QWidget* parent)
{
    constexpr int width = 96;
    auto* box = new QSpinBox(parent);
    box->setObjectName(QString::fromLatin1(objectName));
    box->setRange(least, most);
    box->setGroupSeparatorShown(true);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setFixedSize(theme.theme().px(width), theme.theme().px(Measure::HControl));
    box->findChild<QLineEdit*>()->setObjectName(QStringLiteral("qt_spinbox_lineedit"));
    return box;
}

void addField(QVBoxLayout& column, QLabel& label, QWidget& field)
{
    constexpr int gap = 8; // to the field before
    if (column.count() > 0)
        column.addSpacing(gap);
    label.setBuddy(&field);
    column.addWidget(&label);
    column.addWidget(&field);
}

void nameField(QLabel& label, const QString& text)
{
    label.setText(text);
    if (label.buddy() != nullptr)
        label.buddy()->setAccessibleName(text);
}

void removeAll(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        delete item->widget();
        delete item;
    }
}

} // namespace quarterdeck::ui::theme
