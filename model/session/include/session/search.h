#pragma once

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

} // namespace quarterdeck::session
