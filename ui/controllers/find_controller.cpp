#include "ui/controllers/find_controller.h"

#include "model/session/search.h"
#include "ui/present/visible_text.h"
#include "ui/transcript/transcript_page.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace quarterdeck::ui {

using conversation::EventSeq;

ChannelSearch::ChannelSearch(conversation::Ordinal first, EventSeq seq)
{
    if (seq.value <= 1)
        return;
    m_start = first.value;
    m_startSeq = seq;
    m_readTo = {seq.value - 1};
    m_isRestRead = false;
}

EventSeq ChannelSearch::next() const { return readsOn() ? m_readTo : m_restReadTo; }

void ChannelSearch::take(const session::FindResult& piece)
{
    if (readsOn()) {
        m_readTo = piece.readTo;
        m_isEndReached = piece.isLast;
    } else {
        m_restReadTo = piece.readTo;
        m_isRestRead = piece.isLast || piece.readTo.value >= m_startSeq.value - 1;
    }
    add(piece.rows);
}

void ChannelSearch::add(const std::vector<conversation::Ordinal>& rows)
{
    if (rows.empty())
        return;
    std::vector<std::int64_t> added(rows.size());
    std::transform(rows.begin(), rows.end(), added.begin(), [](conversation::Ordinal row) { return row.value; });
    std::sort(added.begin(), added.end());
    const auto middle = static_cast<std::ptrdiff_t>(m_rows.size());
    m_rows.insert(m_rows.end(), added.begin(), added.end());
    std::inplace_merge(m_rows.begin(), m_rows.begin() + middle, m_rows.end());
    m_rows.erase(std::unique(m_rows.begin(), m_rows.end()), m_rows.end());
}

bool ChannelSearch::isFound(std::int64_t row) const { return std::binary_search(m_rows.begin(), m_rows.end(), row); }

std::size_t ChannelSearch::placeOf(std::int64_t row) const
{
    return static_cast<std::size_t>(std::lower_bound(m_rows.begin(), m_rows.end(), row) - m_rows.begin());
}

std::optional<std::size_t> ChannelSearch::from(std::int64_t row) const
{
    if (m_rows.empty())
        return std::nullopt;
    const std::size_t place = placeOf(row);
    if (place < m_rows.size())
        return place;
    return m_isEndReached ? std::optional<std::size_t>(0) : std::nullopt;
}

std::optional<std::size_t> ChannelSearch::step(std::size_t place, int by) const
{
    const std::size_t count = m_rows.size();
    if (place >= count)
        return std::nullopt;
    const bool isAround = by > 0 ? place + 1 == count : place == 0;
    const std::size_t next = by > 0 ? (place + 1) % count : (place + count - 1) % count;
    return isAround ? stepAround(place, next, by) : stepWithin(place, next);
}

/// Across the gap before the start.
std::optional<std::size_t> ChannelSearch::stepWithin(std::size_t place, std::size_t next) const
{
    const bool crosses = (m_rows[place] < m_start) != (m_rows[next] < m_start);
    return crosses && !m_isRestRead ? std::nullopt : std::optional(next);
}

/// Across the end. The very first match is known as soon as any of the rest is, since that is read in order.
std::optional<std::size_t> ChannelSearch::stepAround(std::size_t place, std::size_t next, int by) const
{
    const std::size_t lowest = by > 0 ? next : place;
    const std::size_t highest = by > 0 ? place : next;
    const bool isLowestKnown = m_isRestRead || m_rows[lowest] < m_start;
    const bool isHighestKnown = m_isEndReached && (m_isRestRead || m_rows[highest] >= m_start);
    return isLowestKnown && isHighestKnown ? std::optional(next) : std::nullopt;
}

namespace {

using conversation::Ordinal;

constexpr int findTypingPauseMs = 120;
constexpr int arrivalPauseMs = 500;
/// More marks than the scroll map has pixels tell nothing more.
constexpr std::size_t mostFoundMarks = 2000;
/// How many rows before and after the view the page is told about: it has a hundred and fifty mounted.
constexpr std::int64_t toldAround = 600;

} // namespace

