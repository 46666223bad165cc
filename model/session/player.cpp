#include "model/session/player.h"

#include "model/conversation/channel.h"
#include "model/session/post.h"

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::replay {

ReadAhead::ReadAhead(conversation::SessionId session, session::Library& library, QObject* parent)
    : QObject(parent)
    , m_session(std::move(session))
    , m_library(library)
{ }

void ReadAhead::restart(conversation::EventSeq after)
{
    ++m_generation;
    m_events.clear();
    m_readTo = after;
    m_isReading = false;
    m_isEndRead = false;
    fill();
}

conversation::Event ReadAhead::take()
{
    conversation::Event event = std::move(m_events.front());
    m_events.pop_front();
    fill();
    return event;
}

void ReadAhead::readOn()
{
    if (!m_events.empty())
        return;
    m_isEndRead = false;
    fill();
}

void ReadAhead::fill()
{
    if (m_isReading || m_isEndRead || m_events.size() > pieceSize / 2)
        return;
    m_isReading = true;
    using Piece = session::Result<std::vector<session::Event>>;
    const auto taken = m_receiver.wrap<Piece>([this, generation = m_generation](Piece piece) {
        if (generation != m_generation)
            return;
        m_isReading = false;
        if (!piece) {
            emit failed(piece.error());
            return;
        }
        m_isEndRead = std::ssize(*piece) < pieceSize;
        if (!piece->empty())
            m_readTo = piece->back().seq;
        std::ranges::move(*piece, std::back_inserter(m_events));
        emit arrived();
    });
    m_library.readEvents(m_session, m_readTo, pieceSize, taken);
}

namespace {

using conversation::ConversationState;
using conversation::Event;
using conversation::EventSeq;
using conversation::Timestamp;

constexpr int frameMs = 16;
constexpr double longestGapMs = 2000;
constexpr int eventsPerFrame = 2000; ///< the engine thread has other sessions to serve
constexpr double slowest = 0.5;
constexpr double fastest = 1000;

std::int64_t steadyMilliseconds()
{
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

bool isRow(const ConversationState& before, const Event& event)
{
    return std::ranges::count(conversation::channelsOf(before, event.body), conversation::channel::everything) > 0;
}

} // namespace

class Player::Private
{
public:
    Private(Player& player, conversation::SessionId sessionId, session::Library& sessions, Clock monotonic)
        : q(player)
        , session(std::move(sessionId))
        , library(sessions)
        , clock(monotonic ? std::move(monotonic) : steadyMilliseconds)
        , ahead(session, sessions)
    {
        tick.setTimerType(Qt::PreciseTimer);
        tick.setInterval(frameMs);
        connect(&tick, &QTimer::timeout, &player, [this] { advance(); });
        connect(&ahead, &ReadAhead::arrived, &player, [this] {
            settlePlace();
            continueSteps();
        });
        connect(&ahead, &ReadAhead::failed, &player, [this](const conversation::Error& error) { fail(error); });
    }

    // The clock -------------------------------------------------------------------------------------------------------

    /// How long the replay waits before the next event at speed 1.
    [[nodiscard]] double gapBefore(const Event& next) const
    {
        const auto gap = static_cast<double>(realGapBefore(next));
        return areGapsShortened ? std::min(gap, longestGapMs) : gap;
    }

    /// Clocks in logs may go back; then there is no wait.
    [[nodiscard]] std::int64_t realGapBefore(const Event& next) const
    {
        return std::max<std::int64_t>(0, next.time.msSinceEpoch - eventTime.msSinceEpoch);
    }

    /// Counts the time since the last call at the speed that applied.
    void countTime()
    {
        const std::int64_t now = clock();
        waited += static_cast<double>(now - std::exchange(lastTick, now)) * speed;
    }

    void advance()
    {
        if (isGoing) {
            lastTick = clock(); // what is shown is about to be left
            return;
        }
        settlePlace();
        countTime();
        applyDue();
        moment.time = timeBetween();
        emit q.momentChanged(moment);
        if (ahead.isAtEnd() && !isGoing)
            reachEnd();
    }

    [[nodiscard]] bool isNextDue() const { return ahead.next() != nullptr && waited >= gapBefore(*ahead.next()); }

    void applyDue()
    {
        if (!isNextDue())
            return;
        ConversationState next = *moment.state;
        for (int i = 0; i < eventsPerFrame && isNextDue(); ++i) {
            waited -= gapBefore(*ahead.next());
            apply(next, ahead.take());
        }
        moment.state = std::make_shared<const ConversationState>(std::move(next));
    }

    void reachEnd()
    {
        stop();
        emit q.finished();
    }

    /// The clock's time between two events: as far through the real gap as the wait is through the shortened one.
    [[nodiscard]] Timestamp timeBetween() const
    {
        if (place)
            return *place;
        if (ahead.next() == nullptr)
            return eventTime;
        const double gap = gapBefore(*ahead.next());
        if (gap <= 0)
            return eventTime;
        const auto whole = static_cast<double>(realGapBefore(*ahead.next()));
        return {eventTime.msSinceEpoch + static_cast<std::int64_t>(std::min(1.0, waited / gap) * whole)};
    }

    /// Turns a requested time into a wait, once it is known before which event.
    void settlePlace()
    {
        if (!place || (ahead.next() == nullptr && !ahead.isAtEnd()))
            return;
        const auto into =
            static_cast<double>(std::exchange(place, std::nullopt)->msSinceEpoch - eventTime.msSinceEpoch);
        const Event* next = ahead.next();
        const double whole = next == nullptr ? 0.0 : static_cast<double>(realGapBefore(*next));
        if (whole > 0)
            waited = std::clamp(into / whole, 0.0, 1.0) * gapBefore(*next);
    }

    void apply(ConversationState& state, const Event& event)
    {
        state.apply(event);
        moment.seq = event.seq;
        eventTime = event.time;
    }

    void start()
    {
        lastTick = clock();
        readOn();
        tick.start();
        emit q.playingChanged(true);
    }

    void readOn() { ahead.isAtEnd() ? ahead.readOn() : ahead.fill(); }

    void stop()
    {
        isPlayWanted = false;
        if (!tick.isActive())
            return;
        tick.stop();
        emit q.playingChanged(false);
    }

    /// Pending steps no longer count.
    void forgetSteps()
    {
        stepsWanted = 0;
        rowsSought.reset();
    }

    void fail(const conversation::Error& error)
    {
        isGoing = false;
        forgetSteps();
        stop();
        emit q.failed(error);
    }

    // Places ----------------------------------------------------------------------------------------------------------

    /// A request to be elsewhere: earlier ones are dropped, and the clock stands still until `use` gets its answer.
    template <typename T>
    session::Done<T> wish(std::function<void(T)> use)
    {
        isGoing = true;
        return receiver.wrap<session::Result<T>>(
            [this, number = ++generation, use = std::move(use)](session::Result<T> answer) {
                if (number != generation)
                    return;
                if (answer)
                    use(std::move(*answer));
                else
                    fail(answer.error());
            });
    }

    /// Goes to the state after `seq`; the clock shows `shown`, or that event's time.
    void go(EventSeq seq, std::optional<Timestamp> shown = {})
    {
        const EventSeq first{std::max<std::int64_t>(1, seq.value)};
        library.readState(session, first, wish<ConversationState>([this, shown](ConversationState state) {
                              arrive(std::move(state), shown);
                          }));
    }

    void arrive(ConversationState state, std::optional<Timestamp> shown)
    {
        isGoing = false;
        rowsSought.reset();
        moment.seq = state.lastSeq();
        eventTime = state.lastTime();
        place = shown;
        moment.time = shown.value_or(eventTime);
        moment.state = std::make_shared<const ConversationState>(std::move(state));
        waited = 0;
        lastTick = clock();
        ahead.restart(moment.seq);
        emit q.momentChanged(moment);
        if (isPlayWanted && !tick.isActive())
            start();
    }

    /// Applies events up to and including the wanted rows, and continues when more have been read.
    void continueSteps()
    {
        if (stepsWanted == 0 || isGoing || !moment.state)
            return;
        if (ahead.isAtEnd())
            stepsWanted = 0;
        if (ahead.next() == nullptr)
            return;
        ConversationState next = *moment.state;
        while (stepsWanted > 0 && ahead.next() != nullptr) {
            if (isRow(next, *ahead.next()))
                --stepsWanted;
            apply(next, ahead.take());
        }
        if (ahead.isAtEnd())
            stepsWanted = 0;
        moment.state = std::make_shared<const ConversationState>(std::move(next));
        waited = 0;
        place.reset();
        moment.time = eventTime;
        if (stepsWanted == 0)
            emit q.momentChanged(moment);
    }

    /// One row fewer than now, or than an earlier pending step back is going to show.
    void stepBack()
    {
        const std::int64_t shown = moment.state->rowCount(conversation::channel::everything);
        const std::int64_t rows = std::max<std::int64_t>(0, rowsSought.value_or(shown) - 1);
        if (rows == 0) {
            go({1});
        } else {
            session::RowsRequest last{session, conversation::channel::everything, {rows - 1}, 1, {}};
            library.readRows(std::move(last), wish<session::Rows>([this](session::Rows read) {
                                 go(read.rows.empty() ? EventSeq{1} : read.rows.front().event.seq);
                             }));
        }
        rowsSought = rows;
        stepsWanted = 0;
    }

    void goToQuestion()
    {
        library.nextMark(session, session::TimelineMark::Kind::Question, moment.seq,
                         wish<EventSeq>([this](EventSeq next) {
                             go(next.value > 0 ? next : EventSeq{std::numeric_limits<std::int64_t>::max()});
                         }));
    }

    void goToTime(Timestamp time)
    {
        library.seqAt(session, time, wish<EventSeq>([this, time](EventSeq seq) {
                          go(seq, seq.value > 0 ? std::optional(time) : std::nullopt);
                      }));
    }

    Player& q;
    conversation::SessionId session;
    session::Library& library;
    Clock clock;
    ReadAhead ahead;
    QTimer tick;
    Moment moment;
    Timestamp eventTime;            ///< of the event at moment.seq
    double waited = 0;              ///< since that event, at speed 1
    std::optional<Timestamp> place; ///< a time that was sought after that event, until it is known what comes next
    std::int64_t lastTick = 0;
    double speed = 1;
    bool areGapsShortened = true;
    bool isPlayWanted = false;              ///< before the first moment
    bool isGoing = false;                   ///< elsewhere: the answer is on its way
    int stepsWanted = 0;                    ///< rows forward
    std::optional<std::int64_t> rowsSought; ///< by steps back that are on their way
    int generation = 0;                     ///< answers to an earlier wish are dropped
    session::CallbackGuard receiver{&q};
};

Player::Player(conversation::SessionId session, session::Library& library, QObject* parent, Clock clock)
    : QObject(parent)
    , d(std::make_unique<Private>(*this, std::move(session), library, std::move(clock)))
{ }

Player::~Player() = default;

void Player::start(EventSeq at) { seek(at); }

void Player::play()
{
    d->isPlayWanted = true;
    if (!isPlaying() && d->moment.state)
        d->start();
}

void Player::pause() { d->stop(); }

void Player::setSpeed(double factor)
{
    if (isPlaying() && !d->isGoing)
        d->countTime();
    d->speed = std::clamp(factor, slowest, fastest);
}

void Player::setGapsShortened(bool on)
{
    d->settlePlace();
    const conversation::Event* next = d->ahead.next();
    const double before = next == nullptr ? 0 : d->gapBefore(*next);
    d->areGapsShortened = on;
    if (before > 0)
        d->waited = std::min(1.0, d->waited / before) * d->gapBefore(*next); // the clock's time stays what it is
}

void Player::stepForward()
{
    pause();
    if (!d->moment.state)
        return;
    ++d->stepsWanted;
    d->readOn();
    d->continueSteps();
}

void Player::stepBackward()
{
    pause();
    if (d->moment.state)
        d->stepBack();
}

void Player::nextQuestion()
{
    pause();
    d->forgetSteps();
    d->goToQuestion();
}

void Player::seek(EventSeq seq)
{
    d->forgetSteps();
    d->go(seq);
}

void Player::seekTime(Timestamp time)
{
    d->forgetSteps();
    d->goToTime(time);
}

bool Player::isPlaying() const { return d->tick.isActive(); }

double Player::speed() const { return d->speed; }

} // namespace quarterdeck::replay
