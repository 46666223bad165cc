#pragma once

#include "conversation/ids.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::session {

/// One thing to look for: words that follow each other, whatever stands between them.
struct SearchPhrase
{
    std::string text;      ///< as typed; may hold no word at all ("->"), and then asks for nothing
    bool isPrefix = false; ///< its last word may go on: "deploy" finds "deployment"
    friend bool operator==(const SearchPhrase&, const SearchPhrase&) = default;
};

/// What a person types into a search field, which is never syntax: phrases, all of which are wanted, are parted by
/// white space; what stands in quotation marks (also “these” and 「these」) is one phrase, to be found as it is. A mark
/// without its partner quotes the rest.
[[nodiscard]] std::vector<SearchPhrase> searchPhrases(std::string_view typed);

/// Bytes of a text, from `begin` to before `end`.
struct TextRange
{
    std::size_t begin = 0;
    std::size_t end = 0;
    friend bool operator==(const TextRange&, const TextRange&) = default;
};

/// What an event is or has, for a search. Each is Public or Private.
enum class SearchKind { Public, Private, Image, Audio, Video, File, Tool, Question, Error };

/// Of words and of each filter so many are looked for: each costs a search, and somebody may paste a book.
inline constexpr std::size_t mostPhrases = 32;

/// What to look for: all of it together.
struct SearchTerms
{
    std::vector<SearchPhrase> phrases;  ///< in what was said
    std::vector<SearchPhrase> speakers; ///< in the name of who said it; "<human>" is the person
    std::vector<SearchPhrase> chats;    ///< in the names of the roles of its private chat
    std::vector<SearchPhrase> tools;    ///< in the name of a tool that was called or answered
    std::vector<SearchKind> kinds;
    std::optional<conversation::Timestamp> from;  ///< said then or later
    std::optional<conversation::Timestamp> until; ///< said before
    std::size_t leftOut = 0;                      ///< of what was typed: beyond `mostPhrases`
    /// Nothing to look for, so nothing is found.
    [[nodiscard]] bool isEmpty() const;
    /// Something else than words.
    [[nodiscard]] bool hasFilters() const;
    friend bool operator==(const SearchTerms&, const SearchTerms&) = default;
};

/// `searchPhrases`, and these filters, whose value may be quoted: from:Bob (from:me is the person) · in:private,
/// in:public, in:Bob (the private chats with Bob) · has:image, audio, video, file, tool, question, error · tool:name ·
/// after:, before:, on: with a day, month or year (2026-03-01, 2026-03, 2026) of the local calendar, "after" including
/// that day. The colon may be a full-width one. What only looks like a filter ("has:fun", "http://…", "from:") is
/// words.
[[nodiscard]] SearchTerms searchTerms(std::string_view typed);

/// The same for one conversation, where words are looked for as they follow each other, the last of them as far as it
/// is typed: what is not a filter is one phrase, unless something of it is quoted.
[[nodiscard]] SearchTerms findTerms(std::string_view typed);

/// One sentence for the person. Of more words than are looked for: that it is so. Else for when nothing was found: on
/// what was typed as a filter and is none ("has:foo", "on:someday", "date:2026", "foo:bar"), so that it was looked for
/// as words, or on a private chat with somebody unknown. Empty when there is nothing to say. Pure but for the language,
/// which is the application's.
[[nodiscard]] std::string searchHint(const SearchTerms& terms);

} // namespace quarterdeck::session
