#include "ui/dialogs/new_session_dialog.h"

#include "ui/dialogs/model_choice.h"
#include "ui/dialogs/new_session_parts.h"
#include "ui/present/quantities.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/row_delegates.h"
#include "ui/theme/surface.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::Color;
using theme::TextRole;

namespace {

constexpr int listWidth = 180;
constexpr int detailsWidth = 460;
constexpr int leastDetailsAtMost = 620; // px on the screen, however large the text is
constexpr int ideaHeight = 88;
constexpr int numberWidth = 84;
constexpr int longestIdea = 100'000;

} // namespace

NewSessionDialog::NewSessionDialog(const theme::ThemeController& theme, Teams teams, QWidget* parent)
    : QDialog(parent)
    , m_theme(theme)
    , m_teamsNow(std::move(teams))
    , m_teams(m_teamsNow())
    , m_list(new QListWidget(this))
    , m_editTeams(theme::makeDialogButton(theme, "newSession.editTeams", this, ButtonKind::Link))
    , m_team(new TeamSummary(theme, this))
    , m_ideaLabel(theme::makeFieldLabel(theme, this))
    , m_idea(theme::makeTextField(theme, "newSession.idea", ideaHeight, this))
    , m_model(new ModelChoice(theme, QStringLiteral("newSession"), this))
    , m_budgetLabel(theme::makeFieldLabel(theme, this))
    , m_budget(new QLineEdit(this))
    , m_roundsLabel(theme::makeFieldLabel(theme, this))
    , m_rounds(new QLineEdit(this))
    , m_noPrice(new theme::TextLabel(theme, TextRole::Meta, Color::AskText, QFont::Normal, this))
    , m_hint(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_folder(new FolderField(theme, this))
    , m_public(new theme::PaintedCheckBox(theme, this))
    , m_state(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_cancel(theme::makeDialogButton(theme, "newSession.cancel", this))
    , m_start(theme::makeDialogButton(theme, "newSession.start", this, ButtonKind::Primary))
{
    setObjectName(QStringLiteral("newSession"));
    m_list->setObjectName(QStringLiteral("newSession.teams"));
    m_list->setItemDelegate(new TitleDelegate(theme, m_list));
    m_list->setMouseTracking(true);
    m_list->setFixedWidth(theme.theme().px(listWidth));
    m_budget->setObjectName(QStringLiteral("newSession.budget"));
    m_rounds->setObjectName(QStringLiteral("newSession.rounds"));
    m_noPrice->setObjectName(QStringLiteral("newSession.noPrice"));
    m_noPrice->setWordWrap(true);
    m_hint->setWordWrap(true);
    m_public->setObjectName(QStringLiteral("newSession.public"));
    m_public->setChecked(true);
    m_state->setObjectName(QStringLiteral("newSession.state"));
    m_state->setWordWrap(true);
    m_start->setDefault(true);

    auto* parts = new QHBoxLayout;
    parts->setSpacing(20);
    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(m_list, 1);
    left->addWidget(m_editTeams, 0, Qt::AlignLeft);
    parts->addLayout(left);
    parts->addWidget(new AutoScrollArea("newSession.area", makeDetails(), theme.theme().px(detailsWidth), this), 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 20, 24, 16);
    column->setSpacing(14);
    column->addLayout(parts, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_state, 1);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_start);
    column->addLayout(buttons);

    connect(m_list, &QListWidget::currentRowChanged, this, &NewSessionDialog::showTeam);
    connect(m_idea, &QPlainTextEdit::textChanged, this, &NewSessionDialog::refresh);
    connect(m_model, &ModelChoice::changed, this, &NewSessionDialog::refresh);
    connect(m_folder, &FolderField::changed, this, &NewSessionDialog::refresh);
    connect(m_budget, &QLineEdit::textChanged, this, &NewSessionDialog::refresh);
    connect(m_rounds, &QLineEdit::textChanged, this, &NewSessionDialog::refresh);
    connect(m_model, &ModelChoice::connectionsRequested, this, &NewSessionDialog::connectionsRequested);
    connect(m_editTeams, &QPushButton::clicked, this, &NewSessionDialog::teamsRequested);
    connect(m_start, &QPushButton::clicked, this, &NewSessionDialog::start);
    connect(m_cancel, &QPushButton::clicked, this, &QDialog::reject);
    retranslate();
    m_idea->setFocus();
}

/// Only now do its parts have their fonts, and a team.
void NewSessionDialog::showEvent(QShowEvent* event)
{
    if (!event->spontaneous()) // else it was only minimised
        resize(sizeHint().boundedTo(screen()->availableSize() * 9 / 10));
    QDialog::showEvent(event);
}

QWidget* NewSessionDialog::makeDetails()
{
    auto* details = new QWidget(this);
    details->setMinimumWidth(std::min(m_theme.theme().px(detailsWidth), leastDetailsAtMost));
    auto* column = new QVBoxLayout(details);
    column->setContentsMargins(0, 2, 0, 2);
    column->setSpacing(6);
    column->addWidget(m_team);
    column->addSpacing(10);
    column->addWidget(m_ideaLabel);
    column->addWidget(m_idea);
    column->addSpacing(8);
    column->addWidget(m_model);
    column->addSpacing(8);
    column->addWidget(makeNumbers());
    column->addWidget(m_hint);
    column->addSpacing(8);
    column->addWidget(m_folder);
    column->addSpacing(4);
    column->addWidget(m_public);
    column->addStretch(1);
    m_ideaLabel->setBuddy(m_idea);
    m_budgetLabel->setBuddy(m_budget);
    m_roundsLabel->setBuddy(m_rounds);
    return details;
}

QWidget* NewSessionDialog::makeNumbers()
{
    auto* numbers = new QWidget(this);
    auto* row = new QGridLayout(numbers);
    row->setContentsMargins(0, 0, 0, 0);
    row->setHorizontalSpacing(16);
    row->setVerticalSpacing(6);
    for (QLineEdit* edit : {m_budget, m_rounds})
        edit->setFixedWidth(m_theme.theme().px(numberWidth));
    row->addWidget(m_budgetLabel, 0, 0);
    row->addWidget(m_budget, 1, 0);
    row->addWidget(m_roundsLabel, 0, 1);
    row->addWidget(m_rounds, 1, 1);
    row->addWidget(m_noPrice, 0, 2, 2, 1, Qt::AlignBottom);
    row->setColumnStretch(2, 1);
    return numbers;
}

void NewSessionDialog::setContinued(const QString& title, bool isPublic)
{
    m_public->setChecked(isPublic);
    m_continued = title.isEmpty() ? tr("a recording") : title;
    setObjectName(QStringLiteral("continuedSession"));
    m_list->hide();
    m_editTeams->hide();
    m_folder->hide();
    retranslate();
}

const view::TeamRow& NewSessionDialog::team() const { return m_teams.at(std::max(m_list->currentRow(), 0)); }

void NewSessionDialog::chooseTeam(const QString& id)
{
    for (qsizetype i = 0; i < m_teams.size(); ++i)
        if (m_teams.at(i).id == id)
            m_list->setCurrentRow(static_cast<int>(i));
}

void NewSessionDialog::refreshTeams()
{
    const QString chosen = m_list->currentRow() < 0 ? QString() : team().id;
    {
        const QSignalBlocker quiet(m_list);
        m_teams = m_teamsNow();
        m_list->clear();
        for (const view::TeamRow& row : m_teams)
            m_list->addItem(row.name);
        m_list->setCurrentRow(0);
        chooseTeam(chosen);
    }
    showTeam();
}

void NewSessionDialog::setConnections(const QList<view::ConnectionRow>& connections, const QString& connection,
                                      const QString& model)
{
    const bool isFirst = !m_model->hasConnections();
    m_model->setConnections(connections, connection, model);
    if (isFirst)
        proposeModel();
    retranslate();
}

std::optional<view::NewSessionChoice> NewSessionDialog::choice() const
{
    if (!whatIsMissing().isEmpty())
        return std::nullopt;
    view::NewSessionChoice choice;
    choice.team = team().id;
    choice.connection = m_model->connection();
    choice.model = m_model->model();
    choice.idea = m_idea->toPlainText().trimmed();
    choice.budget = typedDollars(m_budget->text());
    choice.rounds = typedRounds(m_rounds->text());
    choice.isPublic = m_public->isChecked();
    choice.folder = m_folder->finding().path;
    choice.isAutoArchived = m_folder->isArchived();
    return choice;
}

QString NewSessionDialog::whatIsMissing() const
{
    const QString idea = m_idea->toPlainText().trimmed();
    if (!m_model->hasConnections())
        return tr("Add a model first: a server on this computer, or one with a key.");
    if (idea.isEmpty() && !isContinued())
        return tr("Describe what the team should do.");
    if (idea.size() > longestIdea)
        return tr("The task is too long: at most %L1 characters.").arg(longestIdea);
    if (const QString problem = m_taskCheck ? m_taskCheck(team().id, idea) : QString(); !problem.isEmpty())
        return problem;
    if (m_model->model().isEmpty())
        return tr("Enter the name of the model.");
    if (typedDollars(m_budget->text()).value_or(0) < 0)
        return tr("Enter a budget in dollars, or leave empty for no limit.");
    if (typedRounds(m_rounds->text()) < 0)
        return tr("Enter a number of rounds up to %L1, or leave empty for no limit.").arg(mostRounds);
    return m_folder->finding().problem;
}

void NewSessionDialog::setFolderCheck(view::FolderCheck check) { m_folder->setCheck(std::move(check)); }

void NewSessionDialog::setTaskCheck(TaskCheck check)
{
    m_taskCheck = std::move(check);
    refresh();
}

void NewSessionDialog::setPriceCheck(std::function<bool(const QString& model)> isPriced)
{
    m_isPriced = std::move(isPriced);
    refreshPrices();
}

void NewSessionDialog::refreshPrices()
{
    const QString model = m_model->model();
    const bool isUnknown = m_isPriced && !model.isEmpty() && !m_isPriced(model);
    m_noPrice->setText(
        isUnknown
            ? tr("No price is known for this model: tokens are counted, but a budget in dollars cannot be enforced.")
            : QString());
}

void NewSessionDialog::start()
{
    m_folder->lookAgain(); // it may have gone meanwhile
    const auto chosen = choice();
    if (!chosen)
        return;
    emit startChosen(*chosen);
    accept();
}

/// Proposes what the team's author chose.
void NewSessionDialog::proposeModel() { m_model->propose(team().connection, team().model); }

void NewSessionDialog::showTeam()
{
    if (m_shown == team())
        return;
    m_shown = team();
    if (!m_budget->isModified())
        m_budget->setText(team().budget ? QLocale().toString(*team().budget, 'f', 2) : QString());
    if (!m_rounds->isModified())
        m_rounds->setText(team().rounds > 0 ? QString::number(team().rounds) : QString());
    proposeModel();
    m_folder->setLastFolder(team().lastFolder);
    m_team->setTeam(team());
}

void NewSessionDialog::refresh()
{
    const QString missing = whatIsMissing();
    m_state->setText(missing);
    m_start->setEnabled(missing.isEmpty());
    refreshPrices();
}

void NewSessionDialog::changeEvent(QEvent* event)
{
    QDialog::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        retranslate();
}

void NewSessionDialog::retranslate()
{
    setWindowTitle(isContinued() ? tr("Continue “%1”").arg(m_continued) : tr("New session"));
    setAccessibleName(windowTitle());
    m_list->setAccessibleName(tr("Team"));
    theme::setButtonText(m_theme, *m_editTeams, tr("Your teams…"));
    m_editTeams->setAccessibleName(tr("Your teams…"));
    m_ideaLabel->setText(isContinued() ? tr("What to do next") : tr("Task"));
    m_idea->setAccessibleName(m_ideaLabel->text());
    m_idea->setPlaceholderText(
        isContinued() ? tr("Optional: if empty, the team continues with its unread messages")
                      : tr("Describe the task in your own words; start with @Name to give it to one member"));
    m_model->retranslate();
    m_budgetLabel->setText(tr("Budget in $"));
    m_budget->setAccessibleName(m_budgetLabel->text());
    m_budget->setPlaceholderText(tr("no limit"));
    m_roundsLabel->setText(tr("Rounds"));
    m_rounds->setAccessibleName(m_roundsLabel->text());
    m_rounds->setPlaceholderText(tr("no limit"));
    m_hint->setText(tr("3 to 5 rounds are enough for a small task, 8 to 15 for a large one. You are asked before a "
                       "limit is exceeded."));
    m_public->setText(tr("Public: everyone hears what is said"));
    m_public->setAccessibleName(m_public->text());
    m_public->updateGeometry();
    m_folder->retranslate();
    theme::setButtonText(m_theme, *m_cancel, tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
    const QString start = isContinued() ? tr("Continue") : tr("Start the team");
    theme::setButtonText(m_theme, *m_start, start);
    m_start->setAccessibleName(start);
    refreshTeams();
    refresh();
}

} // namespace quarterdeck::ui
