#include "model/formats/export/rules.h"

#include "model/formats/export/secret_forms.h"

#include <QByteArray>
#include <QStringList>
#include <QUrl>
#include <algorithm>
#include <iterator>
#include <string_view>

namespace quarterdeck::formats {

using namespace redaction;

namespace {

// Names of secrets, whatever precedes them: `DB_PASSWORD`, `x-api-key`, `openaiApiKey`, "API key". In Chinese: 密码,
// 密碼, 口令; 密钥, 密鑰, 秘钥, 金鑰, 令牌, 權杖; also Japanese, Korean, Russian, German, French, Spanish and
// Portuguese.
constexpr const char* passwordNames =
    "pass[ _-]?(?:word|wd|phrase|code|key)|pswd|(?:client|app|shared)[ ._-]?secret|secret[ ._-]?(?:access[ "
    "._-]?)?key(?:[_-]base)?"
    "|private[ ._-]?key(?:[ "
    "_-]?id)?|psw|client[_-]key[_-]data|(?:(?<![A-Za-z0-9])|(?<=bind)|(?<=root)|(?<=admin)|(?<=user)|(?<=db))pw"
    "|(?<![A-Za-z0-9])psk|passwort|kennwort|mot de passe"
    R"(|contrase\x{F1}a|senha|\x{43F}\x{430}\x{440}\x{43E}\x{43B}\x{44C}|\x{30D1}\x{30B9}\x{30EF}\x{30FC}\x{30C9})"
    R"(|\x{BE44}\x{BC00}\x{BC88}\x{D638}|\x{5BC6}[\x{7801}\x{78BC}]|\x{53E3}\x{4EE4})";
constexpr const char* keyNames =
    "(?:api|access|account|subscription|encryption|signing|signature|master|auth|service|admin|deploy|licen[cs]e|app"
    "|application|consumer|webhook|pre-?shared|shared|hmac|crypto?|fernet|bot|vault|openai|anthropic|claude|gemini|"
    "google"
    "|deepseek|qwen|dashscope|zhipu|moonshot|kimi|mistral|groq|openrouter|together|cohere|azure|aws|gcp|stripe|sendgrid"
    "|twilio|mailgun|github|datadog|pinecone|tavily|serper|algolia)[ ._-]?key"
    "|(?:access|auth|refresh|session|security|bearer|id|identity|registry|bot|api|personal|private|deploy|job|ci)[ "
    "._-]?token"
    R"(|[\x{5BC6}\x{79D8}]\x{94A5}|[\x{5BC6}\x{91D1}]\x{9470}|\x{4EE4}\x{724C}|\x{6B0A}\x{6756})";
// Names that also mean other things: their value must be one word, or look like a secret.
constexpr const char* oneWordNames =
    "secret|credential|(?:(?<![A-Za-z0-9])|(?<=db)|(?<=user)|(?<=mail)|(?<=ftp)|(?<=smtp)|(?<=pg)|(?<=admin)|(?<=root)"
    "|(?<=wifi)|(?<=wlan)|(?<=vnc)|(?<=rdp)|(?<=ssh)|(?<=server)|(?<=client)|(?<=key)|(?<=store)|(?<=login)|(?<=proxy)"
    "|(?<=my)|(?<=app)|(?<=new)|(?<=web)|(?<=redis)|(?<=bind)|(?<=ldap)|(?<=sql)|(?<=sudo)|(?<=sa)"
    "|(?-i:(?<=[a-z0-9])(?=P)))(?:pass|pwd)";
constexpr const char* randomNames =
    // Of pages, and of what models read and write.
    "(?<!trial|page|next|prev|sync|last|stop|mask|each|eos_|bos_|pad_|unk_|sep_|cls_|eos|bos|pad|unk|sep|cls|page[ "
    "_-]|next[ "
    "_-]"
    "|prev[ _-]|sync[ _-]|last[ _-]|stop[ _-]|mask[ _-]|each[ _-]|first[ _-]|start[ _-]|begin[ _-]|end[ _-]|max[ _-]"
    "|special[ _-]|continuation|continuation[ _-]|cancellation|cancellation[ _-])token"
    "|(?-i:(?<![A-Za-z0-9_])[A-Z][A-Z0-9_]{0,40}_(?<!PRIMARY_|FOREIGN_|PUBLIC_|CACHE_|SORT_|PARTITION_|IDEMPOTENCY_)"
    "KEY)"
    "|(?<![A-Za-z0-9])_?auth";
/// What may follow a name and be part of it: `password2`, `API_KEY_PROD`, `secret_b64`.
constexpr const char* afterName =
    "s?(?:[_-]?(?:\\d{1,2}|value|text|plain|raw|b64|base64|hash|old|new|prod|production|dev|test|staging))?";
/// What separates a name from its value, including ：, :=, => and ->; in Chinese also 是 and 为, directly after the
/// name.
constexpr const char* separator =
    R"((?:[:=\x{FF1A}\x{FF1D}]=?>?|->|\x{2192}|(?<=[\x{4E00}-\x{9FFF}])[\x{662F}\x{4E3A}\x{70BA}]|(?<=\x{30C9})\x{306F}))";

/// What Markdown and HTML put around a name or a value.
constexpr const char* decoration = R"((?:[*_]{1,3}|`|</?\w{1,8}>)?)";

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

/// What a value after a name must look like to be a secret.
enum class Look {
    Any,
    OneWord, ///< no blanks within quotation marks; without them, letters alone only after "="
    Random   ///< one word with letters and digits, or a long one
};

struct SecretNames
{
    const char* kind;
    const char* names;
    std::vector<std::string> anchors;
    Look look = Look::Any;
};

const std::vector<SecretNames>& secretNames()
{
    static const std::vector<SecretNames> all = {
        {"password", passwordNames, {"pass",     "pswd",       "psw",      "secret",   "private", "pw",    "psk",
                                     "key-data", "key_data",   "kennwort", "contrase", "senha",   "парол", "Парол",
                                     "ПАРОЛ",    "パスワード", "비밀번호", "密码",     "密碼",    "口令"}},
        {"api_key", keyNames, {"key", "token", "密钥", "密鑰", "秘钥", "金鑰", "令牌", "權杖"}},
        {"password", oneWordNames, {"secret", "credential", "pass", "pwd"}, Look::OneWord},
        {"token", randomNames, {"token", "_key", "auth"}, Look::Random},
    };
    return all;
}

/// Checked before a value within quotation marks; bounded, like every other one.
QString lookWithinQuotes(Look look)
{
    static const QString random = QStringLiteral(
        R"((?=[^\s"'\\]{8,2048}\\*["'])(?:(?=[^\s"'\\]{0,256}\d)(?=[^\s"'\\]{0,256}[A-Za-z])|(?=[^\s"'\\]{20})))");
    return look == Look::Any    ? QString()
        : look == Look::OneWord ? QStringLiteral(R"((?=[^\s"'\\]{6,2048}\\*["']))")
                                : random;
}

