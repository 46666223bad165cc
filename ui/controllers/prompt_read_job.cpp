#include "ui/controllers/prompt_read_job.h"

#include "model/conversation/channel.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::ui {

using conversation::MessagePublished;
using Rows = session::Result<session::Rows>;

PromptReadJob::PromptReadJob(std::shared_ptr<session::Library> library, Wanted wanted, Done done)
    : m_library(std::move(library))
    , m_wanted(std::move(wanted))
    , m_done(std::move(done))
{
    m_request.session = m_wanted.session;
    m_request.channel = conversation::channel::inboxOf(m_wanted.role);
    m_request.count = 1;
    m_request.asOf = m_wanted.event.seq;
}

void PromptReadJob::start()
{
    m_library->readRows(m_request, [self = shared_from_this()](const Rows& rows) { self->takeCount(rows); });
}

void PromptReadJob::takeCount(const Rows& rows)
{
    if (!rows)
        return m_done({});
    const auto& message = std::get<MessagePublished>(m_wanted.event.body).message;
    m_search = std::make_unique<team::PromptRebuilder>(m_wanted.team, m_wanted.role, message, rows->total);
    readOn();
}

void PromptReadJob::readOn()
{
    const auto piece = m_search->wanted();
    if (!piece)
        return finish();
    m_request.first = {piece->from};
    m_request.count = static_cast<std::int32_t>(piece->to - piece->from);
    m_library->readRows(m_request, [self = shared_from_this()](const Rows& rows) { self->takePiece(rows); });
}

void PromptReadJob::takePiece(const Rows& rows)
{
    if (!rows)
        return m_done({});
    std::vector<team::InboxRow> inbox;
    for (const session::Row& row : rows->rows)
        if (const auto* published = std::get_if<MessagePublished>(&row.event.body))
            inbox.push_back({row.event.seq, *published});
    m_search->add(std::move(inbox));
    readOn();
}

void PromptReadJob::finish()
{
    Found found;
    if (auto prompt = m_search->prompt(*m_wanted.state)) {
        found.text = QString::fromStdString(team::textOf(*prompt));
        found.json = QString::fromStdString(
            team::openAiJsonOf(*prompt).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
        found.prompt = std::make_shared<const team::RebuiltPrompt>(std::move(*prompt));
    }
    m_done(std::move(found));
}

} // namespace quarterdeck::ui
