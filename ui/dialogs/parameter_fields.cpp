#include "ui/dialogs/parameter_fields.h"

#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/theme_controller.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {
constexpr int nameWidth = 132;
constexpr int textHeight = 48;
constexpr int longestName = 100;
} // namespace

ParameterFields::ParameterFields(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_column(new QVBoxLayout(this))
    , m_add(theme::makeButton(theme, QStringLiteral("teamEditor.addParameter"), {}, theme::ButtonKind::Normal,
                              theme::Icon::Plus, theme::ButtonSize::Small, this))
{
    setObjectName(QStringLiteral("teamEditor.parameters"));
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(6);
    m_column->addWidget(m_add, 0, Qt::AlignLeft);
    m_add->setAutoDefault(false);
    setFocusProxy(m_add);
    connect(m_add, &QPushButton::clicked, this, [this] {
        addRow({}, {});
        m_rows.back().name->setFocus();
    });
    retranslate();
}

void ParameterFields::addRow(const QString& name, const QString& text)
{
    auto* widget = new QWidget(this);
    auto* parts = new QHBoxLayout(widget);
    parts->setContentsMargins(0, 0, 0, 0);
    parts->setSpacing(8);
    const Row row{widget, theme::makeLineField("teamEditor.parameterName", widget),
                  theme::makeTextField(m_theme, "teamEditor.parameterText", textHeight, widget),
                  theme::makeIconButton(m_theme, QStringLiteral("teamEditor.removeParameter"), {}, theme::Icon::X,
                                        theme::ButtonSize::Small, widget)};
    row.name->setFixedWidth(m_theme.theme().px(nameWidth));
    row.name->setMaxLength(longestName);
    row.name->setText(name);
    row.text->setPlainText(text);
    parts->addWidget(row.name, 0, Qt::AlignTop);
    parts->addWidget(row.text, 1);
    parts->addWidget(row.remove, 0, Qt::AlignTop);
    m_column->insertWidget(m_column->count() - 1, widget);
    m_rows.push_back(row);
    const auto tell = [this] {
        if (!m_isFilling)
            emit edited();
    };
    connect(row.name, &QLineEdit::textChanged, this, tell);
    connect(row.text, &QPlainTextEdit::textChanged, this, tell);
    connect(row.remove, &QToolButton::clicked, this, [this, widget] { removeRow(widget); });
    retranslate();
}

void ParameterFields::removeRow(const QWidget* widget)
{
    const auto gone = std::ranges::find(m_rows, widget, &Row::widget);
    if (gone == m_rows.end())
        return;
    m_add->setFocus();
    gone->widget->hide();
    gone->widget->deleteLater(); // its button was clicked
    m_rows.erase(gone);
    emit edited();
}

void ParameterFields::setParameters(const std::map<std::string, std::string>& parameters)
{
    m_isFilling = true;
    for (const Row& row : m_rows)
        delete row.widget;
    m_rows.clear();
    for (const auto& [name, text] : parameters)
        addRow(QString::fromStdString(name), QString::fromStdString(text));
    m_isFilling = false;
}

std::map<std::string, std::string> ParameterFields::parameters() const
{
    std::map<std::string, std::string> parameters;
    for (const Row& row : m_rows)
        if (!row.name->text().trimmed().isEmpty())
            parameters[row.name->text().trimmed().toStdString()] = row.text->toPlainText().toStdString();
    return parameters;
}

QString ParameterFields::problem() const
{
    QStringList names;
    for (const Row& row : m_rows) {
        const QString name = row.name->text().trimmed();
        if (name.isEmpty() && !row.text->toPlainText().isEmpty())
            return tr("A parameter has no name.");
        if (!name.isEmpty() && names.contains(name))
            return tr("Two parameters are called “%1”.").arg(name);
        names.append(name);
    }
    return {};
}

void ParameterFields::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ParameterFields::retranslate()
{
    theme::setButtonText(m_theme, *m_add, tr("Add a parameter"));
    m_add->setAccessibleName(tr("Add a parameter"));
    for (const Row& row : m_rows) {
        row.name->setAccessibleName(tr("Parameter name"));
        row.name->setPlaceholderText(tr("name"));
        row.text->setAccessibleName(tr("Parameter value"));
        row.text->setPlaceholderText(tr("value"));
        row.remove->setAccessibleName(tr("Remove this parameter"));
        row.remove->setToolTip(tr("Remove this parameter"));
    }
}

} // namespace quarterdeck::ui