FindController::FindController(FindBar& bar, transcript::TranscriptView& view, TranscriptController& transcript,
                               CurrentSession& viewed, ActionRegistry& actions, QObject* parent)
    : QObject(parent)
    , m_bar(bar)
    , m_view(view)
    , m_transcript(transcript)
    , m_viewed(viewed)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(findTypingPauseMs);
    m_arriving.setSingleShot(true);
    m_arriving.setInterval(arrivalPauseMs);
    m_moving.setSingleShot(true);
    m_moving.setInterval(arrivalPauseMs);
    connect(&m_typing, &QTimer::timeout, this, &FindController::searchAndGo);
    connect(&m_arriving, &QTimer::timeout, this, &FindController::readOn);
    connect(&m_moving, &QTimer::timeout, this, &FindController::search);
    connectBar(actions);
    connectView();
}

void FindController::connectBar(ActionRegistry& actions)
{
    const auto next = [this] { step(1); };
    const auto previous = [this] { step(-1); };
    connect(&actions[ActionId::ViewFind], &QAction::triggered, &m_bar, &FindBar::open);
    connect(&actions[ActionId::ViewFindNext], &QAction::triggered, this, next);
    connect(&actions[ActionId::ViewFindPrevious], &QAction::triggered, this, previous);
    connect(&m_bar, &FindBar::nextRequested, this, next);
    connect(&m_bar, &FindBar::previousRequested, this, previous);
    connect(&m_bar, &FindBar::typedChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(&m_bar, &FindBar::opened, this, &FindController::searchAndGo);
    connect(&m_bar, &FindBar::closed, this, [this] {
        stop();
        m_view.setFocus();
    });
}

void FindController::connectView()
{
    using namespace transcript::calls;
    transcript::TranscriptPage& page = m_view.page();
    connect(&page, &transcript::TranscriptPage::visibleRangeChanged, this, [this](Ordinal first) {
        m_firstInSight = first.value;
        showFoundAround();
    });
    page.onCall<FoundBeyond>(this, [this](const FoundBeyond& call) { goToNextRow(call.by); });
    page.onCall<FoundPlace>(this, [this](const FoundPlace& call) { takePlace(call.ordinal, call.place, call.count); });
    connect(&m_transcript, &TranscriptController::channelShown, this, [this] {
        m_current.reset(); // its row is another one there
        m_isToGo = false;  // who goes to a channel wants its place
        if (m_bar.isOpen())
            search();
    });
    connect(&m_transcript, &TranscriptController::momentShown, this, &FindController::followMoment);
    connect(&m_viewed, &CurrentSession::rowsChanged, this, &FindController::readMoreSoon);
}

void FindController::readMoreSoon()
{
    m_hasMore = true;
    if (!m_arriving.isActive())
        m_arriving.start();
}

/// A replay that goes on only adds rows: what was found stays found, and is not looked for again many times a second.
void FindController::followMoment()
{
    if (!m_bar.isOpen() || m_moving.isActive())
        return;
    const auto moment = m_viewed.asOf();
    const bool goesOn = !m_terms.isEmpty() && m_searchedTo && moment && *m_searchedTo <= *moment;
    if (goesOn)
        readMoreSoon();
    else
        m_moving.start();
}

FindController::~FindController() { m_stop.request_stop(); }

void FindController::reset()
{
    ++m_wanted;
    m_stop.request_stop();
    m_stop = {};
    m_typing.stop();
    m_arriving.stop();
    m_moving.stop();
    m_terms = {};
    m_sweep = {};
    m_searchedTo.reset();
    m_current.reset();
    m_waitingStep = 0;
    m_here = m_places = 0;
    m_isOutOfSight = false;
    m_isReading = false;
    m_hasFailed = false;
    m_hasMore = false;
    m_isFromEnd = false;
}

void FindController::stop()
{
    reset();
    m_view.page().find({});
    showMarks();
    showCount();
}

void FindController::searchAndGo()
{
    m_isToGo = true;
    search();
}

/// Starts over: other words, another channel or another moment.
void FindController::search()
{
    session::SearchTerms terms = session::findTerms(m_bar.typed().toStdString());
    if (terms.isEmpty() || m_viewed.isEmpty())
        return stop();
    const std::optional<std::int64_t> current = terms == m_terms ? m_current : std::nullopt;
    reset();
    m_terms = std::move(terms);
    m_current = current;
    markFound(current.value_or(m_firstInSight), false);
    begin();
}

/// From the row in sight, where results are wanted first.
void FindController::begin()
{
    if (m_firstInSight <= 0)
        return readOn();
    m_isReading = true;
    showCount();
    using Rows = session::Result<session::Rows>;
    m_viewed.library().readRows({m_viewed.id(), m_transcript.channel(), {m_firstInSight}, 1, m_viewed.asOf()},
                                m_receiver.wrap<Rows>([this, wanted = m_wanted](const Rows& read) {
                                    if (wanted != m_wanted)
                                        return;
                                    m_isReading = false;
                                    if (read && !read->rows.empty())
                                        m_sweep =
                                            ChannelSearch(read->rows.front().ordinal, read->rows.front().event.seq);
                                    readOn();
                                }));
}

void FindController::mark(std::vector<session::SearchPhrase> phrases, conversation::EventSeq row)
{
    if (m_bar.isOpen())
        return;
    if (phrases.empty())
        m_view.page().find({});
    else if (!m_viewed.isEmpty())
        markIn(m_transcript.channel(), std::move(phrases), row);
}

/// What is not in the current channel is shown in everything.
void FindController::markIn(const conversation::ChannelKey& channel, std::vector<session::SearchPhrase> phrases,
                            conversation::EventSeq row)
{
    using Place = session::Result<Ordinal>;
    m_viewed.library().ordinalOf(
        m_viewed.id(), channel, row,
        m_receiver.wrap<Place>([this, channel, row, phrases = std::move(phrases)](const Place& place) {
            if (m_bar.isOpen())
                return;
            if (place)
                m_view.page().find({phrases, *place, false});
            else if (channel != conversation::channel::everything)
                markIn(conversation::channel::everything, phrases, row);
        }));
}

void FindController::readOn()
{
    if (m_isReading || m_terms.isEmpty() || m_viewed.isEmpty())
        return;
    m_isReading = true;
    m_hasMore = false;
    m_searchedTo = m_viewed.asOf();
    showCount();
    using Found = session::Result<session::FindResult>;
    session::FindRequest request{m_viewed.id(), m_transcript.channel(), m_terms, m_viewed.asOf(), m_sweep.next()};
    request.stop = m_stop.get_token();
    m_viewed.library().findRows(std::move(request),
                                m_receiver.wrap<Found>([this, wanted = m_wanted](const Found& found) {
                                    if (wanted != m_wanted)
                                        return;
                                    m_isReading = false;
                                    m_hasFailed = !found;
                                    if (found)
                                        take(*found);
                                    else
                                        emit failed(found.error());
                                    showCount();
                                }));
}

void FindController::take(const session::FindResult& piece)
{
    m_sweep.take(piece);
    showMarks();
    if (m_terms.hasFilters() && m_current && !piece.rows.empty())
        markFound(m_markedAround, m_isFromEnd);
    if (m_isToGo && !m_current)
        goTo(m_sweep.from(m_firstInSight), false);
    else if (m_waitingStep != 0)
        goToNextRow(std::exchange(m_waitingStep, 0));
    if (!m_sweep.isWhole())
        readOn();
    else if (m_hasMore && !m_arriving.isActive())
        m_arriving.start();
}

void FindController::step(int by)
{
    if (!m_bar.isOpen()) { // it chooses the first by itself
        m_bar.open();
        return;
    }
    if (m_typing.isActive()) { // what is typed counts at once; its first place is chosen when it is found
        searchAndGo();
        return;
    }
    m_isToGo = true;
    if (!m_current || !m_sweep.isFound(*m_current)) {
        goTo(m_sweep.from(m_firstInSight), false);
        return;
    }
    m_view.page().findStep(by); // within the row; else by `goToNextRow`
}

void FindController::goToNextRow(int by)
{
    if (!m_current || !m_sweep.isFound(*m_current))
        return;
    const std::optional<std::size_t> next = m_sweep.step(m_sweep.placeOf(*m_current), by);
    if (!next)
        m_waitingStep = by; // until it is known what comes there
    else if (m_sweep.rows()[*next] == *m_current)
        m_view.page().find({m_terms.phrases, {}, false}); // so that it begins anew
    goTo(next, by < 0);
}

void FindController::goTo(std::optional<std::size_t> place, bool isFromEnd)
{
    if (!place)
        return;
    m_waitingStep = 0;
    m_current = m_sweep.rows()[*place];
    m_here = m_places = 0;
    m_isOutOfSight = false;
    m_view.page().scrollTo({{*m_current}, transcript::Align::Center}, false);
    markFound(*m_current, isFromEnd);
    showCount();
}

/// Marks them in the page.
void FindController::markFound(std::int64_t around, bool isFromEnd)
{
    m_markedAround = around;
    m_isFromEnd = isFromEnd;
    transcript::Search search{m_terms.phrases, {}, isFromEnd};
    if (m_current)
        search.current = Ordinal{*m_current};
    if (m_terms.hasFilters()) {
        const std::vector<std::int64_t>& found = m_sweep.rows();
        const auto first = std::lower_bound(found.begin(), found.end(), m_markedAround - toldAround);
        const auto end = std::upper_bound(first, found.end(), m_markedAround + toldAround);
        std::transform(first, end, std::back_inserter(search.rows.emplace()),
                       [](std::int64_t row) { return Ordinal{row}; });
    }
    m_view.page().find(search);
}

/// Somebody who scrolls without stepping sees the other matches marked, too.
void FindController::showFoundAround()
{
    if (!m_terms.hasFilters() || std::abs(m_firstInSight - m_markedAround) < toldAround / 2)
        return;
    markFound(m_firstInSight, m_isFromEnd);
}

void FindController::takePlace(Ordinal row, int place, int count)
{
    if (m_terms.isEmpty() || m_current != row.value)
        return;
    m_here = place;
    m_places = count;
    m_isOutOfSight = count == 0;
    showCount();
}

void FindController::showCount()
{
    view::FindCount count;
    count.isAsked = !m_terms.isEmpty();
    count.isWhole = m_terms.isEmpty() || m_sweep.isWhole();
    count.hasFailed = m_hasFailed;
    count.total = static_cast<std::int64_t>(m_sweep.rows().size());
    if (m_current && m_sweep.isFound(*m_current))
        count.place = static_cast<std::int64_t>(m_sweep.placeOf(*m_current)) + 1;
    count.here = m_here;
    count.places = m_places;
    count.isOutOfSight = m_isOutOfSight;
    if (count.total == 0 && count.isWhole)
        count.hint = wording::visibleText(session::searchHint(m_terms));
    m_bar.setCount(count);
}

void FindController::showMarks()
{
    std::vector<transcript::ScrollMark> marks;
    const std::vector<std::int64_t>& found = m_sweep.rows();
    const std::size_t step = std::max<std::size_t>(1, (found.size() + mostFoundMarks - 1) / mostFoundMarks);
    for (std::size_t i = 0; i < found.size(); i += step)
        marks.push_back({transcript::ScrollMark::Kind::SearchHit, {found[i]}, {found[i]}});
    m_transcript.setFoundMarks(std::move(marks));
}

} // namespace quarterdeck::ui
