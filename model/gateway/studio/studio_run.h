#pragma once

#include "model/conversation/ids.h"
#include "model/gateway/remote_session.h"
#include "model/gateway/studio/studio_answers.h"
#include "model/gateway/studio/studio_bodies.h"
#include "model/session/post.h"
#include "model/session/session.h"
#include "model/session/session_hub.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

/// Where messages are in a log, by id, in eight bytes each plus room to grow: a run may have hundreds of thousands. Ids
/// are hashed, so another one may have the same hash; reading the event tells. Thread: one.
class MessageIndex final
{
public:
    /// Adding the same again changes nothing.
    void add(const conversation::MessageId& id, conversation::EventSeq seq);
    /// Where it may be, usually nowhere or in one place.
    [[nodiscard]] std::vector<conversation::EventSeq> of(const conversation::MessageId& id) const;
    void clear();

    [[nodiscard]] std::size_t bytes() const { return m_slots.capacity() * sizeof(Slot); }

private:
    struct Slot
    {
        std::uint32_t key = 0;
        std::uint32_t seq = 0; ///< 0 = free; no log is longer
    };
    void put(Slot slot);
    void grow();

    std::vector<Slot> m_slots; ///< a power of two; if the slot is taken, the next one is tried
    std::size_t m_used = 0;
};

/// One run of a program, and its session. Knows where each of its messages is in the log (`MessageIndex`), and the
/// newest in full; when one grows, only the addition is stored. Thread: the hub's.
class StudioRun final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StudioRun)
public:
    using Done = RemoteSession::Done;

    StudioRun(session::SessionHub& hub, std::string id, StudioAnswers::Emit emitTo);
    ~StudioRun() override;

    /// The run behind a session; empty if it is not a run's.
    [[nodiscard]] static std::string runOf(const session::SessionSummary& session);

    /// Finds or makes the session, unless it is open already. These settings name it, even if it is made anew later.
    void whenOpen(RegisteredRun settings, const Done& done);
    /// The same as it was registered; one known only by id is named after it.
    void whenOpen(Done done) { m_remote.whenOpen(std::move(done)); }
    /// Once it is open. Existing members, and those without a name, are not hired.
    void hire(const std::string& name, Done done) { m_remote.hire(name, std::move(done)); }
    /// Once it is open: a new message, or one known by id that is longer now, or the same again. An earlier, shorter
    /// piece of one of the newest messages that arrives late changes nothing.
    void say(PushedMessage pushed, Done done);
    /// Once it is open. A known question is not asked again.
    void ask(conversation::Question question, Done done);

    /// These settings name its session when it is made.
    void setSettings(RegisteredRun settings) { m_settings = std::move(settings); }
    /// It has a session, or will.
    [[nodiscard]] bool isBegun() const { return m_remote.isBegun(); }

    /// The program is there to take answers. An unknown run has none.
    void attach(const std::string& socket);
    void detach(const std::string& socket);
    /// What the log says about the program's presence is out of date.
    void tellPresence();
    /// It can be dropped.
    [[nodiscard]] bool isIdle() const { return m_remote.isClosed() && !m_answers.hasSockets(); }

signals:
    /// Something in an answer could not be sent to the program; why, for a person.
    void failed(const std::string& why);

private:
    struct Saying
    {
        PushedMessage pushed;
        Done done;
    };
    /// One as it is now.
    struct Newest
    {
        session::EventSeq seq;
        conversation::Message message;
        std::size_t spokenBlocks = 0;
    };
    using Places = std::vector<session::EventSeq>;

    [[nodiscard]] RemoteSettings settings() const;
    void forget();
    void take(const session::Event& event);
    void nameIt(const Done& done);
    void nameSpeaker(PushedMessage& pushed);
    void submitQuestion(const conversation::Question& question, const Done& done);
    void storeAttachments(const std::shared_ptr<Saying>& saying);
    void record(const std::shared_ptr<Saying>& saying);
    void lookAt(const std::shared_ptr<Saying>& saying, Places places);
    void recordNew(const std::shared_ptr<Saying>& saying);
    void grow(const std::shared_ptr<Saying>& saying, const conversation::Message& before, session::EventSeq seq);
    void recorded(const std::shared_ptr<Saying>& saying, const conversation::Decision& outcome);
    void finish(const std::shared_ptr<Saying>& saying, const session::Result<session::Nothing>& result);
    void remember(const PushedMessage& pushed, session::EventSeq seq);

    session::SessionHub& m_hub;
    std::string m_id;
    RegisteredRun m_settings; ///< as the program last gave them
    MessageIndex m_places;
    std::set<conversation::MessageId> m_echoes; ///< of answers: they are not in the log
    /// Messages being stored, and repetitions that arrived meanwhile.
    std::map<conversation::MessageId, std::deque<std::shared_ptr<Saying>>> m_busy;
    std::deque<Newest> m_newest; ///< oldest first
    /// In the newest replies that name no speaker; oldest first.
    std::deque<std::pair<std::string, conversation::Address>> m_speakers;
    std::set<conversation::AttachmentHash> m_stored; ///< some of those that are
    StudioAnswers m_answers;
    RemoteSession m_remote; ///< after what it tells
    session::CallbackGuard m_replies{this};
};

} // namespace quarterdeck::gateway
