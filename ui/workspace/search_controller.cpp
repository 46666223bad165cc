#include "workspace/search_controller.h"

#include "ui/present/present.h"
#include "ui/wording/routing_words.h"
#include "ui/wording/visible_text.h"

#include <algorithm>
#include <climits>

namespace quarterdeck::ui {

namespace {

constexpr int typingPauseMs = 150;

}

SearchController::SearchController(SessionsPanel& panel, HubClient& hub, session::Library& library, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_hub(hub)
    , m_library(library)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(&m_typing, &QTimer::timeout, this, &SearchController::search);
    connect(&panel, &SessionsPanel::searched, this, [this](const QString& typed) {
        m_typed = typed;
        m_typing.start();
    });
    connect(&panel, &SessionsPanel::moreWanted, this, &SearchController::readOn);
    connect(&panel, &SessionsPanel::messageChosen, this, [this](const QString& session, conversation::EventSeq row) {
        emit messageChosen(conversation::SessionId(session.toStdString()), row);
    });
}

SearchController::~SearchController() { m_stop.request_stop(); }

void SearchController::search()
{
    ++m_wanted;
    m_stop.request_stop();
    m_stop = {};
    const bool wasAsked = !m_terms.isEmpty();
    m_terms = session::searchTerms(m_typed.toStdString());
    m_hits.clear();
    m_messages.clear();
    m_isReading = false;
    m_isLast = m_terms.isEmpty();
    m_notSearched = 0;
    m_failure.clear();
    readOn();
    show();
    if (wasAsked && m_terms.isEmpty())
        emit ended();
}

void SearchController::readOn()
{
    if (m_isReading || m_isLast)
        return;
    m_isReading = true;
    session::SearchRequest request{m_terms, {}};
    if (!m_hits.empty())
        request.after = m_hits.back().place;
    request.stop = m_stop.get_token();
    using Page = session::Result<session::SearchHits>;
    m_library.search(std::move(request), m_receiver.on<Page>([this, wanted = m_wanted](const Page& page) {
        if (wanted == m_wanted)
            take(page);
    }));
}

void SearchController::take(const session::Result<session::SearchHits>& page)
{
    m_isReading = false;
    m_isLast = !page || page->isLast;
    if (page) {
        m_hits.insert(m_hits.end(), page->hits.begin(), page->hits.end());
        addMessages(page->hits);
        m_notSearched = page->notSearched;
    } else {
        m_failure = wording::text(page.error().sentence);
        if (page.error().code == conversation::ErrorCode::Damaged)
            emit damageFound(page.error());
    }
    show();
}

void SearchController::refresh()
{
    m_messages.clear();
    addMessages(m_hits);
    show();
}

void SearchController::addMessages(const std::vector<session::SearchHit>& hits)
{
    for (const session::SearchHit& hit : hits) {
        if (const session::SessionSummary* session = m_hub.find(hit.place.session)) // else it was removed since
            m_messages.push_back(present::foundMessage(hit, *session));
    }
}

void SearchController::show()
{
    view::FoundMessages found;
    found.isAsked = !m_terms.isEmpty();
    found.isReading = m_isReading && m_hits.empty();
    found.hasMore = !m_isLast;
    found.note = m_failure;
    if (found.note.isEmpty() && m_notSearched > 0)
        found.note = tr("%n older event(s) were not searched: not indexed yet, or too many words begin as typed.",
                        nullptr, static_cast<int>(std::min<std::int64_t>(m_notSearched, INT_MAX)));
    if (found.note.isEmpty() && ((m_isLast && m_hits.empty()) || m_terms.leftOut > 0))
        found.note = wording::visibleText(session::searchHint(m_terms));
    found.messages = m_messages;
    m_panel.setFound(std::move(found));
}

} // namespace quarterdeck::ui
