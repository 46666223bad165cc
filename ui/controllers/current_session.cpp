#include "ui/controllers/current_session.h"

#include "model/conversation/channel.h"
#include "ui/present/quantities.h"
#include "ui/present/routing_text.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

/// "Answered “4×4” by you at 10:01:30", as cards of the past word it.
QString laterAnswer(const conversation::QuestionEnd& end)
{
    using conversation::QuestionEndKind;
    const QString at = wording::clockTimeWithSeconds(end.at);
    switch (end.kind) {
    case QuestionEndKind::Answered:
        if (const std::string words = conversation::answerText(end); !words.empty())
            return CurrentSession::tr("You answered “%1” at %2").arg(wording::text(words), at);
        return CurrentSession::tr("You answered at %1").arg(at);
    case QuestionEndKind::Declined:
        return CurrentSession::tr("You declined at %1").arg(at);
    case QuestionEndKind::TimedOut:
        return CurrentSession::tr("Timed out at %1").arg(at);
    case QuestionEndKind::Withdrawn:
        return CurrentSession::tr("Withdrawn at %1").arg(at);
    }
    return {};
}

} // namespace

CurrentSession::CurrentSession(std::shared_ptr<session::Library> library, QObject* engine, QObject* parent)
    : QObject(parent)
    , m_library(std::move(library))
    , m_engine(engine)
{ }

CurrentSession::~CurrentSession() = default;

conversation::SessionId CurrentSession::id() const { return m_session ? m_session->id() : conversation::SessionId(); }

const SessionProxy::State& CurrentSession::state() const
{
    static const SessionProxy::State nothing;
    if (m_replay && m_replay->moment().state)
        return m_replay->moment().state;
    return m_session ? m_session->state() : nothing;
}

void CurrentSession::show(std::shared_ptr<SessionProxy> session)
{
    endReplay(); // the replay was the other session's
    if (m_session)
        m_session->disconnect(this);
    m_session = std::move(session);
    m_givenTitle.clear();
    m_isArchived = false;
    m_isHeld = false;
    if (m_session) {
        connect(m_session.get(), &SessionProxy::changed, this, [this](const SessionChange& change) {
            if (isReplaying()) {
                emit grewBeyondMoment();
                return;
            }
            refreshMembers();
            emit rowsChanged(change);
            emit stateChanged();
        });
        connect(m_session.get(), &SessionProxy::streamingMessageChanged, this,
                &CurrentSession::streamingMessageChanged);
        connect(m_session.get(), &SessionProxy::failed, this, &CurrentSession::failed);
    }
    refreshMembers();
    emit sessionChanged();
    emit stateChanged();
}

bool CurrentSession::canAnswer() const { return m_session && !isReplaying() && !m_session->isImportedSession(); }

bool CurrentSession::canSpeak() const
{
    return canAnswer() && (!state() || state()->kind() != conversation::SessionKind::Remote);
}

std::string CurrentSession::title() const { return m_givenTitle.empty() && state() ? state()->title() : m_givenTitle; }

void CurrentSession::setGivenTitle(std::string title)
{
    if (title == m_givenTitle)
        return;
    m_givenTitle = std::move(title);
    emit stateChanged();
}

void CurrentSession::setArchived(bool isArchived)
{
    if (isArchived == m_isArchived)
        return;
    m_isArchived = isArchived;
    emit stateChanged();
}

void CurrentSession::setHeld(bool isHeld)
{
    if (isHeld == m_isHeld)
        return;
    m_isHeld = isHeld;
    emit stateChanged();
}

void CurrentSession::clear() { show(nullptr); }

void CurrentSession::startReplay(conversation::EventSeq at)
{
    if (!m_session || m_replay)
        return;
    m_replay = std::make_unique<ReplayProxy>(id(), m_library, m_engine);
    connect(m_replay.get(), &ReplayProxy::momentChanged, this, [this] {
        refreshMembers();
        readLaterAnswers();
        emit stateChanged();
    });
    connect(m_replay.get(), &ReplayProxy::failed, this, &CurrentSession::failed);
    m_replay->start(at);
    emit replayToggled(true);
}

void CurrentSession::endReplay()
{
    if (!m_replay)
        return;
    m_replay.reset();
    m_laterAnswers.clear();
    m_askedFor.clear();
    refreshMembers();
    emit replayToggled(false);
    emit stateChanged();
}

std::optional<conversation::EventSeq> CurrentSession::asOf() const
{
    if (!m_replay || !m_replay->moment().state)
        return std::nullopt;
    return m_replay->moment().seq;
}

std::optional<present::ReplayMoment> CurrentSession::replayMoment() const
{
    if (!m_replay || !m_replay->moment().state)
        return std::nullopt;
    std::map<conversation::QuestionId, QString> answers;
    for (const auto& [question, answer] : m_laterAnswers)
        answers.emplace(question, answer.words);
    const conversation::ConversationState& at = *m_replay->moment().state;
    const QString words = at.areTimesKnown() ? wording::clockTimeWithSeconds(m_replay->moment().time)
                                             : tr("row %L1").arg(at.rowCount(conversation::channel::everything));
    return present::ReplayMoment{m_replay->moment().time, words, std::move(answers)};
}

