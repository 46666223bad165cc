#pragma once

// Qt 6.4's moc cannot parse <compare> unless another standard header comes before it.
#include <cstddef>

#include <compare>
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
