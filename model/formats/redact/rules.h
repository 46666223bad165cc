#pragma once

#include <QRegularExpression>
#include <string>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// A form that secrets have.
struct RedactionRule
{
    /// The group in `form` that has what is to stand around the mark, if it took part: what reads the text wants it.
    static constexpr QLatin1String quoteGroup{"quote"};

    const char* kind;
    std::vector<std::string> anchors;  ///< in lower case: a text without any of them is not looked at further
    QRegularExpression form;           ///< its last group that took part is the secret, or else all of it
    const char* replacement = nullptr; ///< null = "[redacted: <kind>]"
};

/// In the order in which they are applied: the ones that take most first.
[[nodiscard]] const std::vector<RedactionRule>& redactionRules();
/// For a home folder wherever it is, as it stands in texts and in addresses; none for what is no path to a folder.
[[nodiscard]] std::vector<RedactionRule> rulesForHome(const std::string& folder);
/// Small letters of ASCII, as anchors have them.
[[nodiscard]] std::string lowered(const std::string& text);
/// Whether a member of that name holds a secret, and of which kind; null when it does not.
[[nodiscard]] const char* secretKindOf(std::string_view memberName);

} // namespace quarterdeck::formats
