#pragma once

#include "model/session/library.h"
#include "model/session/post.h"
#include "ui/controllers/current_session.h"
#include "ui/controllers/transcript_controller.h"
#include "ui/panels/find_bars.h"
#include "ui/theme/action_registry.h"
#include "ui/transcript/transcript_view.h"

#include <QObject>
#include <QTimer>

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace quarterdeck::ui {

/// The order in which a channel is searched, and what was found so far: from the row in sight to the end first, then
/// from the beginning to there. Until both are done there are unknown gaps, and no step crosses one.
class ChannelSearch
{
public:
    ChannelSearch() = default;
    /// `first`: the row in sight; `seq`: of its event; 0 = everything is searched from the first event on.
    ChannelSearch(conversation::Ordinal first, conversation::EventSeq seq);

    /// The event after which the next piece begins.
    [[nodiscard]] conversation::EventSeq next() const;
    /// What was found after `next`. Once everything is done, what has come since.
    void take(const session::FindResult& piece);
    [[nodiscard]] bool isWhole() const { return m_isEndReached && m_isRestRead; }

    /// In order, each once.
    [[nodiscard]] const std::vector<std::int64_t>& rows() const { return m_rows; }
    [[nodiscard]] bool isFound(std::int64_t row) const;
    /// Of a found row.
    [[nodiscard]] std::size_t placeOf(std::int64_t row) const;
    /// The first match from there on, or, if there is none, the first of all; empty while that is not known.
    [[nodiscard]] std::optional<std::size_t> from(std::int64_t row) const;
    /// The match before or after a place (`by` -1 or 1), wrapping around either end; empty while that is not known.
    [[nodiscard]] std::optional<std::size_t> step(std::size_t place, int by) const;

private:
    [[nodiscard]] bool readsOn() const { return !m_isEndReached || m_isRestRead; }
    void add(const std::vector<conversation::Ordinal>& rows);
    [[nodiscard]] std::optional<std::size_t> stepWithin(std::size_t place, std::size_t next) const;
    [[nodiscard]] std::optional<std::size_t> stepAround(std::size_t place, std::size_t next, int by) const;

    std::vector<std::int64_t> m_rows;
    std::int64_t m_start = 0;            ///< ordinal
    conversation::EventSeq m_startSeq;   ///< 0 = there is no rest
    conversation::EventSeq m_readTo;     ///< from the start on
    conversation::EventSeq m_restReadTo; ///< from the beginning up to the start
    bool m_isEndReached = false;
    bool m_isRestRead = true;
};

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
