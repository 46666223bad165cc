#pragma once

#include "model/conversation/event.h"

#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::conversation {

class ConversationState;

/// Tokens and money of several calls. A call without a known price adds only tokens.
struct UsageSum
{
    std::int64_t promptTokens = 0;
    std::int64_t completionTokens = 0;
    std::int64_t cachedTokens = 0;    ///< of the prompts'
    std::int64_t reasoningTokens = 0; ///< of the completions'
    double cost = 0;                  ///< US dollars, for calls with a known price
    std::int64_t unpricedCalls = 0;
    std::int64_t calls = 0;

    void add(const Usage& usage);
    void add(const UsageSum& other);
    [[nodiscard]] std::int64_t totalTokens() const { return saturatingSum(promptTokens, completionTokens); }
    friend bool operator==(const UsageSum&, const UsageSum&) = default;
};

/// What one member used of one model.
struct CostLine
{
    RoleName role; ///< a member, or the address the message was sent from
    std::string model;
    UsageSum sum;
    friend bool operator==(const CostLine&, const CostLine&) = default;
};

/// One call of a model.
struct CostCall
{
    EventSeq seq; ///< of the message it produced; 0 = none
    Timestamp time;
    RoleName role;
    std::string action; ///< the message's cause
    Usage usage;
    friend bool operator==(const CostCall&, const CostCall&) = default;
};

/// Usage within one span of time, by the roles of CostLedger::roles() in their order; later roles are missing.
struct CostSlice
{
    Timestamp from;
    std::vector<UsageSum> byRole;
    friend bool operator==(const CostSlice&, const CostSlice&) = default;
};

/// What a session's calls have cost, by role and model and over time, and which were the most expensive. Grows with the
/// number of members rather than events: times are kept in at most `mostSlices` equal slices, whose width doubles when
/// they do not suffice. Thread: any one.
class CostLedger
{
public:
    static constexpr std::size_t mostSlices = 512;
    static constexpr std::size_t mostLargest = 8;
    /// Roles beyond this, and models of one role beyond it, are counted together without a name.
    static constexpr std::size_t mostLines = 500;

    /// In the order of the log. `state` (of that moment or later) knows who the members are.
    void take(const Event& event, const ConversationState& state);

    /// By role in the order of their first calls, then by model.
    [[nodiscard]] const std::vector<CostLine>& lines() const { return m_lines; }
    [[nodiscard]] const std::vector<RoleName>& roles() const { return m_roles; }
    [[nodiscard]] const UsageSum& total() const { return m_total; }
    /// In order of time; slices without a call are missing.
    [[nodiscard]] const std::vector<CostSlice>& slices() const { return m_slices; }
    [[nodiscard]] std::int64_t sliceMs() const { return m_sliceMs; }
    /// The most expensive first; without known prices, those with the most tokens.
    [[nodiscard]] const std::vector<CostCall>& largest() const { return m_largest; }
    struct Round
    {
        Timestamp time;
        std::int32_t number = 0;
        friend bool operator==(const Round&, const Round&) = default;
    };
    [[nodiscard]] const std::vector<Round>& rounds() const { return m_rounds; }
    /// The first and the last event of all.
    [[nodiscard]] std::optional<Timestamp> begin() const { return m_begin; }
    [[nodiscard]] Timestamp end() const { return m_end; }

    friend bool operator==(const CostLedger&, const CostLedger&) = default;

private:
    void add(CostCall call);
    [[nodiscard]] std::size_t placeOf(const RoleName& role);
    [[nodiscard]] CostLine& lineOf(const RoleName& role, const std::string& model);
    void addToSlices(Timestamp time, std::size_t role, const Usage& usage);
    void widen();

    std::vector<CostLine> m_lines;
    std::vector<RoleName> m_roles;
    UsageSum m_total;
    std::vector<CostSlice> m_slices;
    std::int64_t m_sliceMs = 1'000;
    std::vector<CostCall> m_largest;
    std::vector<Round> m_rounds;
    std::optional<Timestamp> m_begin;
    Timestamp m_end;
};

} // namespace quarterdeck::conversation
