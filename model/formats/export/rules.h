#pragma once

#include <QRegularExpression>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// The form of a kind of secret.
struct RedactionRule
{
    /// The group in `form` with what must surround the replacement, if it matched: the text's reader requires it.
    static constexpr QLatin1String quoteGroup{"quote"};

    const char* kind;
    std::vector<std::string> anchors;  ///< in lower case: a text without any of them is not examined further
    QRegularExpression form;           ///< its last matched group is the secret, or else the whole match
    const char* replacement = nullptr; ///< null = "[redacted: <kind>]"
};

/// In the order in which they are applied: those that remove most come first.
[[nodiscard]] const std::vector<RedactionRule>& redactionRules();
/// For a home folder anywhere, as it appears in texts and in addresses; empty if it is no path to a folder.
[[nodiscard]] std::vector<RedactionRule> rulesForHome(const std::string& folder);
/// For a key that the program knows, as it is, in base64 and percent-encoded; empty if it is an ordinary word, as
/// servers that want no key are given.
[[nodiscard]] std::vector<RedactionRule> rulesForKey(const std::string& key);
/// ASCII in lower case, as in anchors.
[[nodiscard]] std::string lowered(const std::string& text);
/// The kind of secret that a member of that name with that value holds; null if none. Without a value: that it may
/// hold.
[[nodiscard]] const char* secretKindOf(std::string_view memberName, std::string_view value);
/// The kind of secret that follows an argument like "--api-key" in a list of them; null if none.
[[nodiscard]] const char* secretKindOfOption(std::string_view argument);

} // namespace quarterdeck::formats
