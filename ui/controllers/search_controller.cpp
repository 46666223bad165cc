#include "ui/controllers/search_controller.h"

#include "ui/present/present.h"
#include "ui/present/routing_text.h"
#include "ui/present/visible_text.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace quarterdeck::ui {

namespace {

constexpr int typingPauseMs = 150;
/// The pause between two looks for news: this long, or a multiple of what a look takes.
constexpr std::chrono::milliseconds shortestPause{1000};
constexpr std::chrono::milliseconds longestPause{30'000};
constexpr int pausesPerLook = 20;

bool isOfRow(const session::SearchHit& hit, const session::SearchHit& other)
{
    return hit.place.session == other.place.session && hit.row == other.row;
}

} // namespace

SearchController::SearchController(SessionsPanel& panel, HubProxy& hub, session::Library& library, QObject* parent)
    : QObject(parent)
    , m_panel(panel)
    , m_hub(hub)
    , m_library(library)
    , m_pause(shortestPause)
{
    m_typing.setSingleShot(true);
    m_typing.setInterval(typingPauseMs);
    connect(&m_typing, &QTimer::timeout, this, &SearchController::search);
    connect(&panel, &SessionsPanel::searched, this, [this](const QString& typed) {
        m_typed = typed;
        m_typing.start();
    });
    connect(&panel, &SessionsPanel::moreRequested, this, &SearchController::readOn);
    m_looking.setSingleShot(true);
    connect(&m_looking, &QTimer::timeout, this, &SearchController::look);
    connect(&hub, &HubProxy::sessionsChanged, this, [this] {
        forgetRemoved();
        lookSoon();
    });
    connect(&panel, &SessionsPanel::foundNewsRequested, this, &SearchController::showNewest);
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
    m_isLooking = false;
    m_looking.stop();
    m_lookedAt = eventsOfAll();
    m_panel.setFoundNews(0);
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
    m_library.search(std::move(request), m_receiver.wrap<Page>([this, wanted = m_wanted](const Page& page) {
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
        m_notSearched += page->notSearched;
    } else {
        m_failure = wording::text(page.error().sentence);
        if (page.error().code == conversation::ErrorCode::Damaged)
            emit damageFound(page.error());
    }
    show();
    lookSoon(); // what came meanwhile
}

void SearchController::lookSoon()
{
    const bool isAsked = !m_terms.isEmpty() && m_failure.isEmpty() && !(m_isReading && m_hits.empty());
    if (isAsked && !m_isLooking && !m_looking.isActive() && eventsOfAll() != m_lookedAt)
        m_looking.start(m_pause);
}

/// What was deleted for good is not shown any more.
void SearchController::forgetRemoved()
{
    const std::size_t sessions = m_hub.sessions().size();
    if (std::exchange(m_sessions, sessions) <= sessions || m_hits.empty())
        return;
    std::erase_if(m_hits, [this](const session::SearchHit& hit) { return m_hub.find(hit.place.session) == nullptr; });
    refresh();
}

/// However many messages arrive: one search now and then, and only of the newest page.
void SearchController::look()
{
    m_isLooking = true;
    m_lookedAt = eventsOfAll();
    m_sinceLook.start();
    session::SearchRequest request{m_terms, {}};
    request.stop = m_stop.get_token();
    using Page = session::Result<session::SearchHits>;
    m_library.search(std::move(request), m_receiver.wrap<Page>([this, wanted = m_wanted](const Page& page) {
        if (wanted == m_wanted)
            takeNewest(page);
    }));
}

void SearchController::takeNewest(const session::Result<session::SearchHits>& page)
{
    m_isLooking = false;
    m_pause = std::clamp(std::chrono::milliseconds(pausesPerLook * m_sinceLook.elapsed()), shortestPause, longestPause);
    if (page) {
        m_newest = *page;
        const int count = countNew(m_newest);
        if (m_hits.empty() && count > 0)
            showNewest(); // there is nobody to be disturbed
        else
            m_panel.setFoundNews(count, !m_newest.isLast && count == static_cast<int>(m_newest.hits.size()));
    }
    lookSoon();
}

/// Counts rows not shown yet: a message that grows, or a question that is answered, stays where it is. Anything older
/// than what was read so far is not news.
int SearchController::countNew(const session::SearchHits& page) const
{
    int count = 0;
    for (auto hit = page.hits.begin(); hit != page.hits.end(); ++hit) {
        const auto isSame = [&](const session::SearchHit& other) { return isOfRow(*hit, other); };
        const bool isOlder =
            !m_isLast && !m_hits.empty() && hit->place.time.msSinceEpoch <= m_hits.back().place.time.msSinceEpoch;
        const bool isKnown = std::ranges::any_of(m_hits, isSame) || std::any_of(page.hits.begin(), hit, isSame);
        if (!isOlder && !isKnown && m_hub.find(hit->place.session) != nullptr)
            ++count;
    }
    return count;
}

/// Replaces the results at once, since it was read when it was offered.
void SearchController::showNewest()
{
    ++m_wanted;
    m_isReading = false;
    m_hits = m_newest.hits;
    m_isLast = m_newest.isLast;
    m_notSearched = m_newest.notSearched;
    const bool isFirst = m_messages.empty();
    refresh();
    m_panel.setFoundNews(0);
    if (!isFirst)
        m_panel.goToNewestFound();
    m_isLooking = false;
    lookSoon();
}

/// Grows with each event of any session.
std::int64_t SearchController::eventsOfAll() const
{
    std::int64_t events = 0;
    for (const session::SessionSummary& session : m_hub.sessions())
        events += session.lastSeq.value;
    return events;
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
    found.note = m_failure;
    if (found.note.isEmpty() && m_notSearched > 0)
        found.note = tr("%n event(s) were not fully searched: not indexed yet, unreadable, longer than 1 MB, or too "
                        "many words start with what you typed.",
                        nullptr, static_cast<int>(std::min<std::int64_t>(m_notSearched, INT_MAX)));
    if (found.note.isEmpty() && ((m_isLast && m_hits.empty()) || m_terms.leftOut > 0))
        found.note = wording::visibleText(session::searchHint(m_terms));
    found.messages = m_messages;
    m_panel.setFound(std::move(found));
}

} // namespace quarterdeck::ui
