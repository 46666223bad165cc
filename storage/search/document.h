#pragma once

#include "conversation/channel.h"
#include "conversation/event.h"
#include "session/search.h"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::storage::search {

/// Bytes of one part; what stands behind is not found. The index takes an event's words at once, and more of them would
/// keep others waiting who write.
inline constexpr std::size_t longestSearchedText = 1U << 20U;

/// What is searched of an event, each by its own words: what a person reads of it (said, asked, answered, tool calls
/// and results, names of files), who said it, with whom in private, which tool, and `kindWord`s.
enum class Part { Text, Speaker, Chat, Tool, Kind };
/// The columns of the index, in that order.
inline constexpr std::array partNames{"text", "speaker", "chat", "tool", "kind"};

[[nodiscard]] std::string_view kindWord(session::SearchKind kind);

/// An event as a search sees it. A value; not synchronised.
class Document
{
public:
    /// Nothing finds it: it says nothing to anybody (a status, an answer that was taken ...).
    [[nodiscard]] bool isEmpty() const { return m_parts == Parts{}; }
    [[nodiscard]] const std::string& operator[](Part part) const { return m_parts[static_cast<std::size_t>(part)]; }
    /// On a line of its own, as far as there is room: up to the end of a character. A text for which there is not makes
    /// it one that `isCut`.
    void add(Part part, std::string_view text);

    friend bool operator==(const Document&, const Document&) = default;

private:
    using Parts = std::array<std::string, partNames.size()>;
    Parts m_parts;
};

/// Stands among the kind words of an event whose text has more than what is searched.
inline constexpr std::string_view cutWord = "cut";
[[nodiscard]] bool isCut(const Document& document);
/// Stands among the kind words of what the person said: somebody else's name may have the same words.
inline constexpr std::string_view personWord = "person";
/// Stands among the kind words of what a message grew by, where that is searched by all that the message says then.
inline constexpr std::string_view wholeWord = "whole";

/// By its kind words.
[[nodiscard]] bool isOf(const Document& document, session::SearchKind kind);

/// Without its place. `speaker`: as the log has it; of a growth, of its message.
[[nodiscard]] Document documentOf(const conversation::EventBody& body, std::string_view speaker);
/// Of what a message grew by, by all that it says then.
[[nodiscard]] Document wholeDocumentOf(const conversation::MessagePublished& grown, std::string_view speaker);
/// `channels`: where it stands, or where what it amends does. Without any it has no row to be shown at, and is empty
/// then: nothing finds it.
void addPlace(const std::vector<conversation::ChannelKey>& channels, Document& document);

} // namespace quarterdeck::storage::search
