#include "workspace/seen_finder.h"

#include "conversation/channel.h"
#include "team/seen_prompt.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::ui {

using conversation::MessagePublished;

SeenFinder::SeenFinder(ViewedSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed) { }

SeenFinder::~SeenFinder() = default;

void SeenFinder::clear()
{
    m_seq = {};
    ++m_readings;
    m_seen.reset();
    m_text.clear();
    m_json.clear();
}

void SeenFinder::find(const session::Event& event)
{
    if (event.seq == m_seq)
        return;
    clear();
    m_seq = event.seq;
    const auto* published = std::get_if<MessagePublished>(&event.body);
    const auto role =
        published == nullptr ? std::nullopt : team::SeenSearch::roleOf(*m_viewed.state(), published->message);
    if (!role)
        return;
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(
        m_viewed.id(), {0}, 1, m_receiver.on<Events>([this, reading = m_readings, role = *role, event](Events first) {
            if (reading != m_readings || !first || first->empty())
                return;
            const auto* begun = std::get_if<conversation::SessionStarted>(&first->front().body);
            if (begun == nullptr)
                return;
            const auto started = team::startedTeamOf(*begun);
            if (started && *started) // a team of this program's own agents
                countInbox(role, event, (*started)->team);
        }));
}

void SeenFinder::countInbox(const conversation::RoleName& role, const session::Event& event,
                            const team::TeamDefinition& team)
{
    session::RowsRequest request;
    request.session = m_viewed.id();
    request.channel = conversation::channel::inboxOf(role);
    request.count = 1;
    request.asOf = event.seq;
    using Found = session::Result<session::Rows>;
    m_viewed.library().readRows(
        request, m_receiver.on<Found>([this, reading = m_readings, request, role, event, team](const Found& rows) {
            if (reading != m_readings || !rows)
                return;
            const auto& message = std::get<MessagePublished>(event.body).message;
            readOn(std::make_shared<team::SeenSearch>(team, role, message, rows->total), request);
        }));
}

void SeenFinder::readOn(std::shared_ptr<team::SeenSearch> search, session::RowsRequest request)
{
    const auto piece = search->wanted();
    if (!piece)
        return take(*search);
    request.first = {piece->from};
    request.count = static_cast<std::int32_t>(piece->to - piece->from);
    using Found = session::Result<session::Rows>;
    m_viewed.library().readRows(request,
                                m_receiver.on<Found>([this, reading = m_readings, search, request](const Found& found) {
                                    if (reading != m_readings || !found)
                                        return;
                                    std::vector<team::InboxRow> rows;
                                    for (const session::Row& row : found->rows)
                                        if (const auto* published = std::get_if<MessagePublished>(&row.event.body))
                                            rows.push_back({row.event.seq, *published});
                                    search->add(std::move(rows));
                                    readOn(search, request);
                                }));
}

void SeenFinder::take(const team::SeenSearch& search)
{
    if (!m_viewed.state())
        return;
    auto seen = search.prompt(*m_viewed.state());
    if (!seen)
        return;
    m_seen = std::make_unique<team::SeenPrompt>(std::move(*seen));
    m_text = QString::fromStdString(team::textOf(*m_seen));
    m_json = QString::fromStdString(
        team::openAiJsonOf(*m_seen).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    emit found();
}

} // namespace quarterdeck::ui
