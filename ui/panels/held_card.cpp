#include "ui/panels/held_card.h"

#include "ui/present/quantities.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"
#include "ui/theme/paint.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPlainTextEdit>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {
constexpr int heldGraceMs = 400;
constexpr int heldTickMs = 1000;
constexpr double heldGap = 6;
constexpr double heldSideInset = 12;
constexpr double heldEndInset = 9;
constexpr int longestHeldExcerpt = 130;
constexpr double heldEditorHeight = 96;
} // namespace

HeldCard::HeldCard(const theme::ThemeController& theme, Clock clock, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_clock(std::move(clock))
{
    setObjectName(QStringLiteral("heldCard"));
    m_tick.setInterval(heldTickMs);
    connect(&m_tick, &QTimer::timeout, this, &HeldCard::showAge);
    connect(&theme, &theme::ThemeController::changed, this, &HeldCard::build);
}

void HeldCard::setView(const HeldCardState& view)
{
    const bool isOther = view.session != m_view.session || view.seq != m_view.seq;
    if (view == m_view && m_body != nullptr)
        return;
    m_view = view;
    if (isOther) {
        m_mode = Mode::Read;
        m_edit = {};
        m_drop = {};
        m_problem.clear();
        settleAnew();
    }
    if (isOther || m_mode == Mode::Read) // what is being typed stays as it is
        build();
    m_tick.start();
}

void HeldCard::build()
{
    const bool hadFocus = m_body != nullptr && m_body->isAncestorOf(window()->focusWidget());
    if (m_body != nullptr) {
        m_body->hide();
        m_body->deleteLater();
    }
    m_editor = nullptr;
    m_reason = nullptr;
    m_recipient = nullptr;
    m_letGo = nullptr;
    if (layout() == nullptr) {
        auto* frame = new QVBoxLayout(this);
        frame->setContentsMargins(0, 0, 0, 0);
    }
    m_body = new QWidget(this);
    layout()->addWidget(m_body);
    auto* column = new QVBoxLayout(m_body);
    const theme::Theme& theme = m_theme.theme();
    column->setContentsMargins(theme.px(heldSideInset), theme.px(heldEndInset), theme.px(heldSideInset),
                               theme.px(heldEndInset));
    column->setSpacing(theme.px(heldGap));
    //: a held message's card: who says it, and to whom
    setAccessibleName(tr("Held: %1 to %2").arg(m_view.speaker, m_view.recipients));
    buildHead(*column);
    switch (m_mode) {
    case Mode::Read:
        buildWords(*column);
        buildProblem(*column);
        buildButtons(*column);
        break;
    case Mode::Edit:
        buildRecipient(*column);
        buildEditor(*column);
        buildProblem(*column);
        buildEditButtons(*column);
        break;
    case Mode::Drop:
        buildWords(*column);
        buildDrop(*column);
        break;
    }
    buildOthers(*column);
    showAge();
    m_body->show();
    if (hadFocus)
        takeFocus();
}

void HeldCard::buildHead(QBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(heldGap));
    row->addWidget(new theme::IconLabel(m_theme, theme::Icon::Hand, theme::Color::HoldText, 14, m_body));
    auto* why = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::HoldText, QFont::DemiBold, m_body);
    why->setObjectName(QStringLiteral("held.why"));
    why->setText(m_view.why);
    why->setElideMode(Qt::ElideRight);
    auto* way = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Normal, m_body);
    way->setObjectName(QStringLiteral("held.way"));
    way->setText(tr("%1 → %2").arg(m_view.speaker, m_view.recipients));
    way->setElideMode(Qt::ElideRight);
    m_age = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_body);
    m_age->setObjectName(QStringLiteral("held.age"));
    row->addWidget(why);
    row->addWidget(way);
    row->addStretch(1);
    row->addWidget(m_age);
    column.addLayout(row);
}

void HeldCard::buildWords(QBoxLayout& column)
{
    auto* words = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text1, QFont::DemiBold, m_body);
    words->setObjectName(QStringLiteral("held.words"));
    static const QRegularExpression heading(QStringLiteral("^[#>*\\s]+")); // of Markdown
    const QString shown = wording::visibleText(m_view.text.simplified().remove(heading), longestHeldExcerpt);
    words->setText(shown.isEmpty() ? tr("No text: tool calls, or files") : shown);
    words->setWordWrap(true);
    column.addWidget(words);
}

