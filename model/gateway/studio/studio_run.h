#pragma once

#include "session/log_follower.h"
#include "session/receiver.h"
#include "session/session_hub.h"
#include "studio/message_places.h"
#include "studio/studio_answers.h"
#include "studio/studio_bodies.h"

#include <QObject>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace quarterdeck::gateway {

/// One run of a program, and its session. Of its messages it knows where each stands in the log (`MessagePlaces`), and
/// the newest as they are; one that grows is stored as what was added. Thread: the hub's.
class StudioRun final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StudioRun)
public:
    using Done = std::function<void(session::Result<session::Nothing>)>;

    StudioRun(session::SessionHub& hub, std::string id, StudioAnswers::Emit emitTo);
    ~StudioRun() override;

    /// The run whose session this is; empty when it is none's.
    [[nodiscard]] static std::string runOf(const session::SessionSummary& session);

    /// Finds the session, or makes one, unless it is open already. It is named as these settings say, also when it is
    /// made anew later.
    void whenOpen(RegisteredRun settings, const Done& done);
    /// The same as it was registered; what only said its id has that for its name.
    void whenOpen(Done done);
    /// Once it is open. Who is a member already, or has no name, is not hired.
    void hire(const std::string& name, Done done);
    /// Once it is open: a new message, or one that is known by its id and is longer now, or the same again. Of the
    /// newest ones an earlier, shorter piece that comes late changes nothing.
    void say(PushedMessage pushed, Done done);
    /// Once it is open. What was asked before is not asked again.
    void ask(conversation::Question question, Done done);

    /// The program is there to take answers. Of a run that nobody knows yet, none are there.
    void attach(const std::string& socket);
    void detach(const std::string& socket);
    /// What the log tells of the program's presence is of an earlier time.
    void tellPresence();
    /// Nobody would miss it.
    [[nodiscard]] bool isIdle() const { return m_stage == Stage::Closed && !m_answers.hasSockets(); }

signals:
    /// Something of an answer could not be sent to the program; why, for a person.
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
    enum class Stage { Closed, Opening, Open };

    void open();
    void opened(const session::Result<session::Session*>& session);
    void take(const session::Event& event);
    void nameIt(const Done& done);
    void settle(const session::Result<session::Nothing>& result);
    void submitQuestion(const conversation::Question& question, const Done& done);
    void storeAttachments(const std::shared_ptr<Saying>& saying);
    void record(const std::shared_ptr<Saying>& saying);
    void lookAt(const std::shared_ptr<Saying>& saying, Places places);
    void recordNew(const std::shared_ptr<Saying>& saying);
    void grow(const std::shared_ptr<Saying>& saying, const conversation::Message& before, session::EventSeq seq);
    void recorded(const std::shared_ptr<Saying>& saying, const session::IntentOutcome& outcome);
    void finish(const std::shared_ptr<Saying>& saying, const session::Result<session::Nothing>& result);
    void remember(const PushedMessage& pushed, session::EventSeq seq);

    session::SessionHub& m_hub;
    std::string m_id;
    RegisteredRun m_settings; ///< as the program said them last
    Stage m_stage = Stage::Closed;
    session::Session* m_session = nullptr;
    std::vector<Done> m_waiting;
    std::unique_ptr<session::LogFollower> m_log;
    MessagePlaces m_places;
    std::set<conversation::MessageId> m_echoes; ///< of answers: they are none of the log's
    /// Those being stored, and the same ones that came again meanwhile.
    std::map<conversation::MessageId, std::deque<std::shared_ptr<Saying>>> m_busy;
    std::deque<Newest> m_newest;                     ///< last one last
    std::set<conversation::AttachmentHash> m_stored; ///< some of those that are
    StudioAnswers m_answers;
    session::Receiver m_replies{this};
};

} // namespace quarterdeck::gateway
