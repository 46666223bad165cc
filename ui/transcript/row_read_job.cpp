#include "ui/transcript/row_read_job.h"

#include "model/conversation/channel.h"
#include "ui/transcript/question_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <variant>

namespace quarterdeck::ui::transcript {

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
