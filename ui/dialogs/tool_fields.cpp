#include "ui/dialogs/tool_fields.h"

#include "model/agents/definition/conversation_tools.h"
#include "model/agents/environment/environments.h"
#include "ui/theme/combo_box.h"
#include "ui/theme/text_label.h"

#include <QEvent>
#include <QGridLayout>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

using team::ToolPolicy;

/// The first is the default.
std::vector<ToolPolicy> policiesFor(const std::string& tool)
{
    return team::isEnvironmentTool(tool) ? std::vector{ToolPolicy::Deny, ToolPolicy::Ask, ToolPolicy::Allow}
                                         : std::vector{ToolPolicy::Allow, ToolPolicy::Deny};
}

} // namespace

ToolFields::ToolFields(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_grid(new QGridLayout(this))
{
    setObjectName(QStringLiteral("teamEditor.tools"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(0, 1);
}

void ToolFields::setRole(const team::RoleDefinition& role)
{
    m_policies = role.tools;
    team::RoleDefinition all = role; // a tool that is denied is one, too
    all.tools.clear();
    std::vector<std::string> tools;
    for (const formats::Tool& tool : team::toolsFor(all))
        tools.push_back(tool.name);
    for (const team::EnvironmentType& kind : team::environmentTypes())
        for (const team::EnvironmentTool& call : kind.calls)
            tools.push_back(call.tool.name);
    std::vector<std::string> shown;
    for (const Row& row : m_rows)
        shown.push_back(row.tool);
    if (shown != tools) {
        for (const Row& row : m_rows) {
            delete row.label;
            delete row.choice;
        }
        m_rows.clear();
        for (const std::string& tool : tools)
            addRow(tool);
    }
    fill();
}

void ToolFields::addRow(const std::string& tool)
{
    const QString name = QString::fromStdString(tool);
    auto* label = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text1, QFont::Normal, this);
    label->setText(name);
    auto* choice = new theme::ComboBox(m_theme, this);
    label->setBuddy(choice);
    choice->setNames(QStringLiteral("teamEditor.tool.") + name, name);
    const int line = static_cast<int>(m_rows.size());
    m_grid->addWidget(label, line, 0);
    m_grid->addWidget(choice, line, 1);
    m_rows.push_back({tool, label, choice});
    connect(choice, &QComboBox::currentIndexChanged, this, [this, row = m_rows.back()] { take(row); });
}

void ToolFields::take(const Row& row)
{
    if (m_isFilling)
        return;
    const auto chosen = static_cast<std::size_t>(std::max(0, row.choice->currentIndex()));
    if (chosen == 0)
        m_policies.erase(row.tool);
    else
        m_policies[row.tool] = policiesFor(row.tool).at(chosen);
    emit edited();
}

void ToolFields::fill()
{
    m_isFilling = true;
    for (const Row& row : m_rows) {
        const std::vector<ToolPolicy> policies = policiesFor(row.tool);
        row.choice->clear();
        for (const ToolPolicy policy : policies)
            row.choice->addItem(policy == ToolPolicy::Allow      ? tr("allowed")
                                    : policy == ToolPolicy::Deny ? tr("denied")
                                                                 : tr("asks you first"));
        const auto found = m_policies.find(row.tool);
        const auto place =
            found == m_policies.end() ? policies.begin() : std::find(policies.begin(), policies.end(), found->second);
        row.choice->setCurrentIndex(static_cast<int>(place - policies.begin()));
    }
    m_isFilling = false;
}

void ToolFields::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        fill();
}

} // namespace quarterdeck::ui
