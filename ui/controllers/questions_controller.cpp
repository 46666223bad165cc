#include "ui/controllers/questions_controller.h"

#include "ui/controllers/image_intake.h"
#include "ui/present/present.h"
#include "ui/present/routing_text.h"

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
} // namespace

QuestionsController::QuestionsController(NeedsYouPanel& panel, CurrentSession& viewed, HubProxy& hub,
                                         NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_viewed(viewed)
    , m_hub(hub)
    , m_notices(notices)
{
    connect(&viewed, &CurrentSession::stateChanged, this, &QuestionsController::refresh);
    connect(&hub, &HubProxy::sessionsChanged, this, &QuestionsController::refresh);
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
    const bool isOver = m_viewed.live() != nullptr && m_viewed.live()->isImportedSession();
    const bool hasQuestions = m_viewed.state() && (!isOver || m_viewed.isReplaying());
    const NeedsYouState view = present::needsYou(hasQuestions ? *m_viewed.state() : nothing, m_viewed.members(),
                                                 m_postponed, m_hub.sessions(), m_viewed.id(), m_viewed.replayMoment());
    int everywhere = isOver ? 0
        : m_viewed.isReplaying() && m_viewed.live() != nullptr
        ? static_cast<int>(m_viewed.live()->state()->openQuestions().size())
        : static_cast<int>(view.questions.size());
    everywhere += static_cast<int>(view.otherQuestions.size());
    for (const OtherSessionView& other : view.others)
        everywhere += other.questions;
    const int here = static_cast<int>(view.questions.size());
    m_panel.setView(view);
    emit waitingChanged(here, everywhere);
}

void QuestionsController::submit(const conversation::QuestionId& id, conversation::Intent intent)
{
    if (begin(id))
        send(id, std::move(intent));
}

/// A second click on the same card, before the first has returned, is no second answer.
bool QuestionsController::begin(const conversation::QuestionId& id)
{
    return m_viewed.canAnswer() && m_onTheirWay.emplace(id, m_viewed.live()).second;
}

void QuestionsController::send(const conversation::QuestionId& id, conversation::Intent intent)
{
    m_onTheirWay.at(id)->submit(std::move(intent),
                                [this, id](const conversation::Decision& outcome) { end(id, outcome.error); });
}

void QuestionsController::end(const conversation::QuestionId& id, const std::optional<conversation::Error>& error)
{
    const std::shared_ptr<SessionProxy> asked = std::exchange(m_onTheirWay[id], {});
    m_onTheirWay.erase(id);
    if (error)
        refuse(*asked, id, *error);
    // It is the caller, so it is deleted later.
    QMetaObject::invokeMethod(
        this, [asked] {}, Qt::QueuedConnection);
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
    submit(id, answer);
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
                        [this, id, answer = std::move(answer)](Blocks images) mutable {
                            if (!images)
                                return end(id, images.error());
                            std::ranges::move(*images, std::back_inserter(answer.content));
                            send(id, std::move(answer));
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

void QuestionsController::decline(const conversation::QuestionId& id) { submit(id, conversation::DeclineQuestion{id}); }

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
    if (oldest != nullptr)
        emit sessionChosen(oldest->id);
}

} // namespace quarterdeck::ui
