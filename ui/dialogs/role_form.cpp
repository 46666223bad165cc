#include "ui/dialogs/role_form.h"

#include "model/agents/definition/team_definition.h"
#include "model/agents/environment/environments.h"
#include "ui/dialogs/model_choice.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QString>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace quarterdeck::ui {

/// "Alice, Bob" and back.
[[nodiscard]] QString listText(const std::set<std::string>& names);
[[nodiscard]] std::set<std::string> listIn(const QString& text);

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

namespace {

constexpr int goalHeight = 84;

std::set<std::string> namesOf(const conversation::AddressSet& addresses)
{
    std::set<std::string> names;
    for (const conversation::Address& one : addresses)
        names.insert(one.str());
    return names;
}

conversation::AddressSet addressesOf(const std::set<std::string>& names)
{
    conversation::AddressSet addresses;
    for (const std::string& name : names)
        addresses.insert(conversation::Address(name));
    return addresses;
}

void setModelFor(team::ModelsByAction& models, const char* action, const team::ModelChoice& choice)
{
    if (choice == team::ModelChoice())
        models.erase(action);
    else
        models[action] = choice;
}

} // namespace

RoleForm::RoleForm(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_nameLabel(theme::makeFieldLabel(theme, this))
    , m_name(theme::makeLineField("teamEditor.roleName", this))
    , m_profileLabel(theme::makeFieldLabel(theme, this))
    , m_profile(theme::makeLineField("teamEditor.roleProfile", this))
    , m_leader(new theme::PaintedCheckBox(theme, this))
    , m_remote(new theme::PaintedCheckBox(theme, this))
    , m_goalLabel(theme::makeFieldLabel(theme, this))
    , m_goal(theme::makeTextField(theme, "teamEditor.roleGoal", goalHeight, this))
    , m_constraintsLabel(theme::makeFieldLabel(theme, this))
    , m_constraints(theme::makeTextField(theme, "teamEditor.roleConstraints", goalHeight, this))
    , m_watchLabel(theme::makeFieldLabel(theme, this))
    , m_watch(theme::makeLineField("teamEditor.roleWatch", this))
    , m_addressesLabel(theme::makeFieldLabel(theme, this))
    , m_addresses(theme::makeLineField("teamEditor.roleAddresses", this))
    , m_modelLabel(theme::makeFieldLabel(theme, this))
    , m_model(new ModelField(theme, QStringLiteral("teamEditor.roleModel"), this))
    , m_summariesLabel(theme::makeFieldLabel(theme, this))
    , m_summaries(new ModelField(theme, QStringLiteral("teamEditor.roleSummaries"), this))
    , m_toolsLabel(theme::makeFieldLabel(theme, this))
    , m_tools(new ToolFields(theme, this))
{
    setObjectName(QStringLiteral("teamEditor.role"));
    m_leader->setObjectName(QStringLiteral("teamEditor.roleLeader"));
    m_remote->setObjectName(QStringLiteral("teamEditor.roleRemote"));
    arrange();
    for (QLineEdit* field : {m_name, m_profile, m_watch, m_addresses})
        connect(field, &QLineEdit::textChanged, this, &RoleForm::tell);
    for (QPlainTextEdit* field : {m_goal, m_constraints})
        connect(field, &QPlainTextEdit::textChanged, this, &RoleForm::tell);
    for (ModelField* field : {m_model, m_summaries})
        connect(field, &ModelField::edited, this, &RoleForm::tell);
    connect(m_tools, &ToolFields::edited, this, &RoleForm::tell);
    connect(m_remote, &QCheckBox::toggled, this, [this] {
        showWhatIsAsked();
        tell();
    });
    connect(m_leader, &QCheckBox::toggled, this, [this] {
        if (m_isFilling)
            return;
        m_tools->setRole(role()); // a leader has more of them
        tell();
    });
    connect(m_name, &QLineEdit::editingFinished, this, [this] {
        const std::string now = role().name.str();
        if (now != m_nameBefore)
            emit renamed(std::exchange(m_nameBefore, now), now);
    });
    retranslate();
}

void RoleForm::arrange()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2, 2, 2, 2);
    column->setSpacing(4);
    auto* names = new QGridLayout;
    names->setHorizontalSpacing(12);
    names->setVerticalSpacing(4);
    names->addWidget(m_nameLabel, 0, 0);
    names->addWidget(m_name, 1, 0);
    names->addWidget(m_profileLabel, 0, 1);
    names->addWidget(m_profile, 1, 1);
    m_nameLabel->setBuddy(m_name);
    m_profileLabel->setBuddy(m_profile);
    column->addLayout(names);
    column->addSpacing(6);
    column->addWidget(m_leader);
    column->addWidget(m_remote);
    theme::addField(*column, *m_goalLabel, *m_goal);
    theme::addField(*column, *m_constraintsLabel, *m_constraints);
    theme::addField(*column, *m_watchLabel, *m_watch);
    theme::addField(*column, *m_addressesLabel, *m_addresses);
    theme::addField(*column, *m_modelLabel, *m_model);
    theme::addField(*column, *m_summariesLabel, *m_summaries);
    theme::addField(*column, *m_toolsLabel, *m_tools);
    column->addStretch(1);
}

