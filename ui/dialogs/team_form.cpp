#include "ui/dialogs/team_form.h"

#include "model/conversation/route.h"
#include "ui/dialogs/model_choice.h"
#include "ui/dialogs/team_form_fields.h"
#include "ui/present/quantities.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

constexpr int descriptionHeight = 64;
constexpr int teamNumberWidth = 84;
constexpr int longestTeamName = 100;
constexpr int leastTokens = 1'000;
constexpr int mostTokens = 10'000'000;
constexpr int mostMessages = 1'000'000;
constexpr int mostCalls = 10'000;
constexpr int mostRetries = 10;

QString budgetText(const team::TeamDefinition& team)
{
    return team.budget ? QLocale().toString(*team.budget, 'f', 2) : QString();
}

QString roundsText(const team::TeamDefinition& team)
{
    return team.rounds > 0 ? QString::number(team.rounds) : QString();
}

} // namespace

TeamForm::TeamForm(const theme::ThemeController& theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_nameLabel(theme::makeFieldLabel(theme, this))
    , m_name(theme::makeLineField("teamEditor.name", this))
    , m_descriptionLabel(theme::makeFieldLabel(theme, this))
    , m_description(theme::makeTextField(theme, "teamEditor.description", descriptionHeight, this))
    , m_modelLabel(theme::makeFieldLabel(theme, this))
    , m_model(new ModelField(theme, QStringLiteral("teamEditor.teamModel"), this))
    , m_budgetLabel(theme::makeFieldLabel(theme, this))
    , m_budget(theme::makeLineField("teamEditor.budget", this))
    , m_roundsLabel(theme::makeFieldLabel(theme, this))
    , m_rounds(theme::makeLineField("teamEditor.rounds", this))
    , m_callsLabel(theme::makeFieldLabel(theme, this))
    , m_calls(theme::makeNumberField(theme, "teamEditor.calls", 1, mostCalls, this))
    , m_retriesLabel(theme::makeFieldLabel(theme, this))
    , m_retries(theme::makeNumberField(theme, "teamEditor.retries", 0, mostRetries, this))
    , m_public(new theme::PaintedCheckBox(theme, this))
    , m_filtersLabel(theme::makeFieldLabel(theme, this))
    , m_parametersLabel(theme::makeFieldLabel(theme, this))
    , m_parametersHint(new theme::TextLabel(theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, this))
    , m_parameters(new ParameterFields(theme, this))
    , m_memoryLabel(theme::makeFieldLabel(theme, this))
    , m_tokens(theme::makeNumberField(theme, "teamEditor.tokens", leastTokens, mostTokens, this))
    , m_messages(theme::makeNumberField(theme, "teamEditor.messages", 0, mostMessages, this))
    , m_overflow(new theme::ComboBox(theme, this))
    , m_resultsLabel(theme::makeFieldLabel(theme, this))
    , m_results(new ResultFilterFields(theme, this))
{
    setObjectName(QStringLiteral("teamEditor.team"));
    m_name->setMaxLength(longestTeamName);
    m_public->setObjectName(QStringLiteral("teamEditor.public"));
    m_parametersHint->setWordWrap(true);
    for (const std::string& filter : conversation::filterNames()) {
        m_filters.push_back(new theme::PaintedCheckBox(theme, this));
        m_filters.back()->setObjectName(QStringLiteral("teamEditor.filter.") + QString::fromStdString(filter));
        connect(m_filters.back(), &QCheckBox::toggled, this, &TeamForm::tell);
    }
    arrange();
    for (QLineEdit* field : {m_name, m_budget, m_rounds})
        connect(field, &QLineEdit::textChanged, this, &TeamForm::tell);
    for (QSpinBox* field : {m_calls, m_retries, m_tokens, m_messages})
        connect(field, &QSpinBox::valueChanged, this, &TeamForm::tell);
    connect(m_description, &QPlainTextEdit::textChanged, this, &TeamForm::tell);
    connect(m_model, &ModelField::edited, this, &TeamForm::tell);
    connect(m_public, &QCheckBox::toggled, this, &TeamForm::tell);
    connect(m_parameters, &ParameterFields::edited, this, &TeamForm::tell);
    connect(m_results, &ResultFilterFields::edited, this, &TeamForm::tell);
    connect(m_overflow, &QComboBox::currentIndexChanged, this, &TeamForm::tell);
    retranslate();
}

void TeamForm::arrange()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(2, 2, 2, 2);
    column->setSpacing(4);
    theme::addField(*column, *m_nameLabel, *m_name);
    theme::addField(*column, *m_descriptionLabel, *m_description);
    theme::addField(*column, *m_modelLabel, *m_model);
    column->addSpacing(8);
    column->addLayout(makeNumbers());
    column->addSpacing(8);
    column->addWidget(m_public);
    column->addSpacing(8);
    column->addWidget(m_filtersLabel);
    for (theme::PaintedCheckBox* filter : m_filters)
        column->addWidget(filter);
    theme::addField(*column, *m_parametersLabel, *m_parameters);
    column->insertWidget(column->indexOf(m_parameters), m_parametersHint);
    column->addSpacing(8);
    column->addWidget(m_memoryLabel);
    auto* memory = new QHBoxLayout;
    memory->setSpacing(8);
    memory->addWidget(m_tokens);
    memory->addWidget(m_messages);
    memory->addWidget(m_overflow, 1);
    column->addLayout(memory);
    column->addSpacing(8);
    theme::addField(*column, *m_resultsLabel, *m_results);
    column->addStretch(1);
}