/// Follows whatever names a value, within quotation marks of either kind, escaped any number of times: up to the
/// closing mark, or the end of the line if the text was cut off.
QString quotedValue(const QString& before, int shortest)
{
    // Python's marks before a text, and its three quotation marks, too.
    const QString start =
        QStringLiteral(R"(\s*%1\s*(?:[bfru]{1,2}(?=["']))?(?:""(?=")|''(?='))?(?:)").arg(QLatin1String(separator));
    const QString value = before + QLatin1String(placeholder);
    const QString length = QStringLiteral("{%1,}+)").arg(shortest);
    return start + QLatin1String(R"(")") + value + QLatin1String(R"(((?:\\.|[^"\\\n]))") + length
        + QLatin1String(R"(|')") + value + QLatin1String(R"(((?:\\.|[^'\\\n]))") + length
        + QLatin1String(R"(|(\\+["']))") + value + QLatin1String(R"(((?:(?!(?<!\\)\g{-2})[^\n]))") + length
        + QLatin1Char(')');
}

/// What a program's text computes is no value: `crypto.randomBytes(64)`, `sys.argv[1]`.
constexpr const char* noCall = R"((?![\w.:]{1,128}(?:->[\w.:]{1,64})?[(\[]))";

/// A value without quotation marks. A folder is none: PWD is also where a shell works.
QString bareValue(Look look)
{
    const QString token = QLatin1String(unquoted);
    const QString start = QLatin1String(placeholder) + QLatin1String(R"((?!https?://|[~.]{0,2}/[\w.-]+/)(?:)");
    const QString ofDigits = look == Look::Random
        ? QStringLiteral(R"(%2(?=%1{0,256}\d)(?=%1{0,256}[A-Za-z])(%1{8,}+))").arg(token, QLatin1String(noCall))
        : QStringLiteral(R"(%2(?=%1{0,256}\d)(%1{6,}+))").arg(token, QLatin1String(noCall));
    if (look == Look::Random) {
        return start + ofDigits + QLatin1Char(')');
    }
    const QString after = look == Look::OneWord ? QStringLiteral("(?<==|=[ ])") : QString();
    return start + ofDigits + QLatin1Char('|') + after
        + QStringLiteral("%1(%2{8,512}+)%3)").arg(QLatin1String(plainWord), token, QLatin1String(aloneOnItsLine));
}

QString namedAs(const SecretNames& secret)
{
    return QStringLiteral("(?:%1)%2").arg(QLatin1String(secret.names), QLatin1String(afterName));
}

/// A value after a name, with or without quotation marks; in JSON also as an object's `value`, or as the second of a
/// pair if it has a digit. A value without quotation marks is replaced by a mark with them.
QRegularExpression namedValue(const SecretNames& secret)
{
    const QString token = QLatin1String(unquoted);
    const QString bare = bareValue(secret.look);
    const QString inObject = QLatin1String(R"((?:\\*["']\s*:\s*\{[^{}]{0,256}?\\*["']value)?)");
    const QString quoted = inObject + QLatin1String(R"(\\*["']?\]?)") + quotedValue(lookWithinQuotes(secret.look), 6);
    const QString bareInJson = inObject + QLatin1String(R"((?<quote>\\*["'])[ \t]*:[ \t]*)") + bare;
    const QString ofPair = QStringLiteral(R"(\\*["']\s*,\s*\\*["']%1(?=%2{0,256}\d)(%2{6,}+)(?=\\*["']\s*[\])]))")
                               .arg(QLatin1String(placeholder), token);
    const QString marks = QLatin1String(decoration);
    const QString bareElsewhere =
        QStringLiteral(R"(\\*["']?\]?%2[ \t]*%1%2[ \t]*%2)").arg(QLatin1String(separator), marks) + bare;
    const QString inTable =
        QStringLiteral(
            R"(%2(?:[ \t]*\|[ \t]*|[ ]*\t[ ]*)%2%3(?=%1{0,256}\d)(?=%1{0,256}[A-Za-z])(%1{10,200}?)%2[ \t]*(?=[|\r\n]|$))")
            .arg(QStringLiteral(R"([^\s|`(])"), marks, QLatin1String(placeholder));
    // Of YAML, where the value may stand below its name.
    const QString onNextLine =
        QStringLiteral(
            R"(\\*["']?[ \t]*:[ \t]*(?:[|>][+-]?[ \t]*)?\r?\n[ \t]+%2(?=%1{0,256}\d)(?=%1{0,256}[A-Za-z])(%1{8,}+))")
            .arg(QStringLiteral(R"([^\s"':,;(){}\[\]])"), QLatin1String(placeholder));
    return form(namedAs(secret) + QLatin1String("(?:")
                    + QStringList{quoted, bareInJson, ofPair, bareElsewhere, inTable, onNextLine}.join(QLatin1Char('|'))
                    + QLatin1Char(')'),
                anyCase);
}

/// One word of a command line, with or without quotation marks: with a digit or a sign, or alone at the end of its
/// command, since a sentence may go on behind an option's name.
QString argument(int shortest)
{
    const QString token = QLatin1String(R"([^\s"'\\])");
    const QString start = QLatin1String(placeholder) + QLatin1String(plainWord);
    return QStringLiteral(
               R"((?:\\*["']%3((?:[^"'\\\n]){%1,200}+)(?=\\*["'])|%3(?!-)(?=%2{0,256}[\d!@#$%^&*+=~?])(%2{%1,}+))"
               R"(|%3(?![\w.-]+\()([A-Za-z]{8,200}+)(?=[ \t]*(?:$|[\r\n|;&"'`\\])|[ \t]+-)))")
        .arg(QString::number(shortest), token, start);
}

/// `--api-key VALUE`, `-Password VALUE`, also in a list of arguments: `"--token", "VALUE"`.
QRegularExpression optionsValue(const SecretNames& secret)
{
    return form(
        QStringLiteral(R"((?<![\w-])--?[\w-]{0,40}?%1(?:\\*["']\s*,\s*(?=\\*["'])|[ \t]+))").arg(namedAs(secret))
            + argument(secret.look == Look::Random ? 8 : 6),
        anyCase);
}

/// `ENV API_KEY VALUE`, `setx …`, `aws configure set …`: a name and its value with nothing but a blank between them.
QRegularExpression setValue(const SecretNames& secret)
{
    return form(QStringLiteral(R"(\b(?:env|setx|setenv|set|export)[ \t]+(?:-{1,2}\w+[ \t]+)?[\w./:-]{0,80}?%1[ \t]+)")
                        .arg(namedAs(secret))
                    + argument(secret.look == Look::Random ? 8 : 6),
                anyCase);
}

/// An element of XML, and an entry with a name and a value: `name: DB_PASSWORD` with `value: …` behind it, in YAML,
/// JSON and as attributes.
QRegularExpression valueOfElement(const SecretNames& secret)
{
    const QString word = secret.look == Look::Any ? QStringLiteral(R"([^<\n]{3,400}?)")
        : secret.look == Look::OneWord            ? QStringLiteral(R"([^<\s]{3,400}?)")
                                                  : QStringLiteral(R"((?=[^<\s]{0,256}\d)[^<\s]{7,400}?)");
    const QString element = QStringLiteral(R"(<[\w:.-]{0,40}?%1(?:\s[^<>]{0,200})?>\s*%2%3([^<\s]%4)\s*</)")
                                .arg(namedAs(secret), QLatin1String(placeholder), QLatin1String(plainWord), word);
    const QString entry =
        QStringLiteral(
            R"(\b(?:key|name)\\*["']?\s*[:=]\s*\\*["']?[\w.-]{0,60}?%1\\*["']?\s*,?\s*\\*["']?value\\*["']?\s*[:=]\s*)"
            R"((?:\\*["']%2%3([^"'\\\n]{6,})(?=\\*["'])|%4))")
            .arg(namedAs(secret), QLatin1String(placeholder), lookWithinQuotes(secret.look), bareValue(secret.look));
    return form(element + QLatin1Char('|') + entry, anyCase);
}

/// "The password is Tr0ub4dor&3": a word with a digit or a sign, without the sentence's own full stop.
QRegularExpression valueInSentence(const char* names, int shortest)
{
    return form(
        QStringLiteral(
            R"((?<![\w])(?:%1)s?[ \t]+(?:(?:is|was|are|ist|lautet|est|es)(?:[ \t]+(?:now|changed[ \t]+to|set[ \t]+to|reset[ \t]+to))?:?|=|set[ \t]+to)[ \t]+[`"'\x{201C}]?%2%3%5(?!https?://))"
            R"((?=[^\s`"'\x{201D}]{0,256}\d)(?=[^\s`"'\x{201D}]{0,256}[A-Za-z])([^\s`"'<>,;(){}\x{201D}\x{3000}-\x{9FFF}\x{FF00}-\x{FFEF}]{%4,200}(?<![.?!:])))")
            .arg(QLatin1String(names), QLatin1String(placeholder), QLatin1String(plainWord))
            .arg(shortest)
            .arg(QLatin1String(noCall)),
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
    return form(
        QStringLiteral(R"(authorization\\*["']?\]?(?:%1|[ \t]*[:=][ \t]*(?:%2)))")
            .arg(quotedValue(QLatin1String(scheme), 1), QStringList{parts, one, unknown, bare}.join(QLatin1Char('|'))),
        anyCase);
}

/// The same as lookWithinQuotes, of a whole value. An empty one stands for any.
bool looksLike(Look look, std::string_view value)
{
    if (look == Look::Any || value.empty()) {
        return true;
    }
    if (value.find_first_of(" \t\r\n") != std::string_view::npos) {
        return false;
    }
    const auto has = [&](auto isOne) { return std::ranges::any_of(value, isOne); };
    return look == Look::OneWord || value.size() >= 20
        || (value.size() >= 8 && has([](char c) { return c >= '0' && c <= '9'; })
            && has([](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }));
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

/// In addresses: signatures, tokens, keys and passwords in a query, and what stands before the host.
void addAddressRules(std::vector<RedactionRule>& rules)
{
    rules.insert(
        rules.end(),
        {{"authorization", // of AWS, in headers and addresses; of Azure's
          {"signature=", "sig="},
          form(R"((?:\b(?:X-Amz-)?Signature|[?&;]sig)=((?=[A-Za-z0-9%+/_-]{0,256}\d)[A-Za-z0-9%+/=_-]{16,}))",
               anyCase)},
         {"authorization",
          {"signature=", "sig=", "sign="},
          valueInAddress("(?:X-(?:Amz|Goog|OSS)-)?Signature|sig|sign")},
         {"api_key", {"key=", "token="}, valueInAddress(QByteArray("[\\w-]{0,40}?(?:").append(keyNames).append(")"))},
         {"token",
          {"token=", "jwt="},
          valueInAddress("(?:\\w{0,40}[_-])?(?:(?<!page_|page-|next_|sync_)token)|jwt|(?:user|private|csrf)token")},
         {"api_key", {"key="}, form(R"([?&]key=((?=[A-Za-z0-9_-]{0,256}\d)[A-Za-z0-9_-]{24,}))")},
         {"password", {"pass", "pwd=", "secret="}, valueInAddress("\\w{0,40}?(?:pass(?:word|wd|phrase)?|pwd|secret)")},
         // Up to the last @ before a stroke, or the last at all: a password may contain either.
         {"password",
          {"://"},
          form(
              R"((?<=://)[^\s/:"'<>\[]{0,100}:(?!\d{1,5}(?:[/?#\s]|$))(?!\[redacted: )(?:([^\s/"'<>]{1,200})@|([^\s"'<>@]{1,200})@(?=[\w.-]{1,200}(?:[:/?\s"']|$))))")},
         {"token", {"://"}, form(R"((?<=://)(?=[\w%.~-]{0,200}\d)([\w%~-][\w%.~-]{15,200})@)")}});
}

/// Names and values wherever they stand.
void addNameRules(std::vector<RedactionRule>& rules)
{
    for (const SecretNames& secret : secretNames()) {
        rules.push_back({secret.kind, secret.anchors, namedValue(secret)});
        rules.push_back({secret.kind, secret.anchors, optionsValue(secret)});
        rules.push_back({secret.kind, secret.anchors, setValue(secret)});
        rules.push_back({secret.kind, secret.anchors, valueOfElement(secret)});
    }
    const auto& all = secretNames();
    rules.push_back({"password", all[0].anchors, valueInSentence(passwordNames, 6)});
    rules.push_back({"password", all[2].anchors, valueInSentence("pass|pwd|pw|secret", 6)});
    rules.push_back({"api_key", all[1].anchors, valueInSentence(keyNames, 12)});
    rules.push_back({"token", {"token"}, valueInSentence("token", 16)});
    rules.push_back(
        {"password",
         {"-p", " -a", "/p:", " -w", "%", "pass:", "curl", "authtoken", "secret", "login", "openssl", "ssh-keygen"},
         passwordOfProgram()});
    rules.push_back({"password", {"-u", "--auth", "--cred", "--proxy-user"}, passwordOfUser()});
    rules.push_back({"password",
                     {"machine", "default", "login", ":", "identified", "password", "requirepass", "masterauth",
                      "bindpw", "rootpw", "sudo", "chpasswd", "securestring", "pwd=", "auth"},
                     passwordInFile()});
    rules.push_back({"password",
                     {"secret", "password", "key", "md5", "community", "sqlplus", "expdp", "impdp", "sqlldr", "pin",
                      "token", "passphrase"},
                     secretOfDevice()});
}

/// What removes most comes first. Every lookahead is bounded, so the time to scan a text grows only with its length.
std::vector<RedactionRule> makeRules()
{
    std::vector<RedactionRule> rules{
        {"private_key",
         {"---- begin", "-----begin"},
         form(R"(-----? ?BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-----?[\s\S]*?)"
              R"((?:-----? ?END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)? ?-----?|\z))")},
        {"private_key",
         {"putty-user-key"},
         form(R"(PuTTY-User-Key-File-\d[\s\S]*?Private-Lines:\s*\d+\r?\n((?:[A-Za-z0-9+/=]+(?:\r?\n|\z))+))")},
        {"authorization", {"authorization"}, authorizationValue()},
        {"authorization",
         {"bearer"},
         form(R"(\bBearer\s+((?=[A-Za-z0-9._~+/=-]{0,256}\d)[A-Za-z0-9._~+/=-]{16,}))", anyCase)},
        {"cookie", {"cookie"}, cookieValue()},
    };
    std::ranges::move(issuersRules(), std::back_inserter(rules));
    addAddressRules(rules);
    addNameRules(rules);
    rules.push_back(
        {"private_key",
         {"phrase", "words", "mnemonic"},
         form(
             R"((?:seed|recovery|backup|secret|mnemonic)[ _-]?(?:phrase|words|mnemonic)?\\*["']?\s{0,8}[:=]\s{0,8}\\*["']?)"
             R"(((?:[a-z]{3,8}[ \t,]{1,3}){11,23}[a-z]{3,8}\b))",
             anyCase)});
    rules.push_back({"home_folder",
                     {":\\users\\", ":\\\\users\\\\", ":/users/"},
                     form(R"(\b[A-Za-z]:(?:\\{1,2}|/)Users(?:\\{1,2}|/)[^\\/:*?"<>|\s]+)", anyCase),
                     "~"});
    rules.push_back({"home_folder", {"/home/", "/users/", "/root"}, homeFolder(), "~"});
    return rules;
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

std::vector<RedactionRule> rulesForKey(const std::string& key)
{
    constexpr std::size_t shortest = 8;
    constexpr std::size_t longestWord = 16;
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == ' '; };
    if (key.size() < shortest || (key.size() < longestWord && std::ranges::all_of(key, isLetter))) {
        return {};
    }
    const QByteArray bytes = QByteArray::fromStdString(key);
    QStringList spellings;
    for (const QByteArray& one : {bytes, bytes.toBase64(QByteArray::OmitTrailingEquals), bytes.toPercentEncoding(),
                                  bytes.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals)}) {
        spellings << QString::fromUtf8(one);
    }
    spellings.removeDuplicates();
    std::vector<RedactionRule> rules;
    for (const QString& spelling : std::as_const(spellings)) {
        rules.push_back({"api_key",
                         {lowered(spelling.toStdString())},
                         form(QRegularExpression::escape(spelling) + QLatin1String("={0,2}"))});
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

const char* secretKindOf(std::string_view memberName, std::string_view value)
{
    static const QRegularExpression authorization = form(R"(authorization$)", anyCase);
    static const QRegularExpression cookie = form(R"(^(?:set-)?cookie$)", anyCase);
    const QString name = QString::fromUtf8(memberName.data(), static_cast<qsizetype>(memberName.size()));
    if (authorization.match(name).hasMatch()) {
        return "authorization";
    }
    if (cookie.match(name).hasMatch()) {
        return "cookie";
    }
    static const std::vector<QRegularExpression> forms = [] {
        std::vector<QRegularExpression> all;
        for (const SecretNames& secret : secretNames()) {
            all.push_back(form(namedAs(secret) + QLatin1Char('$'), anyCase));
        }
        return all;
    }();
    for (std::size_t i = 0; i < forms.size(); ++i) {
        const SecretNames& secret = secretNames()[i];
        if (looksLike(secret.look, value) && forms[i].match(name).hasMatch()) {
            return secret.kind;
        }
    }
    return nullptr;
}

const char* secretKindOfOption(std::string_view argument)
{
    const bool isOption = argument.size() > 2 && argument.size() < 80 && argument.front() == '-'
        && argument.find_first_of(" \t\n=:") == std::string_view::npos;
    return isOption ? secretKindOf(argument, {}) : nullptr;
}

} // namespace quarterdeck::formats
