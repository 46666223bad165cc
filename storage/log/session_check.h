#pragma once

#include "model/session/library.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace quarterdeck::storage {

/// What the timeline marks at an event. Marks of one kind with the same non-empty subject are one span (a chat).
struct MarkFact
{
    session::TimelineMark::Kind kind = session::TimelineMark::Kind::Question;
    session::EventSeq at; ///< the marked event: the same, or the annotated one
    std::string subject;
    friend auto operator<=>(const MarkFact&, const MarkFact&) = default;
};

/// The speaker: as stated by the record, otherwise the message's sender; "<human>" for the person; empty if it is no
/// message.
[[nodiscard]] std::string speakerOf(const session::LogRecord& record);
/// What the timeline marks because of this event.
[[nodiscard]] std::vector<MarkFact> marksOf(const session::Event& event);

/// What is stored beside a session's log and follows from it, for a check to query.
class DerivedRows
{
public:
    virtual ~DerivedRows() = default;

    /// The event's position in a channel; empty if it is not there.
    [[nodiscard]] virtual std::optional<session::Ordinal> ordinalOf(const session::ChannelKey& channel,
                                                                    session::EventSeq seq) const = 0;
    [[nodiscard]] virtual bool isAmended(session::EventSeq target, session::EventSeq by) const = 0;
    [[nodiscard]] virtual bool isMarked(const MarkFact& mark) const = 0;
    /// How many there are of each.
    [[nodiscard]] virtual std::map<session::ChannelKey, std::int64_t> channelRows() const = 0;
    [[nodiscard]] virtual std::int64_t amendmentCount() const = 0;
    [[nodiscard]] virtual std::int64_t markCount() const = 0;
};

/// Folds a session from its first event and collects where anything stored beside the log disagrees. After a gap in the
/// log there is no state to compare with, so only gaps are found.
class SessionFold
{
public:
    /// `places` must outlive it.
    SessionFold(session::SessionId session, const DerivedRows& places);

    /// The next event in order.
    void add(const session::Event& event);
    [[nodiscard]] const session::ConversationState& state() const { return m_state; }
    [[nodiscard]] bool isWhole() const { return m_isWhole; }

    void compareSnapshot(const session::Result<session::ConversationState>& snapshot, session::EventSeq at);
    void compareSummary(const session::SessionSummary& summary);
    /// After the last event: whether more is stored than the events produced.
    void compareTotals();
    void addUnreadable(const session::Error& error);
    /// Its bytes differ from what was stored.
    void addDamagedAttachment(const session::AttachmentHash& attachment);

    [[nodiscard]] session::SessionCheck result() const;

private:
    void addFault(const std::string& sentence);
    void addGap(session::EventSeq first, session::EventSeq last);
    void comparePlaces(const session::LogRecord& record);
    void compareMarks(const session::Event& event);
    void compareTotal(const session::ChannelKey& channel, std::int64_t stored, std::int64_t expected);

    const DerivedRows& m_places;
    session::SessionCheck m_check;
    session::ConversationState m_state;
    session::EventSeq m_last;
    bool m_isWhole = true;
    int m_unlisted = 0; ///< faults not in m_check
    std::int64_t m_amendments = 0;
    std::int64_t m_marks = 0;
    std::map<session::AttachmentHash, session::EventSeq> m_shown; ///< where each attachment is first shown
    std::set<session::EventSeq> m_mistakes; ///< a message may be annotated twice but is marked once
};

} // namespace quarterdeck::storage
