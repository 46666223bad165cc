#include "ui/dialogs/result_filter_fields.h"

#include "model/agents/definition/conversation_tools.h"
#include "model/agents/environment/environments.h"
#include "model/agents/model_agent/result_filters.h"
#include "ui/theme/combo_box.h"
#include "ui/theme/painted_check_box.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

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
