#pragma once

#include "model/session/callback_guard.h"
#include "ui/controllers/channel_search.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/panels/find_bar.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace quarterdeck::ui {

/// Finds words, and what filters ask for, in the current channel: searches all rows in the library, piece by piece,
/// steps from match to match and from row to row, and marks them in the page and beside it. What arrives meanwhile is
/// included. Thread: ui.
class FindController final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FindController)
public:
    FindController(FindBar& bar, transcript::TranscriptView& view, TranscriptController& transcript,
                   CurrentSession& viewed, ActionRegistry& actions, QObject* parent = nullptr);
    ~FindController() override;

    /// Marks these words in the page and scrolls to the first in this row, even inside folded text. Not while the bar
    /// is open, whose words are marked; `phrases` without any removes the marks.
    void mark(std::vector<session::SearchPhrase> phrases, conversation::EventSeq row);

    /// Rows found so far, in order, each once.
    [[nodiscard]] const std::vector<std::int64_t>& found() const { return m_sweep.rows(); }

signals:
    /// The library could not be searched.
    void failed(const quarterdeck::session::Error& error);

private:
    void connectBar(ActionRegistry& actions);
    void connectView();
    void followMoment();
    void readMoreSoon();
    void search();
    void searchAndGo();
    void begin();
    void reset();
    void stop();
    void readOn();
    void takePlace(conversation::Ordinal row, int place, int count);
    void markIn(const conversation::ChannelKey& channel, std::vector<session::SearchPhrase> phrases,
                conversation::EventSeq row);
    void take(const session::FindResult& piece);
    void step(int by);
    void goToNextRow(int by);
    void goTo(std::optional<std::size_t> place, bool isFromEnd);
    void markFound(std::int64_t around, bool isFromEnd);
    void showFoundAround();
    void showCount();
    void showMarks();

    FindBar& m_bar;
    transcript::TranscriptView& m_view;
    TranscriptController& m_transcript;
    CurrentSession& m_viewed;
    session::SearchTerms m_terms; ///< empty = no search
    ChannelSearch m_sweep;
    std::optional<std::int64_t> m_current; ///< ordinal of the selected row
    int m_here = 0;                        ///< the match in it, from 1
    int m_places = 0;                      ///< how many it has
    bool m_isOutOfSight = false;           ///< the page shows none of them
    int m_waitingStep = 0;                 ///< to a row that is not known yet
    bool m_isToGo = false;                 ///< to the first match; otherwise it waits for a step
    bool m_isReading = false;
    bool m_hasFailed = false;
    bool m_hasMore = false;                             ///< events came while the last piece was read
    std::optional<conversation::EventSeq> m_searchedTo; ///< the moment of a replay that was last read; empty: now
    int m_wanted = 0;                                   ///< counts searches: answers to an earlier one are dropped
    std::int64_t m_firstInSight = 0;
    QTimer m_typing;   ///< waits for the next letter
    QTimer m_arriving; ///< waits for more events
    QTimer m_moving;   ///< waits for the clock of a replay
    bool m_isFromEnd = false;
    std::int64_t m_markedAround = 0; ///< with filters, the page knows the matches around here
    std::stop_source m_stop;         ///< of this search: the next one stops it
    session::CallbackGuard m_receiver{this};
};

} // namespace quarterdeck::ui
