#include "ui/dialogs/team_form_fields.h"

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "model/agents/model_agent/result_filters.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/theme.h"

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

namespace {

/// For any member; the first entry stands for those without filters of their own.
std::vector<std::string> allTools()
{
    std::vector<std::string> tools{team::result_filter::everyTool};
    team::RoleDefinition leader; // who has every tool of the conversation
    leader.isLeader = true;
    for (const team::RoleDefinition& role : {leader, team::RoleDefinition()})
        for (const formats::Tool& tool : team::toolsFor(role))
            if (std::ranges::find(tools, tool.name) == tools.end())
                tools.push_back(tool.name);
    for (const team::EnvironmentType& kind : team::environmentTypes())
        for (const team::EnvironmentTool& call : kind.calls)
            tools.push_back(call.tool.name);
    return tools;
}

} // namespace

ResultFilterFields::ResultFilterFields(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_tools(allTools())
    , m_tool(new theme::ComboBox(theme, this))
    , m_own(new theme::PaintedCheckBox(theme, this))
{
    setObjectName(QStringLiteral("teamEditor.resultFilters"));
    m_own->setObjectName(QStringLiteral("teamEditor.ownResultFilters"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_tool);
    column->addWidget(m_own);
    for (const team::ResultFilter& filter : team::resultFilters()) {
        auto* box = new theme::PaintedCheckBox(theme, this);
        box->setObjectName(QStringLiteral("teamEditor.resultFilter.") + QString::fromUtf8(filter.name));
        column->addWidget(box);
        connect(box, &QCheckBox::toggled, this, [this, place = m_boxes.size()](bool isOn) { takeFilter(place, isOn); });
        m_boxes.push_back(box);
    }
    setFocusProxy(m_tool);
    connect(m_own, &QCheckBox::toggled, this, &ResultFilterFields::takeOwn);
    connect(m_tool, &QComboBox::currentIndexChanged, this, [this] {
        if (!m_isFilling)
            fill();
    });
    retranslate();
}

std::string ResultFilterFields::tool() const
{
    return m_tools.at(static_cast<std::size_t>(std::max(0, m_tool->currentIndex())));
}

std::vector<std::string> ResultFilterFields::filtersOf(const std::string& tool) const
{
    team::TeamDefinition team;
    team.resultFilters = m_filters;
    return team::filtersFor(team, tool);
}

void ResultFilterFields::setFilters(const Filters& filters)
{
    m_filters = filters;
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_tool->setCurrentIndex(0);
    m_isFilling = wasFilling;
    nameTools();
    fill();
}

void ResultFilterFields::takeOwn(bool hasOwn)
{
    if (m_isFilling)
        return;
    const std::string chosen = tool();
    if (hasOwn)
        m_filters[chosen] = filtersOf(chosen); // to begin with, what held before
    else
        m_filters.erase(chosen);
    nameTools();
    fill();
    emit edited();
}

void ResultFilterFields::takeFilter(std::size_t place, bool isOn)
{
    if (m_isFilling)
        return;
    const std::string chosen = tool();
    std::vector<std::string> names = filtersOf(chosen);
    const std::string name = team::resultFilters().at(place).name;
    const auto there = std::ranges::find(names, name); // in its author's order
    if (isOn && there == names.end())
        names.push_back(name);
    else if (!isOn && there != names.end())
        names.erase(there);
    m_filters[chosen] = std::move(names);
    nameTools();
    emit edited();
}

void ResultFilterFields::fill()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    const std::string chosen = tool();
    const bool isEvery = chosen == team::result_filter::everyTool;
    const bool isOwn = isEvery || m_filters.contains(chosen);
    m_own->setVisible(!isEvery);
    m_own->setChecked(isOwn);
    const std::vector<std::string> names = filtersOf(chosen);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        m_boxes[i]->setChecked(std::ranges::find(names, team::resultFilters()[i].name) != names.end());
        m_boxes[i]->setEnabled(isOwn);
    }
    m_isFilling = wasFilling;
}

void ResultFilterFields::nameTools()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    const int chosen = std::max(0, m_tool->currentIndex());
    m_tool->clear();
    for (const std::string& one : m_tools) {
        const QString name = QString::fromStdString(one);
        m_tool->addItem(one == team::result_filter::everyTool ? tr("All tools without their own filters")
                            : m_filters.contains(one)         ? tr("%1 (own filters)").arg(name)
                                                              : name);
    }
    m_tool->setCurrentIndex(chosen);
    m_isFilling = wasFilling;
}

void ResultFilterFields::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void ResultFilterFields::retranslate()
{
    m_tool->setNames(QStringLiteral("teamEditor.resultFilterTool"), tr("Tool whose results are filtered"));
    nameTools();
    const auto name = [](theme::PaintedCheckBox& box, const QString& text) {
        box.setText(text);
        box.setAccessibleName(text);
        box.updateGeometry();
    };
    name(*m_own, tr("This tool has its own filters"));
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const std::string filter = team::resultFilters()[i].name;
        name(*m_boxes[i],
             filter == team::result_filter::controlCharacters  ? tr("Remove control characters")
                 : filter == team::result_filter::scriptBlocks ? tr("Remove script blocks")
                 : filter == team::result_filter::consoleLines ? tr("Remove a page's console output")
                 : filter == team::result_filter::yamlBlocks   ? tr("Remove YAML blocks")
                 : filter == team::result_filter::size         ? tr("Keep only the start and end of long results")
                                                               : QString::fromStdString(filter));
    }
    fill();
}

} // namespace quarterdeck::ui
