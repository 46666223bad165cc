#include "team_editor/form_parts.h"

#include "ui/theme/text_label.h"
#include "ui/theme/theme_controller.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QVBoxLayout>

namespace quarterdeck::ui {

QLabel* makeFieldLabel(const theme::ThemeController& theme, QWidget* parent)
{
    return new theme::TextLabel(theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Medium, parent);
}

QLineEdit* makeLineField(const char* name, QWidget* parent)
{
    auto* field = new QLineEdit(parent);
    field->setObjectName(QString::fromLatin1(name));
    return field;
}

QPlainTextEdit* makeTextField(const theme::ThemeController& theme, const char* name, int height, QWidget* parent)
{
    auto* field = new QPlainTextEdit(parent);
    field->setObjectName(QString::fromLatin1(name));
    field->setTabChangesFocus(true);
    field->setFixedHeight(theme.theme().px(height));
    return field;
}

QSpinBox* makeNumberField(const theme::ThemeController& theme, const char* name, int least, int most, QWidget* parent)
{
    constexpr int width = 96;
    auto* box = new QSpinBox(parent);
    box->setObjectName(QString::fromLatin1(name));
    box->setRange(least, most);
    box->setGroupSeparatorShown(true);
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);
    box->setFixedSize(theme.theme().px(width), theme.theme().px(theme::Measure::HControl));
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

QString listText(const std::set<std::string>& names)
{
    QStringList words;
    for (const std::string& name : names)
        words.append(QString::fromStdString(name));
    return words.join(QStringLiteral(", "));
}

std::set<std::string> listIn(const QString& text)
{
    std::set<std::string> names;
    QString plain = text;
    plain.replace(QChar(0xFF0C), u','); // as Chinese keyboards have it
    for (const QString& word : plain.split(u','))
        if (!word.trimmed().isEmpty())
            names.insert(word.trimmed().toStdString());
    return names;
}

} // namespace quarterdeck::ui
