#include "ui/panels/needs_you_panel.h"

#include "ui/panels/held_card.h"
#include "ui/panels/other_questions.h"
#include "ui/panels/question_card.h"
#include "ui/theme/labels.h"

#include <QDateTime>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>
#include <utility>

namespace quarterdeck::ui {

namespace {
constexpr double inset = 8;
constexpr double emptyInset = 14;
constexpr double mostOfWindow = 0.45;
constexpr double leastHeight = 92; ///< one card without its last row: enough to see that there is something

conversation::Timestamp systemTime() { return {QDateTime::currentMSecsSinceEpoch()}; }
} // namespace

NeedsYouPanel::NeedsYouPanel(const theme::ThemeController& theme, QWidget* parent, Clock clock)
    : QWidget(parent)
    , m_theme(theme)
    , m_clock(clock ? std::move(clock) : Clock(systemTime))
{
    setObjectName(QStringLiteral("needsYouPanel"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_list = new QWidget;
    m_list->setObjectName(QStringLiteral("needsYouList"));
    m_column = new QVBoxLayout(m_list);
    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("needsYouScroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus); // its cards take the keyboard, and it follows them
    m_scroll->viewport()->setAutoFillBackground(false);
    m_scroll->setWidget(m_list);
    m_heldCard = new HeldCard(m_theme, m_clock, m_list);
    m_heldCard->hide();
    m_list->installEventFilter(this);
    m_list->setAutoFillBackground(false);
    auto* frame = new QVBoxLayout(this);
    frame->setContentsMargins(0, 0, 0, 0);
    frame->addWidget(m_scroll);
    connect(&theme, &theme::ThemeController::changed, this, [this] {
        applyTheme();
        rebuild(); // lines have their measures from when they are made
    });
    applyTheme();
    rebuild();
}

NeedsYouPanel::~NeedsYouPanel() = default;

void NeedsYouPanel::applyTheme()
{
    const int edge = m_theme.theme().px(inset);
    m_column->setContentsMargins(edge, 0, edge, edge);
    m_column->setSpacing(edge);
    updateGeometry();
}

void NeedsYouPanel::setView(NeedsYouState view)
{
    if (view == m_view)
        return;
    const std::vector<conversation::QuestionId> order = fromKeyboardOn();
    const bool wasSending = !order.empty() && isSending(order.front()) && view.session == m_view.session;
    m_view = std::move(view);
    rebuild();
    if (!order.empty())
        keepKeyboard(order, wasSending);
}

bool NeedsYouPanel::isSending(const conversation::QuestionId& id) const
{
    const auto question = std::ranges::find(m_view.questions, id, &QuestionCardState::id);
    return question != m_view.questions.end() && !question->sending.isEmpty();
}

void NeedsYouPanel::setHeld(const std::optional<HeldCardState>& held)
{
    const bool wasShown = !m_heldCard->isHidden();
    if (held && !wasShown)
        m_heldCard->settleAnew(); // it appears under the hand
    const bool hadFocus = wasShown && m_heldCard->isAncestorOf(window()->focusWidget());
    if (held)
        m_heldCard->setView(*held);
    if (held.has_value() == wasShown)
        return;
    m_heldCard->setVisible(held.has_value());
    rebuild();
    if (!hadFocus)
        return;
    setFocus(Qt::OtherFocusReason); // no key does anything here
    emit allDone();
}

void NeedsYouPanel::focusHeld()
{
    if (m_heldCard->isHidden())
        return;
    m_scroll->ensureWidgetVisible(m_heldCard);
    m_heldCard->takeFocus();
}

/// The question whose card has the focus and those after it, wrapping around; empty if no card has it. Asks the window,
/// since an answer may arrive while another one is in front.
std::vector<conversation::QuestionId> NeedsYouPanel::fromKeyboardOn() const
{
    const QWidget* focused = window()->focusWidget();
    const auto current = std::ranges::find_if(m_view.questions, [&](const QuestionCardState& question) {
        return m_cards.at(question.id)->isAncestorOf(focused);
    });
    std::vector<conversation::QuestionId> order;
    if (current == m_view.questions.end())
        return order;
    std::ranges::transform(m_view.questions, std::back_inserter(order), &QuestionCardState::id);
    std::rotate(order.begin(), order.begin() + std::distance(m_view.questions.begin(), current), order.end());
    return order;
}

/// Qt would pass a deleted card's focus to whatever comes next in the window, where the next key acts otherwise.
void NeedsYouPanel::keepKeyboard(const std::vector<conversation::QuestionId>& order, bool wasSending)
{
    const auto question = std::ranges::find(m_view.questions, order.front(), &QuestionCardState::id);
    const bool isThere = question != m_view.questions.end();
    const bool isNowSending = isSending(order.front());
    const bool isDealtWith = isThere && m_actedOn == order.front() && (question->isLater || isNowSending);
    const bool isActedOn = m_actedOn == order.front() || wasSending;
    if (isThere && !isDealtWith && m_cards.at(order.front())->isAncestorOf(window()->focusWidget()))
        return;
    m_actedOn.reset();
    const bool isTakenBack = isThere && wasSending && !isNowSending;
    const bool staysThere = isNowSending && (wasSending || nextWaiting(order) == nullptr);
    if (isTakenBack || staysThere)
        return m_cards.at(order.front())->takeFocus();
    setFocus(Qt::OtherFocusReason); // no key does anything here
    if (!isActedOn)
        return; // who did nothing may be typing yet: that is not for another question
    QuestionCard* next = nextWaiting(order);
    if (next == nullptr) {
        emit allDone();
        return;
    }
    next->settleAnew(); // a key that is still held down is no answer to it
    next->takeFocus();
    const auto bringIntoSight = [this, next] { m_scroll->ensureWidgetVisible(next); };
    QMetaObject::invokeMethod(next, bringIntoSight, Qt::QueuedConnection); // when the cards stand in their places
}

QuestionCard* NeedsYouPanel::nextWaiting(const std::vector<conversation::QuestionId>& order) const
{
    std::vector<conversation::QuestionId> candidates(order.begin() + 1, order.end());
    std::ranges::transform(m_view.questions, std::back_inserter(candidates), &QuestionCardState::id);
    for (const conversation::QuestionId& id : candidates) {
        const auto question = std::ranges::find(m_view.questions, id, &QuestionCardState::id);
        if (question != m_view.questions.end() && !question->isLater && question->pastAnswer.isEmpty()
            && question->sending.isEmpty())
            return m_cards.at(id);
    }
    return nullptr;
}

QuestionCard* NeedsYouPanel::makeCard(const QuestionCardState& view)
{
    auto* card = new QuestionCard(m_theme, m_clock, view, m_list);
    const auto actedOn = [this, id = view.id] { m_actedOn = id; };
    connect(card, &QuestionCard::optionChosen, this, actedOn); // before what it leads to
    connect(card, &QuestionCard::answered, this, actedOn);
    connect(card, &QuestionCard::postpone, this, actedOn);
    connect(card, &QuestionCard::declined, this, actedOn);
    connect(card, &QuestionCard::optionChosen, this, [this, id = view.id](const QString& option, const QString& words) {
        emit optionChosen(id, option, words);
    });
    connect(card, &QuestionCard::answered, this,
            [this, id = view.id](const TypedAnswer& words) { emit answered(id, words); });
    connect(card, &QuestionCard::imagesRequested, this, [this, id = view.id] { emit imagesRequested(id); });
    connect(card, &QuestionCard::imageFilesChosen, this,
            [this, id = view.id](const QStringList& paths) { emit imageFilesChosen(id, paths); });
    connect(card, &QuestionCard::imagePasted, this,
            [this, id = view.id](const QImage& image) { emit imagePasted(id, image); });
    connect(card, &QuestionCard::postpone, this, [this, id = view.id] { emit postpone(id); });
    connect(card, &QuestionCard::declined, this, [this, id = view.id] { emit declined(id); });
    connect(card, &QuestionCard::takenBack, this, [this, id = view.id] { emit takenBack(id); });
    connect(card, &QuestionCard::deadlinePauseRequested, this,
            [this, id = view.id](bool isPaused) { emit deadlinePauseRequested(id, isPaused); });
    connect(card, &QuestionCard::shown, this, [this, id = view.id] { emit shown(id); });
    connect(card, &QuestionCard::fillInAsked, this, [this, id = view.id] { emit fillInAsked(id); });
    if (auto begun = m_begun.extract(view.id))
        card->setTypedAnswer(std::move(begun.mapped()));
    return card;
}

void NeedsYouPanel::rebuild()
{
    setAccessibleName(tr("Needs you"));
    for (QWidget* line : m_lines) {
        line->hide();
        line->deleteLater();
    }
    m_lines.clear();
    while (QLayoutItem* item = m_column->takeAt(0))
        delete item;
    if (!m_heldCard->isHidden())
        m_column->addWidget(m_heldCard);
    placeCards();
    const bool areOthers = !m_view.otherQuestions.empty() || !m_view.others.empty();
    if (m_view.questions.empty() && m_heldCard->isHidden() && (m_view.isReplay || !areOthers))
        addWords(QStringLiteral("needsYouEmpty"),
                 m_view.isReplay ? tr("Nothing was waiting for you at this moment.")
                                 : tr("Questions from agents in all sessions appear here."));
    if (m_view.isReplay && areOthers) // which know no moment
        addWords(QStringLiteral("needsYouNow"), tr("Waiting now, in other sessions:"));
    placeOthers();
    for (const OtherSessionView& other : m_view.others)
        addOther(other);
    m_column->addStretch(1);
    updateGeometry();
}

void NeedsYouPanel::placeCards()
{
    std::map<conversation::QuestionId, QuestionCard*> kept;
    for (const QuestionCardState& question : m_view.questions) {
        const auto known = m_cards.find(question.id);
        QuestionCard* card = known != m_cards.end() ? known->second : makeCard(question);
        card->setView(question, m_view.moment);
        m_column->addWidget(card);
        card->show();
        kept.emplace(question.id, card);
    }
    for (const auto& [id, card] : m_cards) {
        if (kept.contains(id))
            continue;
        if (!card->ownWords().isEmpty())
            m_begun.insert_or_assign(id, card->ownWords());
        card->hide();
        card->deleteLater(); // it may be the one that was just answered
    }
    m_cards = std::move(kept);
}

void NeedsYouPanel::placeOthers()
{
    decltype(m_others) kept;
    for (const OtherQuestionView& question : m_view.otherQuestions) {
        const std::pair key(question.session, question.id);
        const auto known = m_others.find(key);
        OtherQuestion* row =
            known != m_others.end() ? known->second : new OtherQuestion(m_theme, m_clock, question, m_list);
        if (known == m_others.end()) {
            connect(row, &QAbstractButton::clicked, this, [this, id = question.session] { emit sessionChosen(id); });
            connect(row, &OtherQuestion::deadlinePauseRequested, this,
                    [this, key](bool isPaused) { emit otherPauseRequested(key.first, key.second, isPaused); });
        }
        row->setView(question);
        m_column->addWidget(row);
        row->show();
        kept.emplace(key, row);
    }
    for (const auto& [key, row] : m_others) {
        if (kept.contains(key))
            continue;
        row->hide();
        row->deleteLater(); // it may be the one that was just clicked
    }
    m_others = std::move(kept);
}

void NeedsYouPanel::addOther(const OtherSessionView& other)
{
    auto* line = new OtherSessionLine(m_theme, other, m_list);
    connect(line, &QAbstractButton::clicked, this, [this, id = other.id] { emit sessionChosen(id); });
    m_lines.push_back(line);
    m_column->addWidget(line);
    line->show();
}

void NeedsYouPanel::addWords(const QString& name, const QString& words)
{
    auto* line = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text3, QFont::Normal, m_list);
    line->setObjectName(name);
    line->setText(words);
    line->setWordWrap(true);
    const int edge = m_theme.theme().px(emptyInset - inset);
    line->setContentsMargins(edge, 0, edge, edge);
    m_lines.push_back(line);
    m_column->addWidget(line);
    line->show();
}

bool NeedsYouPanel::focusNext()
{
    if (m_view.questions.empty()) {
        focusHeld();
        return !m_heldCard->isHidden();
    }
    std::vector<QuestionCard*> waiting;
    for (const QuestionCardState& question : m_view.questions)
        if (question.sending.isEmpty())
            waiting.push_back(m_cards.at(question.id));
    if (waiting.empty())
        return false;
    const auto current = std::ranges::find_if(waiting, &QuestionCard::hasFocusWithin);
    const bool isLast = current == waiting.end() || std::next(current) == waiting.end();
    QuestionCard* next = isLast ? waiting.front() : *std::next(current);
    m_scroll->ensureWidgetVisible(next);
    next->takeFocus();
    return true;
}

void NeedsYouPanel::focusQuestion(const conversation::QuestionId& id)
{
    const auto found = m_cards.find(id);
    if (found == m_cards.end())
        return;
    m_scroll->ensureWidgetVisible(found->second);
    found->second->takeFocus();
}

void NeedsYouPanel::addImage(const conversation::QuestionId& id, PickedImage image)
{
    if (const auto card = m_cards.find(id); card != m_cards.end())
        card->second->addImage(std::move(image));
    else
        m_begun[id].images.push_back(std::move(image));
}

void NeedsYouPanel::resumeTyping(const conversation::QuestionId& id, const QString& text)
{
    const auto found = m_cards.find(id);
    if (found == m_cards.end())
        return;
    QuestionCard* card = found->second;
    TypedAnswer words = card->ownWords();
    if (!text.trimmed().isEmpty())
        words.text = words.text.isEmpty() ? text : words.text + u' ' + text;
    card->setTypedAnswer(std::move(words));
    m_scroll->ensureWidgetVisible(card);
    card->focusField();
}

QSize NeedsYouPanel::sizeHint() const
{
    m_column->activate();
    const int width = m_scroll->viewport()->width();
    const int height =
        m_column->hasHeightForWidth() ? m_column->totalHeightForWidth(width) : m_column->totalSizeHint().height();
    const int most = static_cast<int>(window()->height() * mostOfWindow);
    return {m_theme.theme().px(theme::Measure::WDocks), std::min(height, most)};
}

QSize NeedsYouPanel::minimumSizeHint() const
{
    return {m_theme.theme().px(200), std::min(sizeHint().height(), m_theme.theme().px(leastHeight))};
}

bool NeedsYouPanel::event(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        for (const auto& [id, card] : m_cards)
            card->retranslate();
        rebuild(); // what is held is shown anew by who knows it
    }
    return QWidget::event(event);
}

bool NeedsYouPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::LayoutRequest)
        updateGeometry(); // a card grew or shrank
    return QWidget::eventFilter(watched, event);
}

void NeedsYouPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        updateGeometry(); // text wraps differently
}

} // namespace quarterdeck::ui
