#include "ui/panels/hold_rules_popup.h"

#include "ui/present/visible_text.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using conversation::HoldRule;
using theme::ButtonKind;
using theme::ButtonSize;
using theme::Color;
using theme::Icon;
using theme::TextRole;

namespace {

constexpr int rulesWidth = 420;
constexpr int previewPauseMs = 200;
constexpr qsizetype longestRuleName = 60;

/// The places of `m_how`.
enum How { Contains, Matches };

QString textOfRule(const std::string& utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

HoldRule holdAll()
{
    HoldRule rule;
    rule.id = conversation::holdsEverything;
    rule.isOn = false;
    return rule;
}

} // namespace

HoldRulesPopup::HoldRulesPopup(const theme::ThemeController& theme, QWidget* parent)
    : Surface(theme, Color::BgRaised, Qt::TopEdge | Qt::BottomEdge | Qt::LeftEdge | Qt::RightEdge, parent)
    , m_title(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_count(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
    , m_new(new theme::TextLabel(theme, TextRole::Ui, Color::Text1, QFont::DemiBold, this))
    , m_when(theme::makeFieldLabel(theme, this))
    , m_from(new theme::ComboBox(theme, this))
    , m_says(theme::makeFieldLabel(theme, this))
    , m_to(new theme::ComboBox(theme, this))
    , m_how(new theme::ComboBox(theme, this))
    , m_text(theme::makeLineField("rules.text", this))
    , m_name(theme::makeLineField("rules.name", this))
    , m_preview(new theme::TextLabel(theme, TextRole::Meta, Color::HoldText, QFont::DemiBold, this))
    , m_add(theme::makeButton(theme, QStringLiteral("rules.add"), {}, ButtonKind::Primary, Icon::None,
                              ButtonSize::Normal, this))
    , m_never(new theme::TextLabel(theme, TextRole::Meta, Color::Text3, QFont::Normal, this))
{
    setObjectName(QStringLiteral("holdRules"));
    setWindowFlag(Qt::Popup);
    setHairlines(Qt::TopEdge | Qt::BottomEdge | Qt::LeftEdge | Qt::RightEdge, Color::Line2);
    m_count->setObjectName(QStringLiteral("rules.count"));
    m_preview->setObjectName(QStringLiteral("rules.preview"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(previewPauseMs);
    build();
    retranslate();
    for (theme::ComboBox* choice : {m_from, m_to, m_how})
        connect(choice, qOverload<int>(&QComboBox::currentIndexChanged), this, &HoldRulesPopup::edited);
    connect(m_text, &QLineEdit::textChanged, this, &HoldRulesPopup::edited);
    connect(m_text, &QLineEdit::returnPressed, this, &HoldRulesPopup::add);
    connect(m_name, &QLineEdit::returnPressed, this, &HoldRulesPopup::add);
    connect(m_add, &QPushButton::clicked, this, &HoldRulesPopup::add);
    connect(&m_pause, &QTimer::timeout, this, [this] { emit previewWanted(written()); });
}

void HoldRulesPopup::build()
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 12);
    column->setSpacing(10);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addWidget(m_count);
    head->addStretch(1);
    column->addLayout(head);
    m_list = new QVBoxLayout;
    m_list->setSpacing(6);
    column->addLayout(m_list);
    buildForm(*column);
    const auto resize = [this] { setFixedWidth(theme().px(rulesWidth)); };
    resize();
    connect(&controller(), &theme::ThemeController::changed, this, resize);
}

void HoldRulesPopup::buildForm(QVBoxLayout& column)
{
    column.addWidget(m_new);
    auto* who = new QHBoxLayout;
    who->addWidget(m_when);
    who->addWidget(m_from, 1);
    who->addWidget(m_says);
    who->addWidget(m_to, 1);
    column.addLayout(who);
    auto* what = new QHBoxLayout;
    what->addWidget(m_how);
    what->addWidget(m_text, 1);
    column.addLayout(what);
    m_name->setMaxLength(longestRuleName);
    auto* end = new QHBoxLayout;
    end->addWidget(m_name, 1);
    end->addWidget(m_add);
    column.addLayout(end);
    m_preview->setWordWrap(true);
    m_never->setWordWrap(true);
    column.addWidget(m_preview);
    column.addWidget(m_never);
}

void HoldRulesPopup::setRules(const HoldRulesState& rules)
{
    if (rules == m_rules)
        return;
    const bool areOthers = rules.members != m_rules.members;
    m_rules = rules;
    if (areOthers)
        fillMembers();
    showRules();
}

void HoldRulesPopup::fillMembers()
{
    for (theme::ComboBox* choice : {m_from, m_to}) {
        const QVariant kept = choice->currentData();
        const QSignalBlocker quiet(choice);
        choice->clear();
        choice->addItem(choice == m_from ? tr("any member") : tr("another member"), QString());
        for (const std::string& member : m_rules.members)
            choice->addItem(wording::visibleText(member), textOfRule(member));
        if (choice == m_to)
            choice->addItem(tr("you"), textOfRule(conversation::address::person.str()));
        choice->setCurrentIndex(std::max(0, choice->findData(kept)));
    }
}

/// "Hold everything" is the first, whether it was ever on or not.
void HoldRulesPopup::showRules()
{
    theme::removeAll(*m_list);
    const auto all = std::ranges::find(m_rules.rules, conversation::holdsEverything, &HoldRule::id);
    addRule(all != m_rules.rules.end() ? *all : holdAll());
    for (const HoldRule& rule : m_rules.rules)
        if (rule.id != conversation::holdsEverything)
            addRule(rule);
    m_count->setText(tr("%1 of %2").arg(m_rules.rules.size()).arg(conversation::maxHoldRules));
    if (isVisible())
        adjustSize();
}

void HoldRulesPopup::addRule(const HoldRule& rule)
{
    const bool isEverything = rule.id == conversation::holdsEverything;
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    auto* toggle = new theme::PaintedCheckBox(controller(), row);
    toggle->setObjectName(QStringLiteral("rules.on"));
    toggle->setChecked(rule.isOn);
    auto* words = new theme::TextLabel(controller(), TextRole::Meta, Color::Text1, QFont::Normal, row);
    words->setObjectName(QStringLiteral("rules.sentence"));
    const QString sentence = wording::visibleText(conversation::holdRuleText(rule));
    const QString name = wording::visibleText(rule.name);
    words->setText(isEverything         ? tr("Hold everything")
                       : name.isEmpty() ? sentence
                                        : name + QStringLiteral(": ") + sentence);
    words->setWordWrap(true);
    toggle->setAccessibleName(words->text());
    line->addWidget(toggle, 0, Qt::AlignTop);
    line->addWidget(words, 1);
    connect(toggle, &QCheckBox::toggled, this, [this, rule](bool isOn) {
        HoldRule changed = rule;
        changed.isOn = isOn;
        emit ruleSet(changed);
    });
    if (!isEverything) {
        auto* remove = theme::makeIconButton(controller(), QStringLiteral("rules.remove"), tr("Remove this rule"),
                                             Icon::X, ButtonSize::Small, row);
        line->addWidget(remove, 0, Qt::AlignTop);
        connect(remove, &QToolButton::clicked, this, [this, id = rule.id] { emit ruleRemoved(id); });
    }
    m_list->addWidget(row);
}

HoldRule HoldRulesPopup::written() const
{
    HoldRule rule;
    if (const QString from = m_from->currentData().toString(); !from.isEmpty())
        rule.from = {conversation::RoleName(from.toStdString())};
    if (const QString to = m_to->currentData().toString(); !to.isEmpty())
        rule.to = {conversation::Address(to.toStdString())};
    rule.text = m_text->text().toStdString();
    rule.isPattern = m_how->currentIndex() == Matches;
    rule.name = m_name->text().trimmed().toStdString();
    return rule;
}

void HoldRulesPopup::edited()
{
    const auto problem = conversation::problemOf(written());
    m_add->setEnabled(!problem);
    m_preview->setColor(problem ? Color::DangerText : Color::HoldText);
    m_preview->setText(problem ? wording::visibleText(problem->sentence) : tr("Looking…"));
    if (problem)
        m_pause.stop();
    else
        m_pause.start();
}

void HoldRulesPopup::setPreview(const HoldPreview& preview)
{
    if (!m_add->isEnabled() || m_pause.isActive())
        return; // of what was written before
    m_preview->setText(
        preview.of == 0 ? tr("No member has said anything to another yet.")
            : preview.held == 0
            ? tr("Would have held none of the last %n message(s).", nullptr, preview.of)
            : tr("Would have held %1 of the last %n message(s).", nullptr, preview.of).arg(preview.held));
}

void HoldRulesPopup::add()
{
    if (!m_add->isEnabled())
        return;
    emit ruleSet(written());
    m_text->clear();
    m_name->clear();
}

void HoldRulesPopup::begin(const std::string& from, const std::string& to)
{
    m_from->setCurrentIndex(std::max(0, m_from->findData(textOfRule(from))));
    m_to->setCurrentIndex(std::max(0, m_to->findData(textOfRule(to))));
}

void HoldRulesPopup::openBelow(const QWidget& anchor)
{
    edited();
    adjustSize();
    placeBelow(anchor);
    show();
    m_text->setFocus(Qt::PopupFocusReason);
}

void HoldRulesPopup::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    Surface::changeEvent(event);
}

void HoldRulesPopup::retranslate()
{
    setAccessibleName(tr("Hold rules"));
    m_title->setText(tr("Hold rules"));
    m_new->setText(tr("New rule"));
    //: before the name of a member: "When Alex says to David"
    theme::nameField(*m_when, tr("When"));
    theme::nameField(*m_says, tr("says to"));
    m_from->setNames(QStringLiteral("rules.from"), tr("Who says it"));
    m_to->setNames(QStringLiteral("rules.to"), tr("Whom it is for"));
    const int how = std::max(0, m_how->currentIndex());
    const QSignalBlocker quiet(m_how);
    m_how->clear();
    m_how->addItems({tr("if it contains"), tr("if it matches")});
    m_how->setCurrentIndex(how);
    m_how->setNames(QStringLiteral("rules.how"), tr("How the text is compared"));
    m_text->setAccessibleName(tr("Text"));
    m_text->setPlaceholderText(tr("anything"));
    m_name->setAccessibleName(tr("Name of the rule"));
    m_name->setPlaceholderText(tr("Name (optional)"));
    theme::setButtonText(controller(), *m_add, tr("Add rule"));
    m_never->setText(
        tr("Never held: what you say, what a member notes for itself, and what programs tell each other that "
           "route their messages themselves."));
    fillMembers();
    showRules();
}

} // namespace quarterdeck::ui
