#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/rest/api_bodies.h"
#include "model/gateway/rest/log_index.h"
#include "model/gateway/rest/question_resource.h"
#include "model/gateway/rest/session_media.h"
#include "model/gateway/rest/session_members.h"
#include "model/session/session_hub.h"

#include <QObject>
#include <deque>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::gateway::api {

class EventStream;

/// One session as programs see it: one that a program made, whose members are all programs', or one of this program's
/// own, of which programs play some members and speak for nobody else. Every answer is sent when what it tells is
/// durable. What is posted again, by the key or the id that it had, is answered as the first time, also after a
/// restart: the id of a message without one is made of its key, and the log is all that is remembered. Thread: the
/// hub's.
class SessionResource final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SessionResource)
public:
    /// `remote`: the members of a session of this program's own that programs play; nobody = a program made it.
    SessionResource(session::SessionHub& hub, session::Session& session,
                    const std::set<conversation::RoleName>& remote = {});
    ~SessionResource() override;

    /// The person has not deleted it.
    [[nodiscard]] bool isThere() const;
    /// Replies as when it was made.
    [[nodiscard]] HttpResponse creationResponse() const;
    void sendSummary(const SendResponse& answer) const;
    /// Describes that member, and where a program that plays it continues.
    void tellRole(const conversation::RoleName& name, const SendResponse& answer);
    /// The members that no program plays at the moment, as JSON; none if nobody is waited for.
    [[nodiscard]] nlohmann::json openRoles() const;
    void hire(const std::vector<conversation::Role>& roles, SendResponse answer);
    /// `hold` belongs to the body in which it came.
    void acceptMessages(std::vector<IncomingMessage> sayings, IdempotencyKey wish, std::shared_ptr<void> hold,
                        const std::shared_ptr<HttpExchange>& exchange);
    void ask(NewQuestion asked, const IdempotencyKey& wish, std::shared_ptr<void> hold,
             const std::shared_ptr<HttpExchange>& exchange);
    /// Stores what is to be named later, once per content. What nothing names goes at the program's next start.
    void keep(formats::RecordedAttachment attachment, std::shared_ptr<void> hold, const SendResponse& answer);
    /// The bytes of an attachment that the session's log names, or that was kept for it.
    void serveAttachment(const conversation::AttachmentHash& hash, const std::shared_ptr<HttpExchange>& exchange);
    void setStatus(const std::vector<conversation::Intent>& intents, SendResponse answer);
    /// Calls `then` with the desk that knows that question, or replies that this program has none.
    void withQuestion(const conversation::QuestionId& id, const std::shared_ptr<HttpExchange>& exchange,
                      const std::function<void(QuestionResource&)>& then);
    /// Sends what follows `after` (to a role, what concerns it; an empty name: everything) until the client leaves.
    void stream(session::EventSeq after, const conversation::RoleName& role,
                const std::shared_ptr<HttpExchange>& exchange);

signals:
    /// A program begins to play a member, or stops.
    void membersChanged();

private:
    /// Messages that were posted together and are stored together.
    struct Batch
    {
        std::vector<IncomingMessage> sayings;
        SendResponse answer;
        IdempotencyKey wish;
        nlohmann::json told = {}; ///< for those that were already stored
    };
    struct Asking
    {
        conversation::Question question;
        SendResponse answer;
    };
    using SharedBatch = std::shared_ptr<Batch>;

    /// Waiting programs look again, and learn that it is gone.
    void leaveDeleted();
    void begin(session::EventSeq after, const conversation::RoleName& role,
               const std::shared_ptr<HttpExchange>& exchange);
    void forget(EventStream* stream);
    [[nodiscard]] bool isPlayed(const conversation::RoleName& role) const;
    /// Stores what was sent and completes what is named, then continues, or replies why not. `sources` belong to the
    /// message, which `then` keeps alive.
    void keepAll(Media media, const std::vector<conversation::MediaSource*>& sources, const SendResponse& answer,
                 std::function<void()> then);
    void keepMedia(const SharedBatch& batch, std::shared_ptr<void> hold, std::function<void()> then);
    void keepMedia(const std::shared_ptr<Asking>& asking, Media media, std::function<void()> then);
    /// After whatever came before and is still being stored.
    void inOrder(std::function<void()> then);
    /// Why attachments named in a message are refused; empty if this session has them.
    [[nodiscard]] std::optional<HttpResponse> whyNotKnown(const std::vector<IncomingMessage>& sayings) const;
    [[nodiscard]] std::optional<HttpResponse> whyNotKnown(const conversation::MediaSource& media,
                                                          const std::string& place) const;
    /// Speaks as soon as that is allowed.
    void whenOpen(const std::shared_ptr<HttpExchange>& exchange, const RoleNames& speakers,
                  std::function<void()> speak);
    void sayNow(const SharedBatch& batch);
    void take(const Asking& asking);
    void take(const SharedBatch& batch);
    void store(const SharedBatch& batch);
    void stored(const SharedBatch& batch, const conversation::Decision& outcome);
    void repeat(const SharedBatch& batch, std::size_t next);
    [[nodiscard]] bool isBySame(const conversation::Message& before, const conversation::Message& wanted) const;
    [[nodiscard]] bool recordsNothing(const IncomingMessage& saying) const;
    [[nodiscard]] conversation::Intent intentOf(const IncomingMessage& saying) const;
    void asked(const Asking& asking, const conversation::Decision& outcome);
    void repeat(const Asking& asking, session::EventSeq seq);

    session::SessionHub& m_hub;
    session::Session& m_session;
    std::unique_ptr<RemoteMembers> m_members; ///< null = a program made the session
    LogIndex m_index;
    QuestionResource m_questions;
    PauseGate m_gate;
    MediaUploads m_media;
    std::set<std::string, std::less<>> m_busy;   ///< messages being written to disk, by what identifies their key
    std::deque<SharedBatch> m_deferred;          ///< likewise, to be tried again
    std::set<std::string, std::less<>> m_asking; ///< likewise for questions
    std::deque<Asking> m_deferredAskings;
    std::vector<std::unique_ptr<EventStream>> m_streams;
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway::api