void HeldCard::buildRecipient(QBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(heldGap));
    auto* to = theme::makeFieldLabel(m_theme, m_body);
    m_recipient = new theme::ComboBox(m_theme, m_body);
    //: before the choice of who gets a held message
    theme::nameField(*to, tr("To"));
    m_recipient->setNames(QStringLiteral("held.recipient"), tr("Who gets it"));
    m_recipient->addItem(m_view.recipients, QString());
    for (const std::string& member : m_view.members)
        m_recipient->addItem(wording::visibleText(member), QString::fromStdString(member));
    m_recipient->addItem(tr("only you"), QString::fromStdString(conversation::address::person.str()));
    m_recipient->setCurrentIndex(std::max(0, m_recipient->findData(QString::fromStdString(m_edit.recipient))));
    connect(m_recipient, qOverload<int>(&QComboBox::currentIndexChanged), this,
            [this] { m_edit.recipient = m_recipient->currentData().toString().toStdString(); });
    row->addWidget(to);
    row->addWidget(m_recipient, 1);
    column.addLayout(row);
}

void HeldCard::buildEditor(QBoxLayout& column)
{
    m_editor = new QPlainTextEdit(m_edit.text.value_or(m_view.text), m_body);
    m_editor->setObjectName(QStringLiteral("held.editor"));
    m_editor->setAccessibleName(tr("What %1 says").arg(m_view.speaker));
    m_editor->setTabChangesFocus(true);
    m_editor->setFixedHeight(m_theme.theme().px(heldEditorHeight));
    connect(m_editor, &QPlainTextEdit::textChanged, this, [this] {
        m_edit.text = m_editor->toPlainText();
        m_letGo->setEnabled(!m_edit.text->trimmed().isEmpty());
    });
    column.addWidget(m_editor);
    auto* note = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_body);
    note->setText(tr("The log keeps these words and yours. Whoever gets the message sees only yours."));
    note->setWordWrap(true);
    column.addWidget(note);
}

QPushButton* HeldCard::makeCardButton(const char* name, const QString& text, bool isPrimary)
{
    auto* button = theme::makeButton(m_theme, QString::fromLatin1(name), text,
                                     isPrimary ? theme::ButtonKind::Primary : theme::ButtonKind::Normal,
                                     theme::Icon::None, theme::ButtonSize::Normal, m_body);
    button->setProperty("tier", QStringLiteral("card"));
    //: a button's name for those who only hear it: "Let go: message of Bob"
    button->setAccessibleName(tr("%1: message of %2").arg(text, m_view.speaker));
    return button;
}

void HeldCard::buildButtons(QBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(heldGap));
    m_letGo = makeCardButton("held.release", m_edit.mayReachOthers ? tr("Let go anyway") : tr("Let go"), false);
    m_letGo->setEnabled(m_view.mayGoNow);
    if (!m_view.mayGoNow)
        m_letGo->setToolTip(tr("An earlier message from %1 is still held").arg(m_view.speaker));
    auto* change = makeCardButton("held.edit", tr("Edit…"), false);
    change->setEnabled(m_view.mayGoNow);
    auto* drop = makeCardButton("held.drop", tr("Drop…"), false);
    drop->setToolTip(tr("Nobody gets it"));
    row->addWidget(m_letGo);
    row->addWidget(change);
    row->addStretch(1);
    row->addWidget(drop);
    column.addLayout(row);
    connect(m_letGo, &QPushButton::clicked, this, [this] { ifSettled([this] { release(); }); });
    connect(change, &QPushButton::clicked, this, [this] { ifSettled([this] { enter(Mode::Edit); }); });
    connect(drop, &QPushButton::clicked, this, [this] { ifSettled([this] { enter(Mode::Drop); }); });
}

void HeldCard::buildEditButtons(QBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(heldGap));
    m_letGo = makeCardButton("held.release", m_edit.mayReachOthers ? tr("Let go anyway") : tr("Let go, edited"), true);
    m_letGo->setEnabled(!m_editor->toPlainText().trimmed().isEmpty());
    auto* cancel = makeCardButton("held.cancel", tr("Cancel"), false);
    row->addWidget(m_letGo);
    row->addWidget(cancel);
    row->addStretch(1);
    column.addLayout(row);
    connect(m_letGo, &QPushButton::clicked, this, [this] { ifSettled([this] { release(); }); });
    connect(cancel, &QPushButton::clicked, this, [this] { enter(Mode::Read); });
}

void HeldCard::buildProblem(QBoxLayout& column)
{
    if (m_problem.isEmpty())
        return;
    auto* words = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::AskText, QFont::Normal, m_body);
    words->setObjectName(QStringLiteral("held.problem"));
    words->setText(m_problem);
    words->setWordWrap(true);
    column.addWidget(words);
}

