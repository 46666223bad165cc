#include "redact/rules.h"

#include <QByteArray>
#include <QStringList>
#include <QUrl>
#include <algorithm>

namespace quarterdeck::formats {

namespace {

constexpr bool anyCase = true;

QRegularExpression form(const QString& pattern, bool isCaseInsensitive = false)
{
    return QRegularExpression(
        pattern, isCaseInsensitive ? QRegularExpression::CaseInsensitiveOption : QRegularExpression::NoPatternOption);
}

QRegularExpression form(const char* pattern, bool isCaseInsensitive = false)
{
    return form(QString::fromLatin1(pattern), isCaseInsensitive);
}

// Whatever precedes them: `DB_PASSWORD`, `x-api-key`, `openaiApiKey`. In Chinese: 密码, 密碼, 口令; 密钥, 秘钥,
// 令牌.
constexpr const char* passwordNames = "pass(?:word|wd|phrase)|client[_-]?secret|secret[_-]?key|private[_-]?key"
                                      R"(|\x{5BC6}[\x{7801}\x{78BC}]|\x{53E3}\x{4EE4})";
constexpr const char* keyNames = "(?:api|access|account|subscription)[_-]?key"
                                 "|(?:access|auth|refresh|session|security|bearer|id)[_-]?token"
                                 R"(|[\x{5BC6}\x{79D8}]\x{94A5}|\x{4EE4}\x{724C})";
/// What separates a name from its value, including ：; in Chinese also 是 and 为, directly after the name.
constexpr const char* separator = R"((?:[:=\x{FF1A}]|(?<=[\x{4E00}-\x{9FFF}])[\x{662F}\x{4E3A}\x{70BA}]))";

/// What takes the place of a secret without being one; it must be the whole value, since a secret may begin like it.
constexpr const char* placeholder =
    R"((?!\s*(?:\[redacted: |<|\$[{(]|\{|%\(|%\w{1,64}%|(?-i:[A-Z]+(?:_[A-Z]+)+)(?!\w))"
    R"(|(?:\$[A-Za-z_]*+|%[A-Za-z]|\*{3,}+|\.{3,}+|x{3,}+|your[_ -][A-Za-z_ -]*+)(?![\w!@#%^&*+=~?$]))))";
/// The characters of a value without quotation marks; Chinese text and punctuation end it.
constexpr const char* unquoted = R"([^\s"'<>,;(){}\[\]\\\x{3000}-\x{303F}\x{4E00}-\x{9FFF}\x{FF00}-\x{FFEF}])";
/// Words of a language or a program that may also follow a name.
constexpr const char* plainWord =
    R"((?!(?:required|optional|incorrect|undefined|protected|disabled|mandatory|provided|generated|encrypted|sensitive)"
    R"(|anonymous|forgotten|unchanged|confidential|missing|invalid|none|null|true|false|string|bearer|basic|digest)\b))"
    R"((?!(?:self|this|args|config|settings|os|process|env|user|request|req|params|options|std)[.:]))"
    R"((?!(?:\w{0,40}[_.]|(?:api|access|auth|bearer|jwt|id|refresh|secret|user|new|old|db)[_-]?)?)"
    R"((?:passw(?:or)?d|secret|token|key|credential|auth(?:entication|orization)?|scheme)s?(?![\w-])))";
constexpr const char* aloneOnItsLine = R"((?=[ \t]*(?:$|[\r\n"',;}\\\x{3001}\x{3002}\x{FF0C}\x{FF1B}])))";

/// Follows whatever names a value, within quotation marks of either kind, escaped any number of times: up to the
/// closing mark, or the end of the line if the text was cut off.
QString quotedValue(const char* before, int shortest)
{
    const QString start = QStringLiteral(R"(\s*%1\s*(?:)").arg(QLatin1String(separator));
    const QString value = QLatin1String(before) + QLatin1String(placeholder);
    const QString length = QStringLiteral("{%1,}+)").arg(shortest);
    return start + QLatin1String(R"(")") + value + QLatin1String(R"(((?:\\.|[^"\\\n]))") + length
        + QLatin1String(R"(|')") + value + QLatin1String(R"(((?:\\.|[^'\\\n]))") + length
        + QLatin1String(R"(|(\\+["']))") + value + QLatin1String(R"(((?:(?!(?<!\\)\g{-2})[^\n]))") + length
        + QLatin1Char(')');
}

/// A value after a name, with or without quotation marks; in JSON also as an object's `value`, or as the second of a
/// pair if it has a digit. A value without quotation marks is replaced by a mark with them.
QRegularExpression namedValue(const char* names)
{
    const QString token = QLatin1String(unquoted);
    const QString bare = QLatin1String(placeholder)
        + QStringLiteral(R"((?!https?://)(?:(?!\w{1,64}[(\[])(?=%1{0,256}\d)(%1{6,}+)|%2(%1{8,512}+)%3))")
              .arg(token, QLatin1String(plainWord), QLatin1String(aloneOnItsLine));
    const QString inObject = QLatin1String(R"((?:\\*["']\s*:\s*\{[^{}]{0,256}?\\*["']value)?)");
    const QString quoted = inObject + QLatin1String(R"(\\*["']?\]?)") + quotedValue("", 6);
    const QString bareInJson = inObject + QLatin1String(R"((?<quote>\\*["'])[ \t]*:[ \t]*)") + bare;
    const QString ofPair = QStringLiteral(R"(\\*["']\s*,\s*\\*["']%1(?=%2{0,256}\d)(%2{6,}+)(?=\\*["']\s*[\])]))")
                               .arg(QLatin1String(placeholder), token);
    const QString bareElsewhere = QStringLiteral(R"(\\*["']?\]?[ \t]*%1[ \t]*)").arg(QLatin1String(separator)) + bare;
    return form(QStringLiteral("(?:%1)(?:").arg(QLatin1String(names))
                    + QStringList{quoted, bareInJson, ofPair, bareElsewhere}.join(QLatin1Char('|')) + QLatin1Char(')'),
                anyCase);
}

/// A value in an address's query: `?token=...`, `&amp;api_key=...`.
QRegularExpression valueInAddress(const QByteArray& names)
{
    return form(QStringLiteral(R"((?:[?#]|&(?:amp;)?|\\u0026)(?:%1)=%2%3([^\s"'<>&#,;(){}\[\]\\]{6,}+)(?![(\[{]))")
                    .arg(QLatin1String(names), QLatin1String(placeholder), QLatin1String(plainWord)),
                anyCase);
}

/// The whole header, in quotation marks or up to the end of its line: it is a list, and nobody knows which part of it
/// is harmless.
QRegularExpression cookieValue()
{
    return form(QStringLiteral(R"(\b(?:Set-)?Cookie\\*["']?\]?[ \t]*[:=][ \t]*\\*["']?)"
                               R"all((?=[\w!#$&*+.^|~-]{1,128}=%1[^\s;]))all"
                               R"all(((?:[^\r\n"'\\]++|(?<==)"[^"\r\n\\]{0,4096}")++))all")
                    .arg(QLatin1String(placeholder)),
                anyCase);
}

/// A header's value, whatever its scheme; the scheme itself is kept.
QRegularExpression authorizationValue()
{
    const char* scheme = R"((?:(?:Bearer|Basic|Token|Bot|Key|JWT|Api-?Key|Negotiate|NTLM|Digest|OAuth|Hawk|Signature)"
                         R"(|SharedKey(?:Lite)?|AWS4?[\w-]*)[ \t]+)?+)";
    const QString token = QLatin1String(unquoted);
    const QString parts = QStringLiteral(R"((?:Digest|OAuth|Hawk|Signature|SharedKey(?:Lite)?|AWS4?[\w-]*)[ \t]+)"
                                         R"(%1((?=[^\r\n]{0,256}[=:])(?:\\+"|[^\r\n'\\]){6,}+))")
                              .arg(QLatin1String(placeholder));
    const QString one = QStringLiteral(R"((?:Bearer|Basic|Token|Bot|Key|JWT|Api-?Key|Negotiate|NTLM)[ \t]+)"
                                       R"(%1%2(%3{4,}+))")
                            .arg(QLatin1String(placeholder), QLatin1String(plainWord), token);
    const QString unknown =
        QStringLiteral(R"((?:[A-Za-z][\w-]{0,40}[ \t]+)?%1(?!\S{1,64}[ \t]+\[redacted: )(?=%2{0,256}\d)(%2{6,}+))")
            .arg(QLatin1String(placeholder), token);
    const QString bare =
        QStringLiteral(R"(%1%2(%3{4,512}+)%4)")
            .arg(QLatin1String(placeholder), QLatin1String(plainWord), token, QLatin1String(aloneOnItsLine));
    return form(QStringLiteral(R"(authorization\\*["']?\]?(?:%1|[ \t]*[:=][ \t]*(?:%2)))")
                    .arg(quotedValue(scheme, 1), QStringList{parts, one, unknown, bare}.join(QLatin1Char('|'))),
                anyCase);
}

/// The home folder of an unknown person; pages of a web site may begin like that, too.
QRegularExpression homeFolder()
{
    return form(
        R"((?:(?<=file://)|(?<![\w./~%)\]-]))/(?:root|(?:home|Users)/[A-Za-z_](?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?))"
        R"((?=[/\\\s"'`),:;\]}<>|\x{2018}-\x{201F}\x{3000}-\x{9FFF}\x{FF00}-\x{FFEF}]|\.(?![\w-])|$))");
}

/// A known home folder: "C:/people/ann" or "/data/people/ann".
RedactionRule ruleForPath(const QString& path)
{
    const bool hasDrive = !path.startsWith(QLatin1Char('/'));
    QStringList parts = path.split(QLatin1Char('/'));
    std::ranges::for_each(parts, [](QString& part) { part = QRegularExpression::escape(part); });
    const QString between = hasDrive ? QStringLiteral(R"((?:\\{1,2}|/))") : QStringLiteral("/");
    const QString pattern =
        QLatin1String(R"((?<![\w.~%-]))") + parts.join(between) + QLatin1String(R"((?![\w-]|\.\w))");
    const QString anchor = hasDrive ? path.section(QLatin1Char('/'), -1) : path;
    return {"home_folder", {lowered(anchor.toStdString())}, form(pattern, hasDrive), "~"};
}

/// The forms documented by their issuers; a digit is required if ordinary words could have the form. Every lookahead is
/// bounded, so the time to scan a text grows only with its length.
std::vector<RedactionRule> makeRules()
{
    return {
        {"private_key",
         {"-----begin"},
         form(R"(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?)"
              R"((?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z))")},
        {"authorization", {"authorization"}, authorizationValue()},
        {"authorization",
         {"bearer"},
         form(R"(\bBearer\s+((?=[A-Za-z0-9._~+/=-]{0,256}\d)[A-Za-z0-9._~+/=-]{16,}))", anyCase)},
        {"authorization", // of AWS, in headers and addresses; of Azure's
         {"signature=", "sig="},
         form(R"((?:\b(?:X-Amz-)?Signature|[?&;]sig)=((?=[A-Za-z0-9%+/_-]{0,256}\d)[A-Za-z0-9%+/=_-]{16,}))", anyCase)},
        {"cookie", {"cookie"}, cookieValue()},
        {"authorization", {"signature=", "sig="}, valueInAddress("(?:X-(?:Amz|Goog|OSS)-)?Signature|sig")},
        {"token", {"token=", "jwt="}, valueInAddress("(?:user|private|csrf)?[_-]?token|jwt")},
        {"api_key", {"key=", "token="}, valueInAddress(QByteArray("[\\w-]{0,40}?(?:").append(keyNames).append(")"))},
        {"password", {"pass", "pwd=", "secret="}, valueInAddress("pass(?:word|wd|phrase)|pwd|(?:client[_-]?)?secret")},
        {"api_key", {"sk-"}, form(R"((?<![A-Za-z0-9_-])sk-(?=[A-Za-z0-9_-]{0,256}\d)[A-Za-z0-9_-]{20,})")},
        {"api_key", {"k_live_", "k_test_"}, form(R"((?<![A-Za-z0-9_])[spr]k_(?:live|test)_[A-Za-z0-9]{16,})")},
        {"api_key", {"akia", "asia"}, form(R"((?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9]))")},
        {"api_key", {"aiza"}, form(R"((?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-]))")},
        {"api_key",
         {"gsk_", "hf_", "xai-", "npm_", "pypi-"},
         form(R"((?<![A-Za-z0-9_-])(?:gsk_|hf_|xai-|npm_|pypi-)[A-Za-z0-9_-]{30,})")},
        {"token",
         {"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"},
         form(R"((?<![A-Za-z0-9_])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{40,}))")},
        {"token", {"glpat-"}, form(R"((?<![A-Za-z0-9_-])glpat-[A-Za-z0-9_-]{20,})")},
        {"token", {"xox"}, form(R"((?<![A-Za-z0-9])xox[abeoprs]-(?=[A-Za-z0-9-]{0,256}\d)[A-Za-z0-9-]{10,})")},
        {"token",
         {"eyj"},
         form(R"((?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})")},
        {"password", {"://"}, form(R"((?<=://)[^\s/:@"'<>]{1,100}:([^\s/@"'<>]{3,200})@)")},
        {"password", {"passw", "passphrase", "secret", "private", "密码", "密碼", "口令"}, namedValue(passwordNames)},
        {"api_key", {"key", "token", "密钥", "秘钥", "令牌"}, namedValue(keyNames)},
        {"home_folder",
         {":\\users\\", ":\\\\users\\\\", ":/users/"},
         form(R"(\b[A-Za-z]:(?:\\{1,2}|/)Users(?:\\{1,2}|/)[^\\/:*?"<>|\s]+)", anyCase),
         "~"},
        {"home_folder", {"/home/", "/users/", "/root"}, homeFolder(), "~"},
    };
}

} // namespace

const std::vector<RedactionRule>& redactionRules()
{
    static const std::vector<RedactionRule> rules = makeRules();
    return rules;
}

std::vector<RedactionRule> rulesForHome(const std::string& folder)
{
    QString path = QString::fromStdString(folder);
    path.replace(QLatin1Char('\\'), QLatin1Char('/'));
    while (path.endsWith(QLatin1Char('/'))) {
        path.chop(1);
    }
    static const QRegularExpression absolute = form(R"(^(?:[A-Za-z]:)?/.)");
    if (!absolute.match(path).hasMatch()) {
        return {};
    }
    std::vector<RedactionRule> rules{ruleForPath(path)};
    const QString encoded = QString::fromLatin1(QUrl::toPercentEncoding(path, "/:"));
    if (encoded != path) {
        rules.push_back(ruleForPath(encoded));
    }
    return rules;
}

std::string lowered(const std::string& text)
{
    std::string lower = text;
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

const char* secretKindOf(std::string_view memberName)
{
    static const QRegularExpression authorization = form(R"(authorization$)", anyCase);
    static const QRegularExpression cookie = form(R"(^(?:set-)?cookie$)", anyCase);
    static const QRegularExpression password =
        form(QStringLiteral("(?:%1)$").arg(QLatin1String(passwordNames)), anyCase);
    static const QRegularExpression key = form(QStringLiteral("(?:%1)$").arg(QLatin1String(keyNames)), anyCase);
    const QString name = QString::fromUtf8(memberName.data(), static_cast<qsizetype>(memberName.size()));
    return authorization.match(name).hasMatch() ? "authorization"
        : cookie.match(name).hasMatch()         ? "cookie"
        : password.match(name).hasMatch()       ? "password"
        : key.match(name).hasMatch()            ? "api_key"
                                                : nullptr;
}

} // namespace quarterdeck::formats
