#include "redact/rules.h"

namespace quarterdeck::formats {

namespace {

QRegularExpression form(const char* pattern, bool isCaseInsensitive = false)
{
    return QRegularExpression(QString::fromLatin1(pattern),
                              isCaseInsensitive ? QRegularExpression::CaseInsensitiveOption
                                                : QRegularExpression::NoPatternOption);
}

constexpr bool anyCase = true;

/// The forms are those that the issuers document; a digit is asked for where words of a language could have the form.
/// What is looked ahead for is bounded: the time to look through a text grows with its length alone.
std::vector<RedactionRule> makeRules()
{
    return {
        {"private_key",
         {"-----begin"},
         form(R"(-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?)"
              R"((?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z))")},
        {"authorization",
         {"authorization"},
         form(R"(\bauthorization\\?["']?\s*[:=]\s*\\?["']?(?:Basic|Token|Digest|ApiKey|Negotiate)\s+([^\s"'\\\[]{8,}))",
              anyCase)},
        {"authorization",
         {"bearer"},
         form(R"(\bBearer\s+((?=[A-Za-z0-9._~+/=-]{0,256}\d)[A-Za-z0-9._~+/=-]{16,}))", anyCase)},
        {"api_key", {"sk-"}, form(R"((?<![A-Za-z0-9_-])sk-(?=[A-Za-z0-9_-]{0,256}\d)[A-Za-z0-9_-]{20,})")},
        {"api_key", {"k_live_", "k_test_"}, form(R"((?<![A-Za-z0-9_])[spr]k_(?:live|test)_[A-Za-z0-9]{16,})")},
        {"api_key", {"akia", "asia"}, form(R"((?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9]))")},
        {"api_key", {"aiza"}, form(R"((?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-]))")},
        {"api_key",
         {"gsk_", "hf_", "xai-", "npm_", "pypi-"},
         form(R"((?<![A-Za-z0-9_-])(?:gsk_|hf_|xai-|npm_|pypi-)[A-Za-z0-9_-]{30,})")},
        {"token",
         {"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"},
         form(R"((?<![A-Za-z0-9_])(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{40,}))")},
        {"token", {"glpat-"}, form(R"((?<![A-Za-z0-9_-])glpat-[A-Za-z0-9_-]{20,})")},
        {"token", {"xox"}, form(R"((?<![A-Za-z0-9])xox[abeoprs]-(?=[A-Za-z0-9-]{0,256}\d)[A-Za-z0-9-]{10,})")},
        {"token",
         {"eyj"},
         form(R"((?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})")},
        {"password", {"://"}, form(R"((?<=://)[^\s/:@"'<>]{1,100}:([^\s/@"'<>]{3,200})@)")},
        {"password",
         {"passw", "secret"},
         form(R"((?:password|passwd|client[_-]?secret|secret[_-]?key)\\?["']?\s*[:=]\s*\\?["']?)"
              R"(((?=[^\s"'<>,;(){}\[\]\\]{0,256}\d)[^\s"'<>,;(){}\[\]\\]{8,}))",
              anyCase)},
        {"api_key",
         {"api_key", "apikey", "api-key", "access_token", "auth_token", "access_key"},
         form(R"((?:api[_-]?key|access[_-]token|auth[_-]token|access[_-]key)\\?["']?\s*[:=]\s*\\?["']?)"
              R"(((?=[^\s"'<>,;(){}\[\]\\]{0,256}\d)[A-Za-z0-9._~+/=-]{16,}))",
              anyCase)},
        {"home_folder",
         {"/home/", "/users/"},
         form(R"((?:(?<=file://)|(?<![\w./:~%)\]-]))/(?:home|Users)/[A-Za-z_][A-Za-z0-9._-]*(?=[/\\\s"'`),:;]|$))"),
         "~"},
        {"home_folder",
         {":\\users\\", ":\\\\users\\\\"},
         form(R"(\b[A-Za-z]:\\{1,2}Users\\{1,2}[^\\/:*?"<>|\s]+)", anyCase),
         "~"},
    };
}

} // namespace

const std::vector<RedactionRule>& redactionRules()
{
    static const std::vector<RedactionRule> rules = makeRules();
    return rules;
}

const char* secretKindOf(std::string_view memberName)
{
    static const QRegularExpression authorization = form(R"(^(?:proxy-)?authorization$)", anyCase);
    static const QRegularExpression password =
        form(R"(^(?:.*[_-])?(?:password|passwd|client[_-]?secret|secret[_-]?key|private[_-]?key)$)", anyCase);
    static const QRegularExpression key = form(
        R"(^(?:.*[_-])?(?:api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|access[_-]?key)$)", anyCase);
    const QString name = QString::fromUtf8(memberName.data(), static_cast<qsizetype>(memberName.size()));
    return authorization.match(name).hasMatch() ? "authorization"
        : password.match(name).hasMatch()       ? "password"
        : key.match(name).hasMatch()            ? "api_key"
                                                : nullptr;
}

} // namespace quarterdeck::formats