void RoleForm::setRole(const team::RoleDefinition& role)
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_role = role;
    m_nameBefore = role.name.str();
    m_name->setText(QString::fromStdString(role.name.str()));
    m_profile->setText(QString::fromStdString(role.profile));
    m_leader->setChecked(role.isLeader);
    m_remote->setChecked(role.isRemote);
    m_goal->setPlainText(QString::fromStdString(role.goal));
    m_constraints->setPlainText(QString::fromStdString(role.constraints));
    m_watch->setText(listText(role.watch));
    m_addresses->setText(listText(namesOf(role.addresses)));
    m_model->setChoice(role.model);
    const auto summaries = role.models.find(team::model_action::summarise);
    m_summaries->setChoice(summaries == role.models.end() ? team::ModelChoice() : summaries->second);
    m_tools->setRole(role);
    m_isFilling = wasFilling;
}

team::RoleDefinition RoleForm::role() const
{
    team::RoleDefinition role = m_role;
    role.name = conversation::RoleName(m_name->text().trimmed().toStdString());
    role.profile = m_profile->text().trimmed().toStdString();
    role.isLeader = m_leader->isChecked();
    role.isRemote = m_remote->isChecked();
    role.goal = m_goal->toPlainText().toStdString();
    role.constraints = m_constraints->toPlainText().toStdString();
    // A name may contain a comma, so what nobody edited is left unchanged.
    if (m_watch->text() != listText(m_role.watch))
        role.watch = listIn(m_watch->text());
    if (m_addresses->text() != listText(namesOf(m_role.addresses)))
        role.addresses = addressesOf(listIn(m_addresses->text()));
    role.model = m_model->choice();
    setModelFor(role.models, team::model_action::summarise, m_summaries->choice());
    role.tools = m_tools->policies();
    return role;
}

void RoleForm::setConnections(const QList<view::ConnectionRow>& connections)
{
    m_model->setConnections(connections);
    m_summaries->setConnections(connections);
}

void RoleForm::focusName()
{
    m_name->setFocus();
    m_name->selectAll();
}

/// A program brings its own model and tools.
void RoleForm::showWhatIsAsked()
{
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_modelLabel, m_model, m_summariesLabel, m_summaries, m_toolsLabel, m_tools})
        part->setVisible(!m_remote->isChecked());
}

void RoleForm::tell()
{
    if (!m_isFilling)
        emit edited();
}

void RoleForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void RoleForm::retranslate()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    theme::nameField(*m_nameLabel, tr("Name"));
    theme::nameField(*m_profileLabel, tr("Role"));
    m_profile->setPlaceholderText(tr("Engineer, Reviewer…"));
    m_leader->setText(tr("Leads the team: plans and assigns the work"));
    m_leader->setAccessibleName(m_leader->text());
    m_leader->updateGeometry();
    m_remote->setText(tr("Played by an outside program (see Connect an agent)"));
    m_remote->setAccessibleName(m_remote->text());
    m_remote->updateGeometry();
    theme::nameField(*m_goalLabel, tr("Goal"));
    theme::nameField(*m_constraintsLabel, tr("Constraints"));
    theme::nameField(*m_watchLabel, tr("Also reacts to messages from"));
    m_watch->setPlaceholderText(tr("nobody else"));
    theme::nameField(*m_addressesLabel, tr("Other names it answers to"));
    m_addresses->setPlaceholderText(tr("none"));
    theme::nameField(*m_modelLabel, tr("Model"));
    m_model->setWords(tr("Model"), tr("Same as the team"), tr("the team's"));
    theme::nameField(*m_summariesLabel, tr("Model for summaries"));
    m_summaries->setWords(tr("Model for summaries"), tr("Same as its main model"), tr("the same"));
    theme::nameField(*m_toolsLabel, tr("Tools"));
    m_isFilling = wasFilling;
}

} // namespace quarterdeck::ui