void HeldCard::buildDrop(QBoxLayout& column)
{
    m_reason = theme::makeLineField("held.reason", m_body);
    m_reason->setText(m_drop.reason);
    m_reason->setPlaceholderText(tr("Why, if you like"));
    m_reason->setAccessibleName(tr("Why the message is dropped"));
    auto* told = new theme::PaintedCheckBox(m_theme, m_body);
    told->setObjectName(QStringLiteral("held.tell"));
    told->setText(tr("Tell %1 that nobody got it").arg(m_view.speaker));
    told->setChecked(m_drop.isTold);
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(heldGap));
    auto* drop = makeCardButton("held.drop", tr("Drop"), true);
    auto* cancel = makeCardButton("held.cancel", tr("Cancel"), false);
    row->addWidget(drop);
    row->addWidget(cancel);
    row->addStretch(1);
    column.addWidget(m_reason);
    column.addWidget(told);
    column.addLayout(row);
    connect(m_reason, &QLineEdit::textChanged, this, [this](const QString& text) { m_drop.reason = text; });
    connect(m_reason, &QLineEdit::returnPressed, this, &HeldCard::drop);
    connect(told, &QCheckBox::toggled, this, [this](bool isOn) { m_drop.isTold = isOn; });
    connect(drop, &QPushButton::clicked, this, [this] { ifSettled([this] { this->drop(); }); });
    connect(cancel, &QPushButton::clicked, this, [this] { enter(Mode::Read); });
}

void HeldCard::buildOthers(QBoxLayout& column)
{
    if (m_view.others == 0 || m_mode != Mode::Read)
        return;
    auto* row = new QHBoxLayout;
    auto* words = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Normal, m_body);
    words->setObjectName(QStringLiteral("held.others"));
    words->setText(tr("%n more held", nullptr, m_view.others));
    auto* all = theme::makeButton(m_theme, QStringLiteral("held.releaseAll"), tr("Let all go"), theme::ButtonKind::Link,
                                  theme::Icon::None, theme::ButtonSize::Small, m_body);
    row->addWidget(words);
    row->addStretch(1);
    row->addWidget(all);
    column.addLayout(row);
    connect(all, &QPushButton::clicked, this, [this] { ifSettled([this] { emit allReleased(); }); });
}

void HeldCard::enter(Mode mode)
{
    m_mode = mode;
    m_edit = {};
    m_drop = {};
    m_problem.clear();
    settleAnew(); // other buttons are where the old ones were
    build();
    takeFocus();
}

void HeldCard::askAgain(const QString& sentence)
{
    m_problem = sentence;
    m_edit.mayReachOthers = true;
    settleAnew();
    build();
    takeFocus();
}

void HeldCard::release()
{
    if (m_edit.text == m_view.text)
        m_edit.text.reset();
    settleAnew(); // the second of a double click is for nothing
    emit released(m_view.seq, m_edit);
}

void HeldCard::drop()
{
    m_drop.reason = m_drop.reason.trimmed();
    settleAnew();
    emit dropped(m_view.seq, m_drop);
}

void HeldCard::ifSettled(const std::function<void()>& act)
{
    const std::int64_t since = m_settledAt ? m_clock().msSinceEpoch - m_settledAt->msSinceEpoch : 0;
    if (since < 0 || since >= heldGraceMs) // negative: the computer's clock was set back meanwhile
        act();
}

void HeldCard::showAge()
{
    const std::int64_t age = m_clock().msSinceEpoch - m_view.since.msSinceEpoch;
    m_age->setText(age >= heldTickMs ? tr("for %1").arg(wording::duration(age)) : QString());
}

void HeldCard::takeFocus()
{
    if (m_reason != nullptr)
        m_reason->setFocus(Qt::OtherFocusReason);
    else if (m_editor != nullptr)
        m_editor->setFocus(Qt::OtherFocusReason);
    else if (m_letGo != nullptr && m_letGo->isEnabled())
        m_letGo->setFocus(Qt::TabFocusReason);
    else if (auto* drop = findChild<QPushButton*>(QStringLiteral("held.drop")))
        drop->setFocus(Qt::TabFocusReason);
}

void HeldCard::keyPressEvent(QKeyEvent* event)
{
    if (m_mode != Mode::Read && event->key() == Qt::Key_Escape)
        enter(Mode::Read);
    else
        QWidget::keyPressEvent(event);
}

void HeldCard::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->pos()))
        emit shown(m_view.seq);
}

void HeldCard::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    theme::paintCard(painter, m_theme.theme(), rect(), theme::CardKind::Held);
}

} // namespace quarterdeck::ui
