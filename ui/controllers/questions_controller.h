#pragma once

#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/hub_proxy.h"
#include "ui/controllers/pending_answers.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/present/notice_board.h"
#include "ui/transcript/transcript_values.h"

#include <QObject>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace quarterdeck::ui {

/// Fills Needs you and turns what the person does with a question, there or in the transcript, into intents. Thread:
/// ui.
class QuestionsController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuestionsController)
public:
    /// `clock`: for answers that can be taken back; the system's if empty.
    QuestionsController(NeedsYouPanel& panel, CurrentSession& viewed, HubProxy& hub, NoticeBoard& notices,
                        QObject* parent = nullptr, PendingAnswers::Clock clock = {});

    /// From the transcript.
    /// As the page says. An approval is not decided there: its card in the panel gets the focus instead.
    void answer(const conversation::QuestionId& id, transcript::AnswerKind kind, const QString& value);
    void answerOption(const conversation::QuestionId& id, const QString& option, const QString& words);
    void answerText(const conversation::QuestionId& id, const QString& text);
    void answerWith(const conversation::QuestionId& id, const TypedAnswer& words);
    /// `json` is the form's value as JSON text.
    void answerForm(const conversation::QuestionId& id, const QString& json);
    /// Whether options, approvals and refusals wait for some seconds before they are sent. At first they do not.
    void setTakeBack(bool isPossible);
    /// The choice made last that is not sent yet is not sent.
    void takeBackLast();
    /// Choices that an earlier run of the program had not sent when it ended, as `chosenChanged` told them.
    void setChosen(const QStringList& choices);
    void postpone(const conversation::QuestionId& id);
    /// As the person left them when the window was closed.
    void setPostponed(const QStringList& questions);
    void decline(const conversation::QuestionId& id);
    void pauseDeadline(const conversation::QuestionId& id, bool isPaused);
    /// In whichever session.
    void pauseDeadlineIn(const conversation::SessionId& session, const conversation::QuestionId& id, bool isPaused);
    /// Shows everything anew, in the current language.
    void refresh();
    /// The next question from anywhere: in this session's cards, else in the session whose question has waited longest.
    void goToNext();

signals:
    void waitingChanged(int here, int everywhere);
    /// The person wants to see it, or to fill in its form.
    void questionShown(quarterdeck::conversation::EventSeq askedSeq);
    void formRequested(quarterdeck::conversation::EventSeq askedSeq);
    void sessionChosen(const quarterdeck::conversation::SessionId& id);
    /// Replay: the person wants to see the moment at which the question was answered.
    void answerRequested(const quarterdeck::conversation::QuestionId& id);
    /// An answer is continued in Needs you.
    void panelRequested();
    /// By the person: those put off that are still open somewhere.
    void postponedChanged(const QStringList& questions);
    /// What is chosen and not sent yet, one "id\tchoice" each, to be kept.
    void chosenChanged(const QStringList& choices);
    void canTakeBackChanged(bool can);
    /// The answer was not accepted, or taken back: the question's row can be answered again.
    void answerRefused(quarterdeck::conversation::EventSeq askedSeq);

private:
    void choose(const conversation::QuestionId& id, conversation::Intent intent, const QString& choice);
    [[nodiscard]] std::int64_t delayFor(const conversation::QuestionId& id) const;
    void takeBack(const conversation::SessionId& session, const conversation::QuestionId& id);
    void sendChosen(const conversation::SessionId& session, const conversation::QuestionId& id);
    [[nodiscard]] bool isOpenAnywhere(const conversation::QuestionId& id) const;
    void dropEnded();
    void addChoices(NeedsYouState& view) const;
    void reportChosen();
    void answerOptionOf(const conversation::QuestionId& id, const QString& json);
    /// Programs choose the ids of their questions, so those of two sessions may have the same.
    using Asked = std::pair<conversation::SessionId, conversation::QuestionId>;
    [[nodiscard]] Asked askedHere(const conversation::QuestionId& id) const { return {m_viewed.id(), id}; }
    void submit(const conversation::QuestionId& id, conversation::Intent intent);
    [[nodiscard]] bool begin(const conversation::QuestionId& id);
    void send(const Asked& asked, conversation::Intent intent);
    void end(const Asked& asked, const std::optional<conversation::Error>& error);
    [[nodiscard]] bool isApproval(const conversation::QuestionId& id) const;
    void decide(const conversation::QuestionId& id);
    void attach(const conversation::QuestionId& id, const QString& typed);
    void chooseImages(const conversation::QuestionId& id);
    [[nodiscard]] std::function<void(conversation::Result<PickedImage>)> imageTaken(const conversation::QuestionId& id);
    void moveDeadline(std::shared_ptr<SessionProxy> asked, const conversation::QuestionId& id, bool isPaused);
    void tell(const QString& what, const QString& meaning, const conversation::SessionId& session);
    void refusePause(const conversation::Error& error);
    void refuse(const SessionProxy& asked, const conversation::QuestionId& id, const conversation::Error& error);
    using Shown = void (QuestionsController::*)(conversation::EventSeq);
    void show(const conversation::QuestionId& id, Shown shown);
    void takeUp(const conversation::QuestionId& id);
    void reportPostponed();

    NeedsYouPanel& m_panel;
    CurrentSession& m_viewed;
    HubProxy& m_hub;
    NoticeBoard& m_notices;
    /// Answered and not yet durable, with the session that will report it, whichever is viewed by then.
    std::map<Asked, std::shared_ptr<SessionProxy>> m_onTheirWay;
    /// Those whose deadline was moved, but not durably yet.
    std::map<conversation::QuestionId, std::shared_ptr<SessionProxy>> m_moving;
    PendingAnswers m_pending;
    std::map<Asked, PendingAnswer> m_sent; ///< those whose time is over, until their questions have ended
    bool m_canTakeBack = false;
    std::map<conversation::QuestionId, QString> m_chosenBefore; ///< by an earlier run of the program, and not sent
    std::set<conversation::QuestionId> m_postponed;             ///< "later" is a matter of attention, not of the log
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
