#include "ui/panels/limits_popup.h"

#include "ui/present/quantities.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using theme::ButtonKind;
using theme::ButtonSize;
using theme::Color;
using theme::Icon;
using theme::TextRole;

namespace {

constexpr int popupWidth = 392;
constexpr int labelWidth = 88;
constexpr int fieldWidth = 96;

QString fieldOf(std::optional<double> budget) { return budget ? QLocale().toString(*budget, 'f', 2) : QString(); }
QString fieldOf(int rounds) { return rounds > 0 ? QString::number(rounds) : QString(); }

} // namespace

LimitsPopup::LimitsPopup(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgRaised, Qt::TopEdge | Qt::BottomEdge | Qt::LeftEdge | Qt::RightEdge, parent)
    , m_budgetLabel(theme::makeFieldLabel(theme, this))
    , m_budget(theme::makeLineField("limits.budget", this))
    , m_spent(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_burn(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_roundsLabel(theme::makeFieldLabel(theme, this))
    , m_rounds(theme::makeLineField("limits.rounds", this))
    , m_done(new theme::TextLabel(theme, TextRole::Meta, Color::Text2, QFont::Normal, this))
    , m_problem(new theme::TextLabel(theme, TextRole::Meta, Color::DangerText, QFont::Normal, this))
    , m_model(theme::makeButton(theme, QStringLiteral("limits.model"), {}, ButtonKind::Flat, Icon::None,
                                ButtonSize::Small, this))
    , m_cost(theme::makeButton(theme, QStringLiteral("limits.cost"), {}, ButtonKind::Flat, Icon::None,
                               ButtonSize::Small, this))
    , m_note(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
{
    setObjectName(QStringLiteral("limits"));
    setWindowFlag(Qt::Popup);
    setHairlines(Qt::TopEdge | Qt::BottomEdge | Qt::LeftEdge | Qt::RightEdge, Color::Line2);
    build();
    retranslate();
    for (QLineEdit* field : {m_budget, m_rounds}) {
        connect(field, &QLineEdit::editingFinished, this, &LimitsPopup::apply);
        connect(field, &QLineEdit::textEdited, this, &LimitsPopup::showNotes);
    }
    connect(m_model, &QPushButton::clicked, this, [this] {
        hide();
        emit modelRequested();
    });
    connect(m_cost, &QPushButton::clicked, this, [this] {
        hide();
        emit costRequested();
    });
}

void LimitsPopup::build()
{
    m_budgetLabel->setBuddy(m_budget);
    m_roundsLabel->setBuddy(m_rounds);
    auto* fields = new QGridLayout;
    fields->setHorizontalSpacing(10);
    fields->setVerticalSpacing(8);
    fields->setColumnStretch(2, 1);
    fields->addWidget(m_budgetLabel, 0, 0);
    fields->addWidget(m_budget, 0, 1);
    fields->addWidget(m_spent, 0, 2);
    fields->addWidget(m_burn, 1, 1, 1, 2);
    fields->addWidget(m_roundsLabel, 2, 0);
    fields->addWidget(m_rounds, 2, 1);
    fields->addWidget(m_done, 2, 2);
    fields->addWidget(m_problem, 3, 1, 1, 2);
    for (theme::TextLabel* label : {m_burn, m_problem, m_note})
        label->setWordWrap(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_model);
    buttons->addStretch(1);
    buttons->addWidget(m_cost);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 14, 14, 12);
    column->setSpacing(12);
    column->addLayout(fields);
    column->addLayout(buttons);
    column->addWidget(m_note);
    const auto resize = [this] {
        setFixedWidth(theme().px(popupWidth));
        for (QLabel* label : {m_budgetLabel, m_roundsLabel}) {
            label->setFixedWidth(theme().px(labelWidth));
            label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        }
        for (QLineEdit* field : {m_budget, m_rounds})
            field->setFixedWidth(theme().px(fieldWidth));
    };
    resize();
    connect(&controller(), &theme::ThemeController::changed, this, resize);
}

void LimitsPopup::setLimits(const view::Limits& limits)
{
    if (m_limits == limits)
        return;
    const view::Limits before = std::exchange(m_limits, limits);
    if (before.budget != limits.budget && !m_budget->isModified())
        m_budget->setText(fieldOf(limits.budget));
    if (before.rounds != limits.rounds && !m_rounds->isModified())
        m_rounds->setText(fieldOf(limits.rounds));
    showNotes();
}

void LimitsPopup::openBelow(const QWidget& button)
{
    showFields();
    showNotes();
    adjustSize();
    placeBelow(button);
    show();
    m_budget->setFocus(Qt::PopupFocusReason);
    m_budget->selectAll();
}

void LimitsPopup::dismiss()
{
    showFields();
    hide();
}

/// Of both, or of none.
void LimitsPopup::apply()
{
    if (!problem().isEmpty())
        return showNotes();
    const bool isBudgetTyped = m_budget->isModified();
    const std::optional<double> budget = isBudgetTyped ? typedDollars(m_budget->text()) : m_limits.budget;
    const int rounds = m_rounds->isModified() ? typedRounds(m_rounds->text()) : m_limits.rounds;
    const bool isNew = budget != m_limits.budget || rounds != m_limits.rounds;
    m_limits.budget = budget;
    m_limits.rounds = rounds;
    showFields();
    showNotes();
    if (isNew)
        emit limitsChosen(budget, rounds);
}

void LimitsPopup::showFields()
{
    m_budget->setText(fieldOf(m_limits.budget));
    m_rounds->setText(fieldOf(m_limits.rounds));
}

QString LimitsPopup::problem() const
{
    if (m_budget->isModified() && typedDollars(m_budget->text()).value_or(0) < 0)
        return tr("Enter a budget in dollars, or leave empty for no limit.");
    if (m_rounds->isModified() && typedRounds(m_rounds->text()) < 0)
        return tr("Enter a number of rounds up to %L1, or leave empty for no limit.").arg(mostRounds);
    return {};
}

void LimitsPopup::showNotes()
{
    //: %1 is an amount of money
    m_spent->setText(m_limits.spent.isEmpty() ? QString() : tr("%1 spent").arg(m_limits.spent));
    m_burn->setText(m_limits.burn);
    m_burn->setVisible(!m_limits.burn.isEmpty());
    m_done->setText(tr("%Ln done", "rounds", m_limits.roundsDone));
    m_model->setVisible(m_limits.hasModels);
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
    if (isVisible())
        adjustSize();
}

void LimitsPopup::retranslate()
{
    setAccessibleName(tr("Limits"));
    theme::nameField(*m_budgetLabel, tr("Budget in $"));
    theme::nameField(*m_roundsLabel, tr("Rounds"));
    for (QLineEdit* field : {m_budget, m_rounds})
        field->setPlaceholderText(tr("no limit"));
    const auto name = [this](QPushButton& button, const QString& text) {
        theme::setButtonText(controller(), button, text);
        button.setAccessibleName(text);
    };
    name(*m_model, tr("One model for all…"));
    name(*m_cost, tr("Show costs"));
    m_note->setText(tr("A change takes effect at once and is noted in the conversation."));
    showNotes();
}

void LimitsPopup::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void LimitsPopup::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Cancel))
        showFields(); // what was typed is not meant
    Surface::keyPressEvent(event);
}

/// What was typed and not confirmed counts, too, unless it means nothing.
void LimitsPopup::hideEvent(QHideEvent* event)
{
    apply();
    Surface::hideEvent(event);
    emit closed();
}

} // namespace quarterdeck::ui
