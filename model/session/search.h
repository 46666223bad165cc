#pragma once

#include "model/conversation/ids.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::session {

/// One thing to search for: words that follow each other, whatever is between them.
struct SearchPhrase
{
    std::string text;      ///< as typed; may have no word at all ("->"), and then matches nothing
    bool isPrefix = false; ///< its last word may be incomplete: "deploy" finds "deployment"
    friend bool operator==(const SearchPhrase&, const SearchPhrase&) = default;
};

/// Splits what a person types into a search field, which is never syntax, into phrases, all of which must match: they
/// are separated by white space; text in quotation marks (also “these” and 「these」) is one phrase, to be found as it
/// is. An unmatched quotation mark quotes the rest.
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

/// At most this many words, and values of each filter, count: each costs a search, and somebody may paste a book.
inline constexpr std::size_t mostPhrases = 32;

/// What to search for: all of it must match.
struct SearchTerms
{
    std::vector<SearchPhrase> phrases;  ///< in what was said
    std::vector<SearchPhrase> speakers; ///< in the speaker's name; "<human>" is the person
    std::vector<SearchPhrase> chats;    ///< in the names of the roles of its private chat
    std::vector<SearchPhrase> tools;    ///< in the name of a tool that was called or answered
    std::vector<SearchKind> kinds;
    std::optional<conversation::Timestamp> from;  ///< at or after
    std::optional<conversation::Timestamp> until; ///< before
    std::size_t leftOut = 0;                      ///< how much of it was ignored, beyond `mostPhrases`
    /// Nothing to search for, so nothing is found.
    [[nodiscard]] bool isEmpty() const;
    /// Something besides words.
    [[nodiscard]] bool hasFilters() const;
    friend bool operator==(const SearchTerms&, const SearchTerms&) = default;
};

/// `searchPhrases`, and these filters, whose value may be quoted: from:Bob (from:me is the person) · in:private,
/// in:public, in:Bob (the private chats with Bob) · has:image, audio, video, file, tool, question, error · tool:name ·
/// after:, before:, on: with a day, month or year (2026-03-01, 2026-03, 2026) of the local calendar, "after" including
/// that day. The colon may be full-width. Whatever only looks like a filter ("has:fun", "http://…", "from:") counts as
/// words.
[[nodiscard]] SearchTerms searchTerms(std::string_view typed);

/// The same for one conversation, where words must follow each other as typed, the last of them possibly unfinished:
/// everything but filters is one phrase, unless part of it is quoted.
[[nodiscard]] SearchTerms findTerms(std::string_view typed);

/// One sentence for the person. If there are more words than are searched for, it says so. Otherwise for when nothing
/// was found: about what looks like a filter but is none ("has:foo", "on:someday", "date:2026", "foo:bar") and so was
/// searched for as words, or a private chat with somebody unknown. Empty if there is nothing to say. Pure except for
/// the language, which is the application's.
[[nodiscard]] std::string searchHint(const SearchTerms& terms);

} // namespace quarterdeck::session