QGridLayout* TeamForm::makeNumbers()
{
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(4);
    const std::pair<QLabel*, QWidget*> fields[] = {
        {m_budgetLabel, m_budget}, {m_roundsLabel, m_rounds}, {m_callsLabel, m_calls}, {m_retriesLabel, m_retries}};
    int column = 0;
    for (const auto& [label, field] : fields) {
        label->setBuddy(field);
        field->setFixedWidth(m_theme.theme().px(teamNumberWidth));
        grid->addWidget(label, 0, column);
        grid->addWidget(field, 1, column++);
    }
    grid->setColumnStretch(column, 1);
    return grid;
}

void TeamForm::setTeam(const team::TeamDefinition& team)
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    m_team = team;
    m_name->setText(QString::fromStdString(team.name));
    m_description->setPlainText(QString::fromStdString(team.description));
    m_model->setChoice(team.model);
    m_budget->setText(budgetText(team));
    m_rounds->setText(roundsText(team));
    m_calls->setValue(team.maxCalls);
    m_retries->setValue(team.retries);
    m_public->setChecked(team.isPublic);
    const std::vector<std::string> names = conversation::filterNames();
    for (std::size_t i = 0; i < m_filters.size(); ++i)
        m_filters[i]->setChecked(std::ranges::find(team.filters, names[i]) != team.filters.end());
    m_parameters->setParameters(team.parameters);
    m_tokens->setValue(static_cast<int>(std::clamp<std::int64_t>(team.promptTokens, leastTokens, mostTokens)));
    m_messages->setValue(team.promptMessages);
    m_overflow->setCurrentIndex(static_cast<int>(team.overflow));
    m_results->setFilters(team.resultFilters);
    m_isFilling = wasFilling;
}

std::optional<double> TeamForm::budget() const
{
    // Rounded to the cent as displayed, but exact if nobody edited it.
    return m_budget->text() == budgetText(m_team) ? m_team.budget : typedDollars(m_budget->text());
}

int TeamForm::rounds() const
{
    return m_rounds->text() == roundsText(m_team) ? m_team.rounds : typedRounds(m_rounds->text());
}

