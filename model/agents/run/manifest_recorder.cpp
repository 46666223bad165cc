#include "model/agents/run/manifest_recorder.h"

#include <QPointer>
#include <algorithm>
#include <utility>

namespace quarterdeck::team {

namespace {

using conversation::RunState;

constexpr int eventsAtOnce = 500;
/// Pauses for everything else that somebody is looking at.
constexpr int restMs = 10;

bool isAnythingLeft(const conversation::ConversationState& state)
{
    return !state.openQuestions().empty()
        || std::ranges::any_of(state.roles(), [](const conversation::RoleState& role) {
               return role.unread() > 0 || (role.hasNews && role.activity != conversation::RoleActivity::Failed);
           });
}

} // namespace

ManifestRecorder::ManifestRecorder(session::Session& session, ChosenFolder folder, std::function<bool()> isActing,
                                   QObject* parent)
    : QObject(parent)
    , m_session(session)
    , m_folder(std::move(folder))
    , m_isActing(std::move(isActing))
    , m_log(session.state()->newestNote(manifest::action))
{
    m_thread.setMaxThreadCount(1);
    m_rest.setSingleShot(true);
    m_rest.setInterval(restMs);
    connect(&m_rest, &QTimer::timeout, this, &ManifestRecorder::read);
    connect(&session, &session::Session::committed, this,
            [this](const std::vector<conversation::Event>& events) { take(events); });
    readOn();
}

ManifestRecorder::~ManifestRecorder() { m_thread.waitForDone(); }

bool ManifestRecorder::isSettled() const { return !m_isWriting && !m_isReading && !isDue(); }

void ManifestRecorder::take(const std::vector<conversation::Event>& events)
{
    for (const conversation::Event& event : events)
        if (event.seq.value == m_log.upTo().value + 1)
            m_log.add(event); // otherwise it is read with what precedes it
    if (m_log.upTo() < m_session.state()->lastSeq())
        readOn();
    look();
}

void ManifestRecorder::readOn()
{
    if (m_isReading || m_isUnreadable || m_log.upTo() >= m_session.state()->lastSeq())
        return;
    m_isReading = true;
    m_log.upTo() == m_log.begin() ? read() : m_rest.start();
}

void ManifestRecorder::read()
{
    m_session.library().readEvents(m_session.id(), m_log.upTo(), eventsAtOnce,
                                   m_receiver.wrap<Events>([this](const Events& events) { takeRead(events); }));
}

void ManifestRecorder::takeRead(const Events& events)
{
    m_isReading = false;
    m_isUnreadable = !events || events->empty(); // whoever else reads it says so
    if (events)
        take(*events);
    if (isSettled())
        emit settled();
}

bool ManifestRecorder::hasEnded() const
{
    const conversation::ConversationState& state = *m_session.state();
    switch (state.runState()) {
    case RunState::Finished:
    case RunState::Stopped:
        return true;
    case RunState::Running:
        return !isAnythingLeft(state);
    case RunState::Paused:
        return !isAnythingLeft(state) || state.runCause().kind == conversation::RunCauseKind::RoundsDone;
    case RunState::NotStarted:
    case RunState::StopRequested:
        break;
    }
    return false;
}

bool ManifestRecorder::isDue() const
{
    const bool isWhole = m_log.upTo() >= m_session.state()->lastSeq(); // of half a log nothing is said
    const bool isTried = m_log.begin().value == 0 && m_log.newest() <= m_triedUpTo;
    return isWhole && m_log.hasNews() && !isTried && !m_isActing() && hasEnded();
}

void ManifestRecorder::look()
{
    if (m_isWriting || m_isReading || !isDue())
        return;
    if (m_log.begin().value == 0)
        return write();
    m_log = ArtifactLog(); // a manifest tells of all files
    readOn();
}

void ManifestRecorder::write()
{
    m_isWriting = true;
    m_triedUpTo = m_log.newest();
    ManifestRequest order{m_folder, m_log.files(), m_session.state()->title(), m_session.id()};
    const auto done = m_receiver.wrap<Manifest>([this](const Manifest& manifest) { record(manifest); });
    m_thread.start([order = std::move(order), done] { done(buildManifest(order)); });
}

void ManifestRecorder::record(const Manifest& manifest)
{
    conversation::RecordMessage intent{messageOf(manifest), {}};
    m_session.submit(std::move(intent), [self = QPointer(this)](const session::IntentOutcome&) {
        if (self.isNull())
            return;
        self->m_isWriting = false;
        self->look();
        if (self->isSettled())
            emit self->settled();
    });
}

} // namespace quarterdeck::team
