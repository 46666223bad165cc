#include "ui/transcript/row_source.h"

#include "ui/transcript/row_presenter.h"
#include "ui/transcript/row_read_job.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

namespace quarterdeck::ui::transcript {

namespace {

using nlohmann::json;

constexpr int firstPauseMs = 1'000;
constexpr int longestPauseMs = 30'000;

QString text(const json& value)
{
    // A message need not be valid UTF-8; the page then gets replacement characters.
    return QString::fromStdString(value.dump(-1, ' ', false, json::error_handler_t::replace));
}

} // namespace

RowSource::RowSource(std::shared_ptr<session::Library> library, QObject* parent)
    : QObject(parent)
    , m_library(std::move(library))
    , m_presenter(std::make_shared<RowPresenter>(Presentation{}))
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &RowSource::readUnread);
}

RowSource::~RowSource() = default;

void RowSource::setPresentation(Presentation presentation)
{
    m_presenter = std::make_shared<RowPresenter>(std::move(presentation), m_presenter->plainRows());
    ++m_change;
}

bool RowSource::showPlain(const std::vector<conversation::EventSeq>& seqs)
{
    std::set<conversation::EventSeq> plainRows = m_presenter->plainRows();
    plainRows.insert(seqs.begin(), seqs.end());
    const bool isNew = plainRows.size() > m_presenter->plainRows().size();
    m_presenter = std::make_shared<RowPresenter>(presentation(), std::move(plainRows));
    ++m_change;
    return isNew;
}

void RowSource::drawAgain(conversation::EventSeq seq)
{
    std::set<conversation::EventSeq> plainRows = m_presenter->plainRows();
    if (plainRows.erase(seq) == 0)
        return;
    m_presenter = std::make_shared<RowPresenter>(presentation(), std::move(plainRows));
    refresh({seq});
}

const Presentation& RowSource::presentation() const { return m_presenter->presentation(); }

int RowSource::open(RowQuery place)
{
    if (place.session != m_place.session)
        m_presenter = std::make_shared<RowPresenter>(presentation());
    m_place = std::move(place);
    m_wanted.clear();
    m_postponed.clear();
    m_askedUntilFailure.reset();
    m_pauses = 0;
    m_pause.stop();
    m_isRefreshing = false; // its answer belongs to the older generation
    return ++m_generation;
}

void RowSource::setAsOf(std::optional<conversation::EventSeq> asOf)
{
    m_place.asOf = asOf;
    ++m_change;
}

void RowSource::request(int generation, int request, int first, int count)
{
    if (generation != m_generation)
        return;
    const auto deliver = m_receiver.wrap<Answer>([this](const Answer& answer) { takeRows(answer); });
    const auto answer = [=, change = m_change, asked = ++m_asked](const session::Result<std::int64_t>& total,
                                                                  const json& rows) {
        const auto written = total.map([&](std::int64_t known) {
            return text(
                {{"generation", generation}, {"request", request}, {"first", first}, {"total", known}, {"rows", rows}});
        });
        deliver({generation, {first, count}, change, asked, written, request});
    };
    std::make_shared<RowReadJob>(m_library, m_presenter, m_place, answer)->start({first}, count);
}

void RowSource::takeRows(const Answer& answer)
{
    if (answer.generation != m_generation)
        return;
    if (!answer.text) {
        emit requestFailed(text({{"generation", answer.generation}, {"request", answer.request}}));
        noteFailure(answer.text.error());
        return;
    }
    emit rowsRead(*answer.text);
    noteSuccess(answer.asked);
    if (answer.change != m_change)
        want(answer.range);
}

void RowSource::want(Range range)
{
    const auto isIn = [&](const std::deque<Range>& ranges) { return std::ranges::find(ranges, range) != ranges.end(); };
    if (!isIn(m_wanted) && !isIn(m_postponed))
        m_wanted.push_back(range);
    if (!m_isRefreshing)
        readNext();
}

void RowSource::noteFailure(const session::Error& error)
{
    m_askedUntilFailure = m_asked;
    emit failed(error);
}

void RowSource::noteSuccess(int asked)
{
    const bool isWaiting = m_isRefreshing || !m_wanted.empty() || !m_postponed.empty();
    if (!m_askedUntilFailure || asked <= *m_askedUntilFailure || isWaiting)
        return;
    m_askedUntilFailure.reset();
    emit recovered();
}

void RowSource::tryAgain()
{
    if (!m_pause.isActive())
        return;
    m_pause.stop();
    readUnread();
}

void RowSource::readUnread()
{
    for (const Range& range : std::exchange(m_postponed, {}))
        want(range);
}

void RowSource::readNext()
{
    if (m_wanted.empty())
        return;
    m_isRefreshing = true;
    const Range range = m_wanted.front();
    m_wanted.pop_front();
    const auto deliver = m_receiver.wrap<Answer>([this](const Answer& answer) { takeChanged(answer); });
    const auto answer = [deliver, range, generation = m_generation, change = m_change,
                         asked = ++m_asked](const session::Result<std::int64_t>& total, const json& rows) {
        const auto written = total.map([&](std::int64_t) {
            return text({{"generation", generation}, {"rows", rows}});
        });
        deliver({generation, range, change, asked, written});
    };
    std::make_shared<RowReadJob>(m_library, m_presenter, m_place, answer)->start({range.first}, range.count);
}

void RowSource::takeChanged(const Answer& answer)
{
    if (answer.generation != m_generation)
        return;
    m_isRefreshing = false;
    if (!answer.text) {
        postpone(answer.range);
        noteFailure(answer.text.error());
    } else {
        if (m_postponed.empty())
            m_pauses = 0;
        emit rowsChanged(*answer.text);
        noteSuccess(answer.asked);
    }
    if (!m_isRefreshing) // a listener may have asked for more
        readNext();
}

void RowSource::postpone(Range range)
{
    // It may have been requested again by now, and that read would fail, too.
    std::erase(m_wanted, range);
    m_postponed.push_back(range);
    if (!m_pause.isActive())
        m_pause.start(std::min(longestPauseMs, firstPauseMs << std::min(m_pauses++, 5)));
}

void RowSource::refresh(const std::vector<conversation::EventSeq>& seqs)
{
    ++m_change;
    const int generation = m_generation;
    const auto read = m_receiver.wrap<conversation::Ordinal>([this, generation](conversation::Ordinal ordinal) {
        if (generation == m_generation)
            want({ordinal.value, 1});
    });
    for (std::size_t index = 0; index < std::min(seqs.size(), maxRefreshed); ++index) {
        m_library->ordinalOf(m_place.session, m_place.channel, seqs[index],
                             [read](const session::Result<conversation::Ordinal>& ordinal) {
                                 if (ordinal) // else no row of this channel
                                     read(*ordinal);
                             });
    }
}

} // namespace quarterdeck::ui::transcript