void TeamForm::applyTo(team::TeamDefinition& team) const
{
    team.name = m_name->text().trimmed().toStdString();
    team.description = m_description->toPlainText().toStdString();
    team.model = m_model->choice();
    if (const auto amount = budget(); amount.value_or(0) >= 0)
        team.budget = amount;
    if (rounds() >= 0)
        team.rounds = rounds();
    team.maxCalls = m_calls->value();
    team.retries = m_retries->value();
    team.isPublic = m_public->isChecked();
    const std::vector<std::string> names = conversation::filterNames();
    for (std::size_t i = 0; i < m_filters.size(); ++i) {
        const auto there = std::ranges::find(team.filters, names[i]); // in its author's order
        if (m_filters[i]->isChecked() && there == team.filters.end())
            team.filters.push_back(names[i]);
        else if (!m_filters[i]->isChecked() && there != team.filters.end())
            team.filters.erase(there);
    }
    team.parameters = m_parameters->parameters();
    team.promptTokens = m_tokens->value();
    team.promptMessages = m_messages->value();
    team.overflow = static_cast<team::Overflow>(std::max(0, m_overflow->currentIndex()));
    team.resultFilters = m_results->filters();
}

QString TeamForm::problem() const
{
    if (budget().value_or(0) < 0)
        return tr("Enter a budget in dollars, or leave empty for no limit.");
    if (rounds() < 0)
        return tr("Enter a number of rounds up to %L1, or leave empty for no limit.").arg(mostRounds);
    return m_parameters->problem();
}

void TeamForm::setConnections(const QList<view::ConnectionRow>& connections) { m_model->setConnections(connections); }

void TeamForm::focusName()
{
    m_name->setFocus();
    m_name->selectAll();
}

void TeamForm::tell()
{
    if (!m_isFilling)
        emit edited();
}

void TeamForm::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void TeamForm::nameFilters()
{
    const std::vector<std::string> names = conversation::filterNames();
    for (std::size_t i = 0; i < m_filters.size(); ++i) {
        const QString text = names[i] == "priority" ? tr("Drop messages marked as low priority")
            : names[i] == "broadcast"               ? tr("Deliver messages marked as broadcast to everyone")
                                                    : QString::fromStdString(names[i]);
        m_filters[i]->setText(text);
        m_filters[i]->setAccessibleName(text);
        m_filters[i]->updateGeometry();
    }
}

void TeamForm::retranslate()
{
    const bool wasFilling = std::exchange(m_isFilling, true);
    theme::nameField(*m_nameLabel, tr("Name"));
    theme::nameField(*m_descriptionLabel, tr("What the team is for"));
    theme::nameField(*m_modelLabel, tr("Model"));
    m_model->setWords(tr("Model"), tr("When a session starts"), tr("chosen at the start"));
    theme::nameField(*m_budgetLabel, tr("Budget in $"));
    m_budget->setPlaceholderText(tr("no limit"));
    theme::nameField(*m_roundsLabel, tr("Rounds"));
    m_rounds->setPlaceholderText(tr("no limit"));
    theme::nameField(*m_callsLabel, tr("Calls per turn"));
    m_calls->setToolTip(tr("How many times a member may call its model in one turn before you are asked."));
    theme::nameField(*m_retriesLabel, tr("Retries"));
    m_retries->setToolTip(tr("How many times a member is retried when its model fails, before it is shown as failed."));
    m_public->setText(tr("Public: everyone hears what is said"));
    m_public->setAccessibleName(m_public->text());
    m_public->updateGeometry();
    m_filtersLabel->setText(tr("Filters"));
    nameFilters();
    m_parametersLabel->setText(tr("Parameters"));
    m_parametersHint->setText(tr("{{name}} in a goal or a constraint is replaced by the value given here."));
    m_memoryLabel->setText(tr("Maximum tokens and messages in a prompt, and what happens to older messages"));
    m_tokens->setAccessibleName(tr("Maximum tokens in a prompt"));
    m_messages->setAccessibleName(tr("Maximum messages in a prompt"));
    m_messages->setSpecialValueText(tr("any number"));
    m_messages->setToolTip(tr("How many of the messages a member remembers are given to its model, including its tool "
                              "calls and their results."));
    m_overflow->setNames(QStringLiteral("teamEditor.overflow"), tr("What happens to older messages"));
    const int overflow = m_overflow->currentIndex();
    m_overflow->clear();
    m_overflow->addItems({tr("Leave out"), tr("Summarise with a model")}); // as Overflow has them
    m_overflow->setCurrentIndex(std::max(0, overflow));
    m_resultsLabel->setText(tr("Tool results, before a model gets them"));
    m_isFilling = wasFilling;
}

} // namespace quarterdeck::ui
