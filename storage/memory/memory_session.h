#pragma once

#include "model/session/library.h"
#include "storage/log/event_facts.h"
#include "storage/log/session_check.h"
#include "storage/search/document.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::storage::memory {

/// One session in memory: what a library file's tables hold of it. A value; not synchronised.
class MemorySession final : private DerivedRows
{
public:
    explicit MemorySession(session::SessionSummary summary);

    /// Why the records cannot follow; empty if they can. Changes nothing.
    [[nodiscard]] std::string gapBefore(const std::vector<session::LogRecord>& records) const;
    void append(session::SessionSummary summary, std::vector<session::LogRecord> records);
    void setComplete() { m_summary.isComplete = true; }
    void saveSnapshot(session::ConversationState state);

    [[nodiscard]] const session::SessionSummary& summary() const { return m_summary; }
    [[nodiscard]] session::EventSeq lastSeq() const { return {static_cast<std::int64_t>(m_events.size())}; }
    [[nodiscard]] const std::set<session::AttachmentHash>& attachments() const { return m_attachments; }
    [[nodiscard]] session::Rows rows(const session::RowsRequest& request) const;
    [[nodiscard]] std::vector<session::Event> events(session::EventSeq after, std::int32_t limit) const;
    [[nodiscard]] session::ConversationState stateAt(std::optional<session::EventSeq> asOf) const;
    [[nodiscard]] session::SessionOpening opening() const;
    [[nodiscard]] session::EventSeq seqAt(session::Timestamp time) const;
    [[nodiscard]] std::optional<session::Ordinal> ordinalOf(const session::ChannelKey& channel,
                                                            session::EventSeq seq) const override;
    [[nodiscard]] session::FindResult find(const session::FindRequest& request) const;
    /// In the events' order. `notSearched` counts those of which only the beginning was searched, without a match.
    [[nodiscard]] std::vector<session::SearchHit> search(const session::SearchTerms& terms,
                                                         std::int64_t& notSearched) const;
    [[nodiscard]] session::Timeline timeline(std::int32_t buckets) const;
    [[nodiscard]] std::vector<session::ChannelMark> marks(const session::ChannelKey& channel,
                                                          std::optional<session::EventSeq> asOf) const;
    [[nodiscard]] session::EventSeq nextMark(session::TimelineMark::Kind kind, session::EventSeq after) const;
    [[nodiscard]] std::int64_t bytes() const; ///< of the events, as they would be stored
    [[nodiscard]] session::SessionCheck verify() const;

    std::string draft;
    session::SessionLabels labels;

private:
    [[nodiscard]] bool isAmended(session::EventSeq target, session::EventSeq by) const override;
    [[nodiscard]] bool isMarked(const MarkFact& mark) const override { return m_marks.contains(mark); }
    [[nodiscard]] std::map<session::ChannelKey, std::int64_t> channelRows() const override;
    [[nodiscard]] std::int64_t amendmentCount() const override;
    [[nodiscard]] std::int64_t markCount() const override { return static_cast<std::int64_t>(m_marks.size()); }
    [[nodiscard]] std::vector<session::ChannelKey> channelsOf(session::EventSeq seq) const;
    [[nodiscard]] session::EventSeq amendedBy(session::EventSeq seq) const;
    [[nodiscard]] session::EventSeq shownAt(session::EventSeq seq) const;
    /// `end`: a message is searched as it was there.
    [[nodiscard]] search::Document documentOf(const session::Event& event, session::EventSeq row,
                                              const session::SearchTerms& terms, session::EventSeq end) const;
    [[nodiscard]] search::Document wordsOf(const session::Event& event, session::EventSeq row,
                                           session::EventSeq end) const;
    [[nodiscard]] bool mayHave(const session::SearchTerms& terms) const;
    [[nodiscard]] session::EventSeq endOf(const session::SearchTerms& terms, session::EventSeq last) const;
    [[nodiscard]] const session::Event& event(session::EventSeq seq) const;
    [[nodiscard]] std::vector<session::TimelineMark> timelineMarks() const;
    void appendRecord(session::LogRecord record);

    session::SessionSummary m_summary;
    std::vector<session::Event> m_events; ///< seq 1 first
    std::vector<std::string> m_speakers;  ///< of each event
    std::map<session::ChannelKey, std::vector<session::EventSeq>> m_channels;
    std::map<session::EventSeq, std::vector<session::EventSeq>> m_amendments;
    std::set<MarkFact> m_marks;
    std::map<session::EventSeq, session::ConversationState> m_snapshots;
    std::set<session::AttachmentHash> m_attachments;
};

} // namespace quarterdeck::storage::memory
