#pragma once

#include <QRegularExpression>
#include <string_view>
#include <vector>

namespace quarterdeck::formats {

/// A form that secrets have.
struct RedactionRule
{
    const char* kind;
    std::vector<std::string_view> anchors; ///< in lower case: a text without any of them is not looked at further
    QRegularExpression form;               ///< its last group that took part is the secret, or else all of it
    const char* replacement = nullptr;     ///< null = "[redacted: <kind>]"
};

/// In the order in which they are applied: the ones that take most first.
[[nodiscard]] const std::vector<RedactionRule>& redactionRules();
/// Whether a member of that name holds a secret, and of which kind; null when it does not.
[[nodiscard]] const char* secretKindOf(std::string_view memberName);

} // namespace quarterdeck::formats
