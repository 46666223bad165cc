#pragma once

#include "model/conversation/hold.h"

#include <QString>

#include <optional>

namespace quarterdeck::conversation {

/// Tells which rules apply to one message on its route: its text is prepared once for all of them. A pattern that takes
/// too long counts as matched, since a guard that cannot read something does not let it pass. All must outlive it.
/// Thread: any, one at a time.
class HoldMatcher
{
public:
    HoldMatcher(const RoleName& speaker, const Message& message, const Route& route)
        : m_speaker(speaker)
        , m_message(message)
        , m_route(route)
    { }

    [[nodiscard]] bool matches(const HoldRule& rule);
    /// The last rule matched only because its pattern took too long.
    [[nodiscard]] bool hasGivenUp() const { return m_hasGivenUp; }

private:
    [[nodiscard]] bool isInText(const HoldRule& rule);
    [[nodiscard]] bool isMatched(const std::string& pattern);
    [[nodiscard]] const QString& words();

    const RoleName& m_speaker;
    const Message& m_message;
    const Route& m_route;
    std::optional<QString> m_words;
    std::optional<QString> m_folded; ///< without case
    bool m_hasGivenUp = false;
};

} // namespace quarterdeck::conversation
