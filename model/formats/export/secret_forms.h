#pragma once

#include "model/formats/export/rules.h"

#include <QRegularExpression>
#include <QString>
#include <vector>

namespace quarterdeck::formats {

/// The forms that issuers document.
[[nodiscard]] std::vector<RedactionRule> issuersRules();

namespace redaction {

/// Secrets that programs and files write in forms of their own, and what all rules of redaction are made of. Every
/// lookahead is bounded, so the time to scan a text grows only with its length. Thread: any.

inline constexpr bool anyCase = true;

/// A regular expression in Qt's (PCRE's) syntax; `isByLine`: ^ and $ also match at lines.
[[nodiscard]] QRegularExpression form(const QString& pattern, bool isCaseInsensitive = false, bool isByLine = false);
[[nodiscard]] QRegularExpression form(const char* pattern, bool isCaseInsensitive = false);

/// What takes the place of a secret without being one; it must be the whole value, since a secret may begin like it.
inline constexpr const char* placeholder =
    R"((?!\s*(?:\[redacted: |<|\$[{(]|\{|%\(|%\w{1,64}%|(?-i:[A-Z]+(?:_[A-Z]+)+)(?!\w))"
    R"(|(?:\$[A-Za-z_]*+|%[A-Za-z]|\*{3,}+|\.{3,}+|x{3,}+|your[_ -][A-Za-z_ -]*+)(?![\w!@#%^&*+=~?$]))))";
/// What programs of the command line take as a password.
[[nodiscard]] QRegularExpression passwordOfProgram();
/// `-u name:password`, where the second is no group's number or name.
[[nodiscard]] QRegularExpression passwordOfUser();
/// Files and sentences with a form of their own: .netrc, .pgpass, SQL, redis.conf, what is handed to sudo.
[[nodiscard]] QRegularExpression passwordInFile();
/// What devices and databases are set up with: `enable secret 5 $1$…`, `snmp-server community …`, `sqlplus scott/…`;
/// a PIN; Kaggle's file; and a long word with digits behind nothing but its kind: "use the token 0123…".
[[nodiscard]] QRegularExpression secretOfDevice();

} // namespace redaction

} // namespace quarterdeck::formats