void CurrentSession::goToEndOf(const conversation::QuestionId& question)
{
    const auto answer = m_laterAnswers.find(question);
    if (m_replay && answer != m_laterAnswers.end())
        m_replay->seek(answer->second.seq);
}

void CurrentSession::refreshMembers()
{
    present::Members members = state() ? present::membersOf(*state()) : present::Members{};
    if (members == m_members)
        return;
    m_members = std::move(members);
    emit membersChanged();
}

void CurrentSession::readLaterAnswers()
{
    for (const conversation::OpenQuestion& open : state()->openQuestions()) {
        if (!m_askedFor.insert(open.question.id).second)
            continue;
        const auto rowRead = m_receiver.wrap<session::Result<session::Rows>>(
            [this, id = open.question.id](session::Result<session::Rows> rows) {
                if (rows && !rows->rows.empty())
                    addLaterAnswer(id, rows->rows.front());
            });
        m_library->ordinalOf(
            id(), conversation::channel::everything, open.askedSeq,
            [library = m_library, session = id(), rowRead](session::Result<conversation::Ordinal> ordinal) {
                if (ordinal)
                    library->readRows({session, conversation::channel::everything, *ordinal, 1, std::nullopt}, rowRead);
            });
    }
}

void CurrentSession::addLaterAnswer(const conversation::QuestionId& question, const session::Row& row)
{
    for (const session::Event& amendment : row.amendments)
        if (const auto* ended = std::get_if<conversation::QuestionEnded>(&amendment.body))
            m_laterAnswers.insert_or_assign(question, LaterAnswer{laterAnswer(ended->end), amendment.seq});
    if (isReplaying())
        emit stateChanged();
}

namespace {
constexpr std::int64_t eventsAtOnce = 500;
} // namespace

SessionEventReader::SessionEventReader(CurrentSession& viewed, Options options,
                                       std::function<void(const session::Event&)> take, QObject* parent)
    : QObject(parent)
    , m_viewed(viewed)
    , m_options(options)
    , m_take(std::move(take))
{
    m_pause.setSingleShot(true);
    m_pause.setInterval(options.pace);
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_read != end())
            look();
    });
    connect(&viewed, &CurrentSession::sessionChanged, this, [this] {
        startOver();
        if (m_options.isPatient)
            m_pause.start();
    });
    connect(&viewed, &CurrentSession::stateChanged, this, [this] {
        if (!m_pause.isActive())
            look();
    });
}

void SessionEventReader::setWanted(bool isWanted)
{
    if (std::exchange(m_isWanted, isWanted) == isWanted || !isWanted)
        return;
    if (m_options.isPatient)
        m_pause.start();
    else
        look();
}

conversation::EventSeq SessionEventReader::end() const
{
    return m_viewed.state() ? m_viewed.state()->lastSeq() : conversation::EventSeq{};
}

/// The moment shown is after what was handed over, and not too far ahead of it.
bool SessionEventReader::follows() const
{
    return m_read <= end() && end().value - m_read.value <= m_options.farthestBack;
}

void SessionEventReader::startOver()
{
    m_read = {std::max<std::int64_t>(0, end().value - m_options.farthestBack)};
    m_isWaiting = false;
    ++m_readings;
    m_pause.stop();
    emit startedOver();
}

void SessionEventReader::look()
{
    if (!m_isWanted || m_viewed.isEmpty() || m_isWaiting)
        return;
    if (!follows())
        startOver(); // the clock of a replay was moved
    tell();
    read();
}

void SessionEventReader::read()
{
    if (!isReading())
        return;
    m_isWaiting = true;
    using Events = session::Result<std::vector<session::Event>>;
    const auto count = static_cast<std::int32_t>(std::min(eventsAtOnce, end().value - m_read.value));
    m_viewed.library().readEvents(m_viewed.id(), m_read, count,
                                  m_receiver.wrap<Events>([this, reading = m_readings](const Events& events) {
                                      if (reading == m_readings)
                                          handOver(events);
                                  }));
}

void SessionEventReader::handOver(const session::Result<std::vector<session::Event>>& events)
{
    m_isWaiting = false;
    if (!follows())
        return look(); // the clock was turned meanwhile
    if (!events)
        return m_pause.stop(); // tried again at the next change, and not before
    if (events->empty())
        return; // not stored yet
    for (const session::Event& event : *events) {
        if (end() < event.seq)
            break;
        m_take(event);
        m_read = event.seq;
    }
    if (!isReading() || !m_pause.isActive())
        tell();
    read();
}

void SessionEventReader::tell()
{
    m_pause.start();
    emit advanced();
}

} // namespace quarterdeck::ui
