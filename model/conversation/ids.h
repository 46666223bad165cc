#pragma once

// Qt 6.4's moc cannot parse <compare> unless another standard header comes before it.
#include <cstddef>

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace quarterdeck::conversation {

/// An immutable UTF-8 text with a type of its own, so that a role's name is never taken for an address. Copies share
/// one buffer: a name used in a million messages exists once per source it was read from. Equality and order are by
/// content (code points, as UTF-8 bytes order them). The empty value allocates nothing.
template <typename Tag>
class StrongText
{
public:
    StrongText() = default;
    explicit StrongText(std::string text)
        : m_text(text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text)))
    { }
    explicit StrongText(std::string_view text) : StrongText(std::string(text)) { }
    explicit StrongText(const char* text) : StrongText(std::string(text)) { }

    [[nodiscard]] const std::string& str() const
    {
        static const std::string empty;
        return m_text ? *m_text : empty;
    }
    [[nodiscard]] bool isEmpty() const { return !m_text; }

    /// The same text as another type: explicit, since it is a statement about meaning.
    template <typename Other>
    [[nodiscard]] Other as() const
    {
        return Other(str());
    }

    friend bool operator==(const StrongText& a, const StrongText& b)
    {
        return a.m_text == b.m_text || a.str() == b.str();
    }
    friend std::strong_ordering operator<=>(const StrongText& a, const StrongText& b)
    {
        return a.str().compare(b.str()) <=> 0;
    }

private:
    std::shared_ptr<const std::string> m_text;
};

} // namespace quarterdeck::conversation

template <typename Tag>
struct std::hash<quarterdeck::conversation::StrongText<Tag>>
{
    std::size_t operator()(const quarterdeck::conversation::StrongText<Tag>& value) const noexcept
    {
        return std::hash<std::string>{}(value.str());
    }
};

namespace quarterdeck::conversation {

using SessionId = StrongText<struct SessionIdTag>;       ///< 32 hex digits if made here
using MessageId = StrongText<struct MessageIdTag>;       ///< any text; 32 hex digits if made here
using QuestionId = StrongText<struct QuestionIdTag>;     ///< as MessageId
using DirectChatId = StrongText<struct DirectChatIdTag>; ///< as MessageId
using RoleName = StrongText<struct RoleNameTag>;     ///< a member of the team, unique in it; never empty for a member
using Address = StrongText<struct AddressTag>;       ///< what `send_to` can match: a name, a class path, `<all>` …
using ActionName = StrongText<struct ActionNameTag>; ///< what caused a message (`cause_by`)
using ChannelKey = StrongText<struct ChannelKeyTag>; ///< see channel.h
using HoldRuleId = StrongText<struct HoldRuleIdTag>; ///< as MessageId
using AttachmentHash = StrongText<struct AttachmentHashTag>; ///< SHA-256, 64 lower-case hex digits

/// A whole number with a type of its own.
template <typename Tag>
struct StrongNumber
{
    std::int64_t value = 0;
    // clang-tidy 14 takes the 0 in a defaulted comparison for a null pointer.
    friend auto operator<=>(const StrongNumber&, const StrongNumber&) = default; // NOLINT(modernize-use-nullptr)
    [[nodiscard]] StrongNumber next() const { return {value + 1}; }
};

using EventSeq =
    StrongNumber<struct EventSeqTag>; ///< place in a session's log: 1, 2, 3 … without a gap; 0 = before the first
using Ordinal = StrongNumber<struct OrdinalTag>; ///< place in a channel: 0, 1, 2 … without a gap

/// Milliseconds since 1970-01-01 UTC. Shown to people, never used for order: order is EventSeq.
struct Timestamp
{
    std::int64_t msSinceEpoch = 0;
    friend auto operator<=>(const Timestamp&, const Timestamp&) = default; // NOLINT(modernize-use-nullptr)
};

} // namespace quarterdeck::conversation

template <typename Tag>
struct std::hash<quarterdeck::conversation::StrongNumber<Tag>>
{
    std::size_t operator()(quarterdeck::conversation::StrongNumber<Tag> number) const noexcept
    {
        return std::hash<std::int64_t>{}(number.value);
    }
};
