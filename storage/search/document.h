#pragma once

#include "model/conversation/channel.h"
#include "model/conversation/event.h"
#include "model/session/search.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

/// Bytes of one part; the rest is not found. The index takes an event's words all at once, and with more of them other
/// writes would wait too long.
inline constexpr std::size_t longestSearchedText = 1U << 20U;

/// What is searched of an event, each by its own words: what a person reads of it (said, asked, answered, tool calls
/// and results, file names), who said it, with whom in private, which tool, and `kindWord`s.
enum class Part { Text, Speaker, Chat, Tool, Kind };
/// The columns of the index, in that order.
inline constexpr std::array partNames{"text", "speaker", "chat", "tool", "kind"};

[[nodiscard]] std::string_view kindWord(session::SearchKind kind);

/// An event as a search sees it. A value; not synchronised.
class Document
{
public:
    Document() = default;
    explicit Document(std::size_t longestText) : m_longestText(longestText) { }

    /// Nothing finds it: it has nothing to read (a status, a delivered answer ...).
    [[nodiscard]] bool isEmpty() const { return m_parts == Parts{}; }
    [[nodiscard]] const std::string& operator[](Part part) const { return m_parts[static_cast<std::size_t>(part)]; }
    /// On a line of its own, as far as there is room, ending between characters. If there is not enough, the document
    /// becomes `isCut`.
    void add(Part part, std::string_view text);
    [[nodiscard]] bool isFull() const { return (*this)[Part::Text].size() >= m_longestText; }

    friend bool operator==(const Document& one, const Document& other) { return one.m_parts == other.m_parts; }

private:
    using Parts = std::array<std::string, partNames.size()>;
    Parts m_parts;
    std::size_t m_longestText = longestSearchedText;
};

/// Among the kind words of an event that has more text than is searched.
inline constexpr std::string_view cutWord = "cut";
[[nodiscard]] bool isCut(const Document& document);
/// Among the kind words of what the person said, since somebody's name may consist of the same words.
inline constexpr std::string_view userWord = "person";
/// Among the kind words of a growth that is searched by everything its message then says.
inline constexpr std::string_view wholeWord = "whole";

/// Judged by its kind words.
[[nodiscard]] bool isOf(const Document& document, session::SearchKind kind);

/// Without its place. `speaker`: as in the log; for a growth, its message's. `longestText`: more than the index has,
/// for those who read an event to its end.
[[nodiscard]] Document documentOf(const conversation::EventBody& body, std::string_view speaker,
                                  std::size_t longestText = longestSearchedText);
/// For a growth, with everything that its message then says.
[[nodiscard]] Document wholeDocumentOf(const conversation::MessagePublished& grown, std::string_view speaker,
                                       std::size_t longestText = longestSearchedText);
/// `channels`: where it is, or what it amends. Without any it has no row to be shown at, and becomes empty: nothing
/// finds it.
void addPlace(const std::vector<conversation::ChannelKey>& channels, Document& document);

} // namespace quarterdeck::storage::search
