#include "ui/controllers/prompt_lookup.h"

#include <memory>
#include <utility>

namespace quarterdeck::ui {

using conversation::MessagePublished;

PromptLookup::PromptLookup(CurrentSession& viewed, QObject* parent) : QObject(parent), m_viewed(viewed) { }

void PromptLookup::clear()
{
    ++m_readings;
    m_event.reset();
    m_role.reset();
    m_isWanted = false;
    m_isReading = false;
    m_isRead = false;
    m_found = {};
}

void PromptLookup::find(const session::Event& event, bool isWanted)
{
    if (!m_event || m_event->seq != event.seq) {
        clear();
        m_event = event;
        const auto* published = std::get_if<MessagePublished>(&event.body);
        if (published != nullptr)
            m_role = team::PromptRebuilder::roleOf(*m_viewed.state(), published->message);
        if (m_role && m_teamOf != m_viewed.id())
            findTeam();
    }
    m_isWanted = isWanted;
    readIfWanted();
}

/// It is in the session's first event.
void PromptLookup::findTeam()
{
    m_teamOf = m_viewed.id();
    m_team.reset();
    using Events = session::Result<std::vector<session::Event>>;
    m_viewed.library().readEvents(m_viewed.id(), {0}, 1,
                                  m_receiver.wrap<Events>([this, session = m_viewed.id()](const Events& first) {
                                      if (m_teamOf == session)
                                          takeTeam(first);
                                  }));
}

void PromptLookup::takeTeam(const session::Result<std::vector<session::Event>>& first)
{
    const auto* begun =
        first && !first->empty() ? std::get_if<conversation::SessionStarted>(&first->front().body) : nullptr;
    if (begun == nullptr)
        return;
    const auto started = team::startedTeamOf(*begun);
    if (!started || !*started)
        return;
    m_team = (*started)->team;
    if (m_role)
        emit changed();
}

void PromptLookup::readIfWanted()
{
    if (!m_isWanted || !isOffered() || m_isReading || m_isRead)
        return;
    m_isReading = true;
    const auto done = m_receiver.wrap<PromptReadJob::Found>([this, reading = m_readings](PromptReadJob::Found found) {
        if (reading != m_readings)
            return;
        m_found = std::move(found);
        m_isReading = false;
        m_isRead = true;
        emit changed();
    });
    PromptReadJob::Wanted wanted{m_viewed.id(), m_viewed.state(), *m_event, *m_role, *m_team};
    std::make_shared<PromptReadJob>(m_viewed.sharedLibrary(), std::move(wanted), done)->start();
}

} // namespace quarterdeck::ui
