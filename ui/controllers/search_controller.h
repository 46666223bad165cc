#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/controllers/hub_proxy.h"
#include "ui/panels/sessions_panel.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <chrono>
#include <stop_token>
#include <vector>

namespace quarterdeck::ui {

/// Searches all sessions for what is in the panel's field, newest first, page by page as they scroll into view. As
/// sessions go on, it checks now and then whether there is more to find, and offers it: what is shown stays as it is.
/// Thread: ui; panel, hub and library must outlive it.
class SearchController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SearchController)
public:
    SearchController(SessionsPanel& panel, HubProxy& hub, session::Library& library, QObject* parent = nullptr);
    ~SearchController() override;

    /// The words being searched for, without filters.
    [[nodiscard]] const std::vector<session::SearchPhrase>& phrases() const { return m_terms.phrases; }
    /// Shows everything anew, in the current language.
    void refresh();

signals:
    /// The search has ended.
    void ended();
    /// Not everything could be searched.
    void damageFound(const quarterdeck::session::Error& error);
    void messageChosen(const quarterdeck::conversation::SessionId& session, quarterdeck::conversation::EventSeq row);

private:
    void search();
    void readOn();
    void take(const session::Result<session::SearchHits>& page);
    void addMessages(const std::vector<session::SearchHit>& hits);
    void show();
    void forgetRemoved();
    void lookSoon();
    void look();
    void takeNewest(const session::Result<session::SearchHits>& page);
    void showNewest();
    [[nodiscard]] std::int64_t eventsOfAll() const;
    [[nodiscard]] int countNew(const session::SearchHits& page) const;

    SessionsPanel& m_panel;
    HubProxy& m_hub;
    session::Library& m_library;
    QString m_typed;
    session::SearchTerms m_terms;
    std::vector<session::SearchHit> m_hits;
    std::vector<view::FoundMessage> m_messages; ///< the hits'
    bool m_isReading = false;
    bool m_isLast = true;
    std::int64_t m_notSearched = 0;
    QString m_failure;
    int m_wanted = 0;        ///< counts searches: answers to an earlier one are dropped
    std::stop_source m_stop; ///< of this search: the next one stops it
    QTimer m_typing;         ///< waits for the next letter
    QTimer m_looking;        ///< until the next search for new events
    QElapsedTimer m_sinceLook;
    std::chrono::milliseconds m_pause; ///< between searches
    std::int64_t m_lookedAt = 0;       ///< how many events there were at the last search
    std::size_t m_sessions = 0;        ///< and how many sessions
    bool m_isLooking = false;
    session::SearchHits m_newest; ///< what is on offer
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
