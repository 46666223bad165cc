#include "ui/transcript/row_source.h"

#include "model/conversation/channel.h"
#include "ui/transcript/question_json.h"
#include "ui/transcript/row_presenter.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

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
        emit requestFailed(answer.request);
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

namespace {

using namespace conversation;

/// How many messages of a private chat are read back to find its start. A longer one is shown without its duration.
constexpr std::int32_t longestPrivateChat = 50;
/// Most are a few words back and forth, which makes a window with many of them so much faster.
constexpr std::int32_t usualPrivateChat = 6;

bool endsPrivateChat(const session::Row& row)
{
    const auto* published = std::get_if<MessagePublished>(&row.event.body);
    return published && published->route.isPrivate && published->route.directChatRoles.size() == 1
        && std::any_of(row.amendments.begin(), row.amendments.end(),
                       [](const Event& event) { return std::holds_alternative<DirectChatEnded>(event.body); });
}

bool isOpenQuestion(const session::Row& row)
{
    return std::holds_alternative<QuestionAsked>(row.event.body) && endOf(row) == nullptr;
}

/// The time of the chat's first message, if that is among `rows`, the last of which is the chat's last.
std::optional<Timestamp> startOfChat(const session::Rows& rows, const DirectChatId& chat)
{
    std::optional<Timestamp> start;
    for (auto row = rows.rows.rbegin(); row != rows.rows.rend(); ++row) {
        const auto* published = std::get_if<MessagePublished>(&row->event.body);
        if (!published)
            continue; // a question within the chat
        if (published->route.directChat != chat)
            return start;
        start = row->event.time;
    }
    const bool isChannelsFirst = !rows.rows.empty() && rows.rows.front().ordinal.value == 0;
    return isChannelsFirst ? start : std::nullopt;
}

} // namespace

RowReadJob::RowReadJob(std::shared_ptr<session::Library> library, std::shared_ptr<const RowPresenter> presenter,
                       RowQuery place, Done done)
    : m_library(std::move(library))
    , m_presenter(std::move(presenter))
    , m_place(std::move(place))
    , m_done(std::move(done))
{ }

void RowReadJob::start(Ordinal first, std::int32_t count)
{
    m_library->readRows(
        {m_place.session, m_place.channel, first, count, m_place.asOf},
        [self = shared_from_this()](session::Result<session::Rows> rows) { self->takeRows(std::move(rows)); });
}

void RowReadJob::takeRows(session::Result<session::Rows> rows)
{
    if (!rows) {
        m_done(tl::unexpected(rows.error()), {});
        return;
    }
    m_rows = std::move(*rows);
    m_extras.resize(m_rows.rows.size());
    completeFrom(0);
}

void RowReadJob::completeFrom(std::size_t index)
{
    for (; index < m_rows.rows.size(); ++index) {
        const session::Row& row = m_rows.rows[index];
        if (m_place.asOf && isOpenQuestion(row))
            return readLaterEnd(index);
        if (endsPrivateChat(row))
            return readPrivateChat(index, std::get<MessagePublished>(row.event.body));
    }
    finish();
}

void RowReadJob::readLaterEnd(std::size_t index)
{
    const Ordinal ordinal = m_rows.rows[index].ordinal;
    m_library->readRows({m_place.session, m_place.channel, ordinal, 1, std::nullopt},
                        [self = shared_from_this(), index](const session::Result<session::Rows>& now) {
                            if (now && now->rows.size() == 1) {
                                if (const QuestionEnd* end = endOf(now->rows.front()))
                                    self->m_extras[index].laterEnd = *end;
                            }
                            self->completeFrom(index + 1);
                        });
}

void RowReadJob::readPrivateChat(std::size_t index, const MessagePublished& last)
{
    const ChannelKey chatChannel = channel::privateWith(last.route.directChatRoles.front());
    m_library->ordinalOf(m_place.session, chatChannel, m_rows.rows[index].event.seq,
                         [self = shared_from_this(), index, chatChannel,
                          chat = last.route.directChat](const session::Result<Ordinal>& ordinal) {
                             if (!ordinal)
                                 return self->completeFrom(index + 1);
                             self->readBack({index, chatChannel, chat, *ordinal}, usualPrivateChat);
                         });
}

void RowReadJob::readBack(const ChatPlace& place, std::int32_t most)
{
    const std::int64_t first = std::max<std::int64_t>(0, place.last.value - most + 1);
    const auto count = static_cast<std::int32_t>(place.last.value - first + 1);
    m_library->readRows({m_place.session, place.channel, Ordinal{first}, count, m_place.asOf},
                        [self = shared_from_this(), place, most, first](const session::Result<session::Rows>& rows) {
                            const auto start = rows ? startOfChat(*rows, place.chat) : std::nullopt;
                            if (!start && rows && first > 0 && most < longestPrivateChat)
                                return self->readBack(place, longestPrivateChat);
                            self->m_extras[place.index].privateChatStart = start;
                            self->completeFrom(place.index + 1);
                        });
}

void RowReadJob::finish()
{
    nlohmann::json rows = nlohmann::json::array();
    for (std::size_t index = 0; index < m_rows.rows.size(); ++index)
        rows.push_back(m_presenter->present(m_rows.rows[index], m_extras[index]));
    m_done(m_rows.total, rows);
}

} // namespace quarterdeck::ui::transcript
