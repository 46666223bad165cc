#include "ui/controllers/questions_controller.h"

#include "ui/controllers/image_intake.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPointer>
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::ui {

namespace {
bool isImportedSession(const session::SessionSummary& session)
{
    return session.kind == conversation::SessionKind::Imported;
}

constexpr std::int64_t takeBackMs = 5'000;
constexpr std::int64_t longTakeBackMs = 15'000; ///< where more is at stake
constexpr std::int64_t beforeDeadlineMs = 500;

conversation::Timestamp systemNow() { return {QDateTime::currentMSecsSinceEpoch()}; }

/// Later, the time would run out for an answer that was given.
std::optional<conversation::Timestamp> lastMoment(const conversation::Question& question)
{
    if (!question.deadline || question.isDeadlinePaused)
        return std::nullopt;
    return conversation::Timestamp{question.deadline->msSinceEpoch - beforeDeadlineMs};
}

bool removesFile(const conversation::Question& question)
{
    return question.text.find("\n+++ /dev/null") != std::string::npos
        || question.text.find("\ndeleted file mode") != std::string::npos;
}
} // namespace

QuestionsController::QuestionsController(NeedsYouPanel& panel, CurrentSession& viewed, HubProxy& hub,
                                         NoticeBoard& notices, QObject* parent, PendingAnswers::Clock clock)
    : QObject(parent)
    , m_panel(panel)
    , m_viewed(viewed)
    , m_hub(hub)
    , m_notices(notices)
    , m_pending(clock ? std::move(clock) : &systemNow)
{
    connect(&viewed, &CurrentSession::stateChanged, this, &QuestionsController::refresh);
    connect(&hub, &HubProxy::sessionsChanged, this, &QuestionsController::refresh);
    connect(&m_pending, &PendingAnswers::due, this, &QuestionsController::sendChosen);
    connect(&panel, &NeedsYouPanel::takenBack, this, [this](const auto& id) { takeBack(m_viewed.id(), id); });
    connect(&panel, &NeedsYouPanel::optionChosen, this, &QuestionsController::answerOption);
    connect(&panel, &NeedsYouPanel::answered, this, &QuestionsController::answerWith);
    connect(&panel, &NeedsYouPanel::imagesRequested, this, &QuestionsController::chooseImages);
    connect(&panel, &NeedsYouPanel::imageFilesChosen, this, [this](const auto& id, const QStringList& paths) {
        image_intake::readFiles(paths, m_receiver, imageTaken(id));
    });
    connect(&panel, &NeedsYouPanel::imagePasted, this, [this](const auto& id, const QImage& image) {
        image_intake::encodePasted(image, m_receiver, imageTaken(id));
    });
    connect(&panel, &NeedsYouPanel::postpone, this, &QuestionsController::postpone);
    connect(&panel, &NeedsYouPanel::declined, this, &QuestionsController::decline);
    connect(&panel, &NeedsYouPanel::deadlinePauseRequested, this, &QuestionsController::pauseDeadline);
    connect(&panel, &NeedsYouPanel::otherPauseRequested, this, &QuestionsController::pauseDeadlineIn);
    connect(&panel, &NeedsYouPanel::shown, this,
            [this](const auto& id) { show(id, &QuestionsController::questionShown); });
    connect(&panel, &NeedsYouPanel::fillInAsked, this,
            [this](const auto& id) { show(id, &QuestionsController::formRequested); });
    connect(&panel, &NeedsYouPanel::sessionChosen, this, &QuestionsController::sessionChosen);
}

void QuestionsController::refresh()
{
    static const conversation::ConversationState nothing;
    // Nobody waits for answers to what a recording left open; its replay shows that it was.
    dropEnded();
    const bool isOver = m_viewed.live() != nullptr && m_viewed.live()->isImportedSession();
    const bool hasQuestions = m_viewed.state() && (!isOver || m_viewed.isReplaying());
    NeedsYouState view = present::needsYou(hasQuestions ? *m_viewed.state() : nothing, m_viewed.members(), m_postponed,
                                           m_hub.sessions(), m_viewed.id(), m_viewed.replayMoment());
    int everywhere = isOver ? 0
        : m_viewed.isReplaying() && m_viewed.live() != nullptr
        ? static_cast<int>(m_viewed.live()->state()->openQuestions().size())
        : static_cast<int>(view.questions.size());
    if (!isOver && m_viewed.live() != nullptr && m_viewed.live()->state())
        everywhere += static_cast<int>(m_viewed.live()->state()->held().size());
    everywhere += static_cast<int>(view.otherQuestions.size());
    for (const OtherSessionView& other : view.others)
        everywhere += other.questions + other.held;
    const int here = static_cast<int>(view.questions.size());
    addChoices(view);
    m_panel.setView(std::move(view));
    emit waitingChanged(here, everywhere);
}

void QuestionsController::submit(const conversation::QuestionId& id, conversation::Intent intent)
{
    if (begin(id))
        send(askedHere(id), std::move(intent));
}

/// A second click on the same card, before the first has returned, is no second answer.
bool QuestionsController::begin(const conversation::QuestionId& id)
{
    if (!m_viewed.canAnswer() || !m_onTheirWay.emplace(askedHere(id), m_viewed.live()).second)
        return false;
    const bool wasChosen = m_pending.take(m_viewed.id(), id).has_value(); // this is instead of it
    const bool wasChosenBefore = m_chosenBefore.erase(id) > 0;
    if (wasChosen || wasChosenBefore) {
        refresh();
        reportChosen();
    }
    return true;
}

void QuestionsController::send(const Asked& asked, conversation::Intent intent)
{
    m_onTheirWay.at(asked)->submit(std::move(intent),
                                   [this, asked](const conversation::Decision& outcome) { end(asked, outcome.error); });
}

void QuestionsController::end(const Asked& asked, const std::optional<conversation::Error>& error)
{
    const auto onItsWay = m_onTheirWay.extract(asked);
    const std::shared_ptr<SessionProxy> session = onItsWay ? onItsWay.mapped() : nullptr;
    if (error && m_sent.erase(asked) > 0)
        refresh(); // its card can be answered again
    if (error && session)
        refuse(*session, asked.second, *error);
    // It is the caller, so it is deleted later.
    QMetaObject::invokeMethod(
        this, [session] {}, Qt::QueuedConnection);
}

void QuestionsController::tell(const QString& what, const QString& meaning, const conversation::SessionId& session)
{
    m_notices.post({QStringLiteral("question"), view::NoticeTone::Danger, what, meaning, {}}, session);
}

void QuestionsController::refuse(const SessionProxy& asked, const conversation::QuestionId& id,
                                 const conversation::Error& error)
{
    tell(wording::text(error.sentence), tr("Your answer was not sent."), asked.id());
    const conversation::OpenQuestion* open = asked.state()->openQuestion(id);
    if (open != nullptr && asked.id() == m_viewed.id())
        emit answerRefused(open->askedSeq);
}

void QuestionsController::answer(const conversation::QuestionId& id, transcript::AnswerKind kind, const QString& value)
{
    using transcript::AnswerKind;
    const bool isAnswer = kind != AnswerKind::Later && kind != AnswerKind::GoTo && kind != AnswerKind::Decide;
    if (isAnswer && isApproval(id))
        return decide(id); // the page offers nothing else, and has no say in it
    switch (kind) {
    case AnswerKind::Option:
        answerOption(id, value, {});
        break;
    case AnswerKind::OptionWithWords:
        answerOptionOf(id, value);
        break;
    case AnswerKind::Text:
        answerText(id, value);
        break;
    case AnswerKind::Form:
        answerForm(id, value);
        break;
    case AnswerKind::Attach:
        attach(id, value);
        break;
    case AnswerKind::Later:
        postpone(id);
        break;
    case AnswerKind::Decline:
        decline(id);
        break;
    case AnswerKind::GoTo:
        emit answerRequested(id);
        break;
    case AnswerKind::Decide:
        decide(id);
        break;
    }
}

void QuestionsController::answerOption(const conversation::QuestionId& id, const QString& option, const QString& words)
{
    conversation::AnswerQuestion answer;
    answer.id = id;
    answer.option = option.toStdString();
    if (!words.isEmpty())
        answer.content = conversation::textBlocks(words.toStdString());
    choose(id, answer, option);
}

/// An option and the words beside it, as the page has them.
void QuestionsController::answerOptionOf(const conversation::QuestionId& id, const QString& json)
{
    const QJsonObject told = QJsonDocument::fromJson(json.toUtf8()).object();
    const QString option = told.value(QStringLiteral("option")).toString();
    if (!option.isEmpty()) // only our own page sends them
        answerOption(id, option, told.value(QStringLiteral("words")).toString().trimmed());
}

void QuestionsController::answerText(const conversation::QuestionId& id, const QString& text)
{
    answerWith(id, {text, {}});
}

void QuestionsController::answerWith(const conversation::QuestionId& id, const TypedAnswer& words)
{
    if (!begin(id))
        return;
    conversation::AnswerQuestion answer;
    answer.id = id;
    if (!words.text.isEmpty())
        answer.content = conversation::textBlocks(words.text.toStdString());
    using Blocks = conversation::Result<std::vector<conversation::ContentBlock>>;
    image_intake::store(m_viewed.library(), m_receiver, words.images,
                        [this, asked = askedHere(id), answer = std::move(answer)](Blocks images) mutable {
                            if (!images)
                                return end(asked, images.error());
                            std::ranges::move(*images, std::back_inserter(answer.content));
                            send(asked, std::move(answer));
                        });
}

bool QuestionsController::isApproval(const conversation::QuestionId& id) const
{
    const conversation::OpenQuestion* open = m_viewed.live() ? m_viewed.live()->state()->openQuestion(id) : nullptr;
    return open != nullptr && conversation::isApproval(open->question);
}

void QuestionsController::decide(const conversation::QuestionId& id)
{
    takeUp(id);
    emit panelRequested();
    m_panel.focusQuestion(id);
}

/// The page is given no files: images join the answer in Needs you, where they can be seen before they are sent.
void QuestionsController::attach(const conversation::QuestionId& id, const QString& typed)
{
    takeUp(id);
    emit panelRequested();
    m_panel.resumeTyping(id, typed);
    chooseImages(id);
}

void QuestionsController::chooseImages(const conversation::QuestionId& id)
{
    image_intake::choose(
        m_panel, [this, id](const QStringList& paths) { image_intake::readFiles(paths, m_receiver, imageTaken(id)); });
}

std::function<void(conversation::Result<PickedImage>)>
QuestionsController::imageTaken(const conversation::QuestionId& id)
{
    return [this, id](conversation::Result<PickedImage> image) {
        if (image)
            m_panel.addImage(id, std::move(*image));
        else
            tell(wording::text(image.error().sentence), tr("It was not added to your answer."), m_viewed.id());
    };
}

void QuestionsController::answerForm(const conversation::QuestionId& id, const QString& json)
{
    const nlohmann::json value = nlohmann::json::parse(json.toStdString(), nullptr, false);
    if (value.is_discarded())
        return; // only our own page sends forms, and it sends JSON
    conversation::AnswerQuestion answer;
    answer.id = id;
    answer.form = conversation::JsonValue(value);
    submit(id, answer);
}

void QuestionsController::postpone(const conversation::QuestionId& id)
{
    m_postponed.insert(id);
    refresh();
    reportPostponed();
}

void QuestionsController::takeUp(const conversation::QuestionId& id)
{
    if (m_postponed.erase(id) == 0)
        return;
    refresh();
    reportPostponed();
}

void QuestionsController::setPostponed(const QStringList& questions)
{
    m_postponed.clear();
    for (const QString& question : questions)
        m_postponed.insert(conversation::QuestionId(question.toStdString()));
    refresh();
}

void QuestionsController::reportPostponed()
{
    QStringList open;
    for (const session::SessionSummary& session : m_hub.sessions())
        for (const conversation::OpenQuestion& one : session.openQuestions)
            if (m_postponed.contains(one.question.id))
                open << QString::fromStdString(one.question.id.str());
    // The list may not have heard of the viewed session's newest question yet.
    if (m_viewed.live() != nullptr)
        for (const conversation::OpenQuestion& one : m_viewed.live()->state()->openQuestions())
            if (const QString id = QString::fromStdString(one.question.id.str());
                m_postponed.contains(one.question.id) && !open.contains(id))
                open << id;
    emit postponedChanged(open);
}

void QuestionsController::decline(const conversation::QuestionId& id)
{
    choose(id, conversation::DeclineQuestion{id}, tr("Decline"));
}

void QuestionsController::setTakeBack(bool isPossible) { m_canTakeBack = isPossible; }

std::int64_t QuestionsController::delayFor(const conversation::QuestionId& id) const
{
    const bool isThere = m_viewed.live() != nullptr && m_viewed.live()->state();
    const conversation::OpenQuestion* open = isThere ? m_viewed.live()->state()->openQuestion(id) : nullptr;
    if (!m_canTakeBack || open == nullptr)
        return 0;
    const conversation::Question& question = open->question;
    const bool isGrave = question.urgency == conversation::Urgency::High || removesFile(question);
    const std::int64_t wanted = isGrave ? longTakeBackMs : takeBackMs;
    const auto last = lastMoment(question);
    return last ? std::clamp<std::int64_t>(last->msSinceEpoch - m_pending.now().msSinceEpoch, 0, wanted) : wanted;
}

/// Another choice replaces the first, and gets its whole time.
void QuestionsController::choose(const conversation::QuestionId& id, conversation::Intent intent, const QString& choice)
{
    const std::int64_t delay = delayFor(id);
    if (delay == 0)
        return submit(id, std::move(intent));
    if (!m_viewed.canAnswer() || m_onTheirWay.contains(askedHere(id)))
        return;
    m_chosenBefore.erase(id);
    (void)m_pending.take(m_viewed.id(), id);
    const conversation::Timestamp now = m_pending.now();
    m_pending.add({id, m_viewed.live(), std::move(intent), choice, now, {now.msSinceEpoch + delay}});
    refresh();
    reportChosen();
}

void QuestionsController::takeBack(const conversation::SessionId& session, const conversation::QuestionId& id)
{
    const std::optional<PendingAnswer> taken = m_pending.take(session, id);
    if (!taken)
        return;
    refresh();
    reportChosen();
    const conversation::OpenQuestion* open = taken->asked->state()->openQuestion(id);
    if (session != m_viewed.id()) // where nobody sees it
        m_notices.post({QStringLiteral("question"),
                        view::NoticeTone::Plain,
                        tr("“%1” was not sent.").arg(wording::visibleText(taken->choice)),
                        {},
                        {}},
                       session);
    else if (open != nullptr)
        emit answerRefused(open->askedSeq);
}

void QuestionsController::takeBackLast()
{
    if (m_pending.all().empty())
        return;
    const conversation::SessionId session = m_pending.all().back().asked->id();
    takeBack(session, conversation::QuestionId(m_pending.all().back().id));
}

void QuestionsController::sendChosen(const conversation::SessionId& session, const conversation::QuestionId& id)
{
    std::optional<PendingAnswer> taken = m_pending.take(session, id);
    if (!taken)
        return;
    const Asked asked(session, id);
    if (m_onTheirWay.emplace(asked, taken->asked).second) {
        conversation::Intent intent = std::move(taken->intent);
        m_sent.insert_or_assign(asked, *std::move(taken));
        send(asked, std::move(intent));
    }
    refresh();
    reportChosen();
}

/// Somebody else answered meanwhile, or it was withdrawn or timed out.
void QuestionsController::dropEnded()
{
    std::erase_if(m_sent,
                  [](const auto& one) { return one.second.asked->state()->openQuestion(one.first.second) == nullptr; });
    std::vector<PendingAnswer> ended;
    for (const PendingAnswer& one : std::vector<PendingAnswer>(m_pending.all())) {
        const conversation::OpenQuestion* open = one.asked->state()->openQuestion(one.id);
        if (open == nullptr)
            ended.push_back(*m_pending.take(one.asked->id(), one.id));
        else if (const auto last = lastMoment(open->question); last && *last < one.due)
            m_pending.hasten(one.asked->id(), one.id, *last); // its deadline was moved
    }
    for (const PendingAnswer& one : ended)
        tell(tr("The question has ended."), tr("“%1” was not sent.").arg(wording::visibleText(one.choice)),
             one.asked->id());
    const std::size_t before = m_chosenBefore.size();
    if (m_hub.isListed())
        std::erase_if(m_chosenBefore, [this](const auto& one) { return !isOpenAnywhere(one.first); });
    if (!ended.empty() || m_chosenBefore.size() != before)
        reportChosen();
}

bool QuestionsController::isOpenAnywhere(const conversation::QuestionId& id) const
{
    const bool isHere =
        m_viewed.live() != nullptr && m_viewed.live()->state() && m_viewed.live()->state()->openQuestion(id) != nullptr;
    return isHere || std::ranges::any_of(m_hub.sessions(), [&](const session::SessionSummary& session) {
               return std::ranges::any_of(session.openQuestions, [&](const conversation::OpenQuestion& open) {
                   return open.question.id == id;
               });
           });
}

void QuestionsController::addChoices(NeedsYouState& view) const
{
    if (view.isReplay)
        return;
    for (QuestionCardState& question : view.questions) {
        const auto sent = m_sent.find(askedHere(question.id));
        const PendingAnswer* pending =
            sent != m_sent.end() ? &sent->second : m_pending.find(m_viewed.id(), question.id);
        if (pending != nullptr) {
            question.sending = pending->choice;
            question.chosenAt = pending->chosenAt;
            question.sentAt = pending->due;
        } else if (const auto before = m_chosenBefore.find(question.id); before != m_chosenBefore.end()) {
            question.chosenBefore = before->second;
        }
    }
}

void QuestionsController::setChosen(const QStringList& choices)
{
    m_chosenBefore.clear();
    for (const QString& choice : choices)
        m_chosenBefore.emplace(choice.section(u'\t', 0, 0).toStdString(), choice.section(u'\t', 1));
    refresh();
}

void QuestionsController::reportChosen()
{
    QStringList choices;
    for (const auto& [id, choice] : m_chosenBefore)
        choices << QString::fromStdString(id.str()) + u'\t' + choice;
    for (const PendingAnswer& one : m_pending.all())
        choices << QString::fromStdString(one.id.str()) + u'\t' + one.choice;
    emit chosenChanged(choices);
    emit canTakeBackChanged(!m_pending.all().empty());
}

void QuestionsController::pauseDeadline(const conversation::QuestionId& id, bool isPaused)
{
    if (m_viewed.live() != nullptr)
        moveDeadline(m_viewed.live(), id, isPaused);
}

/// A session with an open question is live in the engine already, so this reads nothing.
void QuestionsController::pauseDeadlineIn(const conversation::SessionId& session, const conversation::QuestionId& id,
                                          bool isPaused)
{
    m_hub.open(session,
               [self = QPointer(this), id, isPaused](const session::Result<std::shared_ptr<SessionProxy>>& opened) {
                   if (self.isNull())
                       return;
                   if (opened)
                       self->moveDeadline(*opened, id, isPaused);
                   else
                       self->refusePause(opened.error());
               });
}

/// While paused, the deadline holds what was left of it, counted from the question.
void QuestionsController::moveDeadline(std::shared_ptr<SessionProxy> asked, const conversation::QuestionId& id,
                                       bool isPaused)
{
    const conversation::OpenQuestion* open = asked->state() ? asked->state()->openQuestion(id) : nullptr;
    if (open == nullptr || !open->question.deadline || open->question.isDeadlinePaused == isPaused
        || !m_moving.emplace(id, asked).second)
        return;
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch();
    const std::int64_t begun = open->question.askedAt.msSinceEpoch;
    const std::int64_t since = isPaused ? now : begun;
    const std::int64_t left = std::max<std::int64_t>(0, open->question.deadline->msSinceEpoch - since);
    const conversation::Timestamp deadline{left + (isPaused ? begun : now)};
    asked->submit(conversation::MoveDeadline{id, deadline, isPaused},
                  [this, id](const conversation::Decision& outcome) {
                      const std::shared_ptr<SessionProxy> moved = std::exchange(m_moving[id], {});
                      m_moving.erase(id);
                      if (outcome.error)
                          refusePause(*outcome.error);
                      // It is the caller, so it is deleted later.
                      QMetaObject::invokeMethod(
                          this, [moved] {}, Qt::QueuedConnection);
                  });
}

void QuestionsController::refusePause(const conversation::Error& error)
{
    tell(wording::text(error.sentence), tr("The deadline has not changed."), m_viewed.id());
}

void QuestionsController::show(const conversation::QuestionId& id, Shown shown)
{
    takeUp(id);
    if (!m_viewed.state())
        return;
    if (const conversation::OpenQuestion* open = m_viewed.state()->openQuestion(id))
        emit(this->*shown)(open->askedSeq);
}

void QuestionsController::goToNext()
{
    if (m_viewed.state() && m_panel.focusNext())
        return;
    const session::SessionSummary* oldest = nullptr;
    for (const session::SessionSummary& session : m_hub.sessions()) {
        if (session.openQuestions.empty() || session.id == m_viewed.id() || isImportedSession(session))
            continue;
        if (oldest == nullptr
            || session.openQuestions.front().question.askedAt < oldest->openQuestions.front().question.askedAt)
            oldest = &session;
    }
    if (oldest == nullptr) {
        const auto held = std::ranges::find_if(m_hub.sessions(), [this](const session::SessionSummary& session) {
            return session.held > 0 && session.id != m_viewed.id() && !isImportedSession(session);
        });
        oldest = held == m_hub.sessions().end() ? nullptr : &*held;
    }
    if (oldest != nullptr)
        emit sessionChosen(oldest->id);
}

} // namespace quarterdeck::ui
