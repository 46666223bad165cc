#include "model/formats/export/secret_forms.h"

#include "model/formats/export/rules.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <iterator>

namespace quarterdeck::formats::redaction {

QRegularExpression form(const QString& pattern, bool isCaseInsensitive, bool isByLine)
{
    QRegularExpression::PatternOptions options;
    options.setFlag(QRegularExpression::CaseInsensitiveOption, isCaseInsensitive);
    options.setFlag(QRegularExpression::MultilineOption, isByLine);
    return QRegularExpression(pattern, options);
}

QRegularExpression form(const char* pattern, bool isCaseInsensitive)
{
    return form(QString::fromLatin1(pattern), isCaseInsensitive);
}

QRegularExpression passwordOfProgram()
{
    const char* within = R"([^\n|;&]{0,200}?[ \t])";
    const QString programs =
        QStringList{
            QStringLiteral(
                R"((?:docker|podman|buildah|skopeo|helm|oc|az|nerdctl)\b[^\n|;&]{0,100}?\blogin\b%1-p[ \t]*)"),
            QStringLiteral(R"(sshpass%1-p[ \t]*)"),
            QStringLiteral(R"((?:mysql|mariadb)\w*%1-p)"),
            QStringLiteral(R"((?:redis-cli|http|https)%1-a[ \t]+(?:[^\s:]{1,100}:)?)"),
            QStringLiteral(R"((?:mosquitto_\w+|ipmitool|mongo\w*)%1-(?:P|p)[ \t]*(?!\d{1,5}(?:\s|$)))"),
            QStringLiteral(R"((?:un)?zip%1-P[ \t]*)"),
            QStringLiteral(R"(curl%1-u[^\s:"'\\]{1,100}:)"),
            QStringLiteral(R"(ngrok%1(?:add-)?authtoken[ \t]+)"),
            QStringLiteral(R"(gh[ \t]+secret[ \t]+set%1(?:--body|-b)[ \t=]+)"),
            QStringLiteral(R"((?:wandb|vault)[ \t]+login[ \t]+(?=\S{0,200}\d))"),
            QStringLiteral(R"(openssl%1-k[ \t]+)"),
            QStringLiteral(R"(ssh-keygen%1-N[ \t]+)"),
            QStringLiteral(R"(ldap\w+%1-w[ \t]*)"),
            QStringLiteral(R"(7z\w?%1-p)"),
            QStringLiteral(R"(smbclient%1-U[ \t]*[^\s%]{1,100}%)"),
            QStringLiteral(R"(openssl%1-pass(?:in|out)?[ \t]+pass:)"),
            QStringLiteral(R"(x?freerdp%1/p:)"),
        }
            .join(QLatin1Char('|'));
    return form(
        QStringLiteral(R"re((?<![\w-])(?:%2)%3(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|([^\s"'\\-][^\s"'\\]{2,200})))re")
            .replace(QLatin1String("%2"), QString(programs).replace(QLatin1String("%1"), QLatin1String(within)))
            .replace(QLatin1String("%3"), QLatin1String(placeholder)));
}

QRegularExpression passwordOfUser()
{
    // Their own -u means something else.
    const QString others = QLatin1String(
        R"(\b(?:(?:docker|podman|nerdctl)[ \t]+(?:run|exec|create)\b(?:(?!\bcurl\b)[^\n|;&]){0,400}?(?:-u|--user)[ \t=]+\S+)"
        R"(|sort[ \t]+-\w*u[ \t]+\S+|pip3?[ \t]+install[ \t][^\n|;&]{0,200}?-U[ \t]+\S+)(*SKIP)(*FAIL)|)");
    const QString options = QLatin1String(
        R"((?<![\w-])(?:-u|-U|--user|--proxy-user|--auth|--creds|--credentials)(?:[ \t]+|=|\\*["']\s*,\s*))");
    const QString user =
        QStringLiteral(R"(([^\s:"'\\/=]{1,100}):%1(?!\g{-1}(?!\w))(?!\d{1,6}(?!\w)))").arg(QLatin1String(placeholder));
    return form(others + options
                + QStringLiteral(R"re((?:\\*["']%1([^"'\\\n]{3,200})(?=\\*["'])|%1([^\s"'\\]{3,200})))re").arg(user));
}

QRegularExpression passwordInFile()
{
    return form(
        QStringLiteral(
            R"(\b(?:machine[ \t]+\S{1,200}|default)\s+(?:login|user)\s+\S{1,200}\s+(?:account\s+\S{1,200}\s+)?password\s+%1([^\s"'\\]{1,200}))"
            R"re(|^[ \t]*machine[ \t]+\S{1,200}\s+(?:account\s+\S{1,200}\s+)?password\s+%1([^\s"'\\]{1,200}))re"
            R"re(|\blogin[ \t]+\S{1,100}[ \t]+password[ \t]+%1(?=\S{0,200}[\d!@#$%^&*+=~])([^\s"'\\]{3,200}))re"
            R"re(|(?:\bauth\s*=\s*\(|basic_?auth\(|\.login\()\s*["'][^"'\n]{0,100}["']\s*,\s*["']%1([^"'\n]{3,200})["'])re"
            R"re(|^[\w.*-]{1,100}:(?:\d{1,5}|\*):[^\s:]{1,60}:[^\s:]{1,60}:%1([^\s:]{3,200})$)re"
            R"re(|\b(?:identified\s+(?:with\s+\S{1,40}\s+)?by|(?:with|encrypted|set)\s+password(?:\s*=)?)\s+'%1([^'\n]{3,200})')re"
            R"re(|^[ \t]*(?:requirepass|masterauth|bindpw|rootpw)[ \t]+"?%1([^\s"]{3,200}))re"
            R"re(|\becho[ \t]+(?:-\w+[ \t]+)?["']?%1([^\s"'|]{3,200})["']?[ \t]*\|[ \t]*sudo[ \t]+-\w*S)re"
            R"re(|\becho[ \t]+(?:-\w+[ \t]+)?["']?[\w.-]{1,60}:%1([^\s"'|]{3,200})["']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd)re"
            R"re(|;[ \t]*(?:pwd|password)=\{((?=[^{}\n]{0,200}\d)[^{}\n]{3,200})\})re"
            R"re(|\bWIFI:(?:[^;\s]{0,100};){0,4}P:([^;\s]{3,100});)re"
            R"re(|ConvertTo-SecureString[ \t]+(?:-\w+[ \t]+)*["']%1([^"'\n]{3,200})["'])re")
            .arg(QLatin1String(placeholder)),
        anyCase, true);
}

QRegularExpression secretOfDevice()
{
    return form(
        QStringLiteral(
            R"re(\b(?:secret|password|key|md5)[ \t]+[05789][ \t]+%1(?=\S{0,200}\d)([^\s]{4,200}))re"
            R"re(|\b(?:snmp-server[ \t]+community|r[ow]community6?)[ \t]+%1([^\s]{3,100}))re"
            R"re(|\b(?:sqlplus|expdp|impdp|sqlldr)[ \t](?:[^\n|;&]{0,100}?[ \t])?["']?[\w.$#-]{1,60}/%1([^\s@"'/]{3,200})@)re"
            R"re(|\bPIN(?:[ \t-]?(?:code|number))?[ \t]*(?:is|:|=|\x{FF1A})[ \t]*(\d{4,12})(?![\w.]))re"
            R"re(|"username"\s*:\s*"[^"\n]{1,100}"\s*,\s*"key"\s*:\s*"([0-9a-f]{32,64})")re"
            R"re(|\b(?:token|api[ _-]?key|secret|passphrase)[ \t]+[`"'\x{201C}]?%1(?=[\w+/=~-]{0,200}\d)(?=[\w+/=~-]{0,200}[A-Za-z])([\w+/=~-]{24,200})(?![\w(/.]))re")
            .arg(QLatin1String(placeholder)),
        anyCase, true);
}

} // namespace quarterdeck::formats::redaction

namespace quarterdeck::formats {

namespace {

/// Before a form that begins with a prefix of its own.
constexpr const char* startOfWord = R"((?<![A-Za-z0-9_-]))";
/// Ordinary names and titles could have the form: a longer run of letters with a digit in it tells them apart. Bounded,
/// so the time to scan grows with the length only.
constexpr const char* withDigit =
    R"((?=[A-Za-z0-9_.+/=%-]{0,256}?(?=[A-Za-z]{0,7}\d)(?=\d{0,7}[A-Za-z])[A-Za-z0-9]{8}))";

/// One or more prefixes, each of which an issuer gives to its keys alone, and what follows them.
RedactionRule issued(const char* kind, std::vector<std::string> anchors, const char* prefixes, const char* rest)
{
    const QString pattern = QLatin1String(startOfWord) + QStringLiteral("(?:%1)").arg(QLatin1String(prefixes))
        + QLatin1String(withDigit) + QLatin1String(rest);
    return {kind, std::move(anchors), QRegularExpression(pattern)};
}

/// A form that needs no more than its pattern.
RedactionRule formed(const char* kind, std::vector<std::string> anchors, const char* pattern)
{
    return {kind, std::move(anchors), QRegularExpression(QString::fromLatin1(pattern))};
}

std::vector<RedactionRule> modelProviders()
{
    return {
        // OpenAI, Anthropic, DeepSeek, Qwen, Moonshot, OpenRouter and many that copied the form
        issued("api_key", {"sk-", "sk_"}, "sk-", "[A-Za-z0-9_-]{20,}"),
        issued("api_key", {"sess-", "csk-", "xai-", "pplx-", "nvapi-", "fc-", "tvly-", "pa-"},
               "sess-|csk-|xai-|pplx-|nvapi-|fc-|tvly-|pa-", "[A-Za-z0-9_-]{20,}"),
        formed("api_key", {"hf_", "api_org_"},
               R"((?<![A-Za-z0-9_-])(?:hf|api_org)_[A-Za-z0-9]{30,}(?![A-Za-z0-9]))"), // Hugging Face
        // Groq, Replicate, Fireworks, Together, Jina, E2B, Pinecone, LangSmith, Langfuse, Helicone, Apify
        issued("api_key", {"gsk_", "r8_", "fw_", "tgp_v1_", "jina_", "e2b_", "pcsk_", "apify_api_"},
               "gsk_|r8_|fw_|tgp_v1_|jina_|e2b_|pcsk_|apify_api_", "[A-Za-z0-9_-]{20,}"),
        issued("api_key", {"lsv2_", "ls__", "-lf-", "pk-helicone-", "bedrock-api-key-"},
               "lsv2_[a-z]{2}_|ls__|[sp]k-lf-|pk-helicone-|bedrock-api-key-", "[A-Za-z0-9_-]{20,}"),
        formed("api_key", {"sk_"}, R"((?<![A-Za-z0-9_])sk_[a-f0-9]{40,}(?![A-Za-z0-9_]))"), // ElevenLabs
        formed("api_key", {"absk"}, R"((?<![A-Za-z0-9])ABSK[A-Za-z0-9+/]{40,}={0,2})"),     // Bedrock
        // Zhipu: an id, and what signs
        formed("api_key", {"."}, R"((?<![A-Za-z0-9])[0-9a-f]{32}\.[A-Za-z0-9]{16}(?![A-Za-z0-9]))"),
    };
}

std::vector<RedactionRule> clouds()
{
    return {
        formed("api_key", {"akia", "asia", "abia", "acca"},
               R"((?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9]))"),
        formed("api_key", {"aiza"}, R"((?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-]))"),
        issued("token", {"ya29.", "1//0", "4/0a"}, R"(ya29\.|1//0|4/0A)", "[A-Za-z0-9._-]{20,}"),
        issued("api_key", {"gocspx-"}, "GOCSPX-", "[A-Za-z0-9_-]{20,}"),
        issued("api_key", {"aq.ab"}, R"(AQ\.(?=Ab))", "[A-Za-z0-9_-]{20,}"),
        // Azure: an application's secret, a personal token of DevOps
        formed("password", {"8q~"},
               R"((?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-]))"),
        formed("token", {"azdo"}, R"((?<![A-Za-z0-9])[A-Za-z0-9]{52,80}AZDO[A-Za-z0-9]{4}(?![A-Za-z0-9]))"),
        // Aliyun, Tencent, Baidu, Volcengine, Yandex
        issued("api_key", {"ltai", "akid", "aklt", "aqvn", "altak-", "altak"},
               "LTAI|AKID|AKLT|AQVN|ALTAK-?|bce-v3/ALTAK-", "[A-Za-z0-9_/-]{12,}"),
        formed("token", {"sts.", "jdc_"}, R"((?<![A-Za-z0-9])(?:STS\.[A-Za-z0-9]{20,}|JDC_[A-Z0-9]{20,}))"),
        issued("token", {"y0_", "t1."}, R"(y0_(?:Ag)|t1\.)", "[A-Za-z0-9_.-]{40,}"),
        issued("token", {"dop_v1_", "doo_v1_", "dor_v1_"}, "do[opr]_v1_", "[a-f0-9]{32,}"),
        issued("api_key", {"hrku-", "nfp_", "nfc_", "nfo_", "nfb_", "rnd_", "vcp_", "fo1_", "fm2_", "scw"},
               "HRKU-(?:AA)?|nf[pcobu]_|rnd_|vcp_|fo1_|fm2_|SCW", "[A-Za-z0-9_-]{17,}"),
        issued("api_key", {"sbp_", "sb_secret_", "pscale_", "mdb_sa_sk_", "dapi"},
               "sbp_|sb_secret_|pscale_(?:tkn|pw|oauth)_|mdb_sa_sk_|dapi(?=[a-f0-9]{32})", "[A-Za-z0-9_-]{20,}"),
        issued("token", {"hvs.", "hvb.", "hvr.", "v1.0-", "dp.", "dt0"},
               R"(hv[sbr]\.|v1\.0-(?=[a-f0-9]{24}-)|dp\.(?:pt|st|ct|sa|scim|audit)\.|dt0[a-z]\d\d\.)",
               "[A-Za-z0-9._-]{20,}"),
        formed("token", {".atlasv1."}, R"((?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_-]{40,})"),
        issued("token", {"tskey-", "pul-", "ops_", "a3-"},
               "tskey-[a-z]+-|pul-(?=[a-f0-9]{40})|ops_(?=eyJ)|A3-(?=[A-Z0-9]{6}-)", "[A-Za-z0-9_-]{16,}"),
    };
}

std::vector<RedactionRule> repositories()
{
    return {
        issued("token", {"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"}, "gh[pousr]_|github_pat_",
               "[A-Za-z0-9_]{20,}"),
        issued("token", {"gl"}, "gl(?:pat|rt|dt|cbt|ptt|ft|imt|agent|oas|soat|ffct|rtr)-(?:t\\d_)?",
               "[A-Za-z0-9_.-]{20,}"),
        issued("token", {"gr1348941", "atatt3", "atctt3", "atbb", "atta"}, "GR1348941|AT(?:ATT3|CTT3|BB|TA)",
               "[A-Za-z0-9_=-]{20,}"),
        issued("token", {"npm_", "pypi-", "rubygems_", "oy2", "cio", "dckr_"},
               "npm_|pypi-|rubygems_|oy2(?=[a-z0-9]{43})|cio(?=[A-Za-z0-9]{32})|dckr_[po]at_", "[A-Za-z0-9_-]{24,}"),
        issued("token", {"akcp", "sgp_", "ccipat_", "bkua_", "sqp_", "squ_", "sqa_", "glsa_", "glc_"},
               "AKCp|sgp_|CCIPAT_|bkua_|sq[pua]_|glsa_|glc_", "[A-Za-z0-9_=-]{20,}"),
        issued("api_key", {"pmak-", "nrak-", "nrii-", "nrjs-", "nraa-", "sntry", "phc_", "phx_", "cfpat-"},
               "PMAK-|NR(?:AK|II|JS|AA)-|sntry[su]_|ph[cx]_|CFPAT-", "[A-Za-z0-9_=+/-]{20,}"),
    };
}

std::vector<RedactionRule> messengers()
{
    return {
        formed("token", {"xox"}, R"((?<![A-Za-z0-9])xox[abceoprs]-(?=[A-Za-z0-9.-]{0,256}\d)[A-Za-z0-9.-]{10,})"),
        formed("token", {"xoxe.", "xapp-"},
               R"((?<![A-Za-z0-9])(?:xoxe\.xox[bp]-|xapp-)(?=[A-Za-z0-9-]{0,256}\d)[A-Za-z0-9-]{10,})"),
        // Addresses that anybody may post to: Slack, Discord, Teams, Feishu, WeCom
        formed("token", {"hooks.slack"},
               R"(hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/([A-Za-z0-9_/-]{20,}))"),
        formed("token", {"/webhooks/"}, R"(discord(?:app)?\.com/api/(?:v\d+/)?webhooks/(\d{10,}/[A-Za-z0-9_-]{20,}))"),
        formed("token", {"hooks.zapier"}, R"(hooks\.zapier\.com/hooks/catch/(\d{3,}/\w{5,}))"),
        formed("token", {"ifttt.com"},
               R"(maker\.ifttt\.com/trigger/[^\s/]{1,100}/(?:json/)?with/key/([A-Za-z0-9_-]{16,}))"),
        formed("token", {"webhook.office", "logic.azure"}, R"(webhook\.office\.com/(webhookb?2?/[^\s"'<>]{20,}))"),
        formed("token", {"/bot/"}, R"((?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/([A-Za-z0-9-]{20,}))"),
        formed("token", {"webhook/send"}, R"(webhook/send\?key=([A-Za-z0-9-]{20,}))"),
        formed("token", {"chat.googleapis"}, R"(chat\.googleapis\.com/v1/spaces/[^\s"'<>?]+\?(key=[^\s"'<>]{20,}))"),
        formed(
            "token", {"."},
            R"((?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}(?![A-Za-z0-9_-]))"),
        formed("token", {":aa"}, R"((?<!\d)\d{8,10}:AA[A-Za-z0-9_-]{32,35}(?![A-Za-z0-9_-]))"),
        formed("token", {":apa91b"}, R"((?<![A-Za-z0-9_-])[A-Za-z0-9_-]{11}:APA91b[A-Za-z0-9_-]{60,})"), // Firebase
        formed("token", {"sec"}, R"((?<![A-Za-z0-9])SEC[0-9a-f]{64}(?![A-Za-z0-9]))"),                   // DingTalk
        issued("token", {"eaa", "igqv"}, "EAA[A-Za-z0-9]|IGQV", "[A-Za-z0-9_-]{30,}"), // Facebook, Square
        issued("token", {"wpl_ap1.", "oauth:", "aaaaaaaaaaaaaaaaaaaa"}, R"(WPL_AP1\.|oauth:|A{20})",
               "[A-Za-z0-9%=.-]{24,}"),
        // Twilio, SendGrid, Mailgun, Mailchimp, Brevo, Resend
        formed("api_key", {"sk"}, R"((?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9]))"),
        formed("api_key", {"sg."}, R"((?<![A-Za-z0-9_.-])SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})"),
        formed("api_key", {"key-"}, R"((?<![A-Za-z0-9_-])key-(?=[a-z]{0,31}\d)[0-9a-z]{32}(?![A-Za-z0-9]))"),
        formed("api_key", {"-"}, R"((?<![A-Za-z0-9-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![A-Za-z0-9-]))"),
        formed("token", {":"}, R"((?<![A-Za-z0-9])(?:AC|SK)[0-9a-f]{32}:[0-9a-f]{32}(?![A-Za-z0-9]))"),
        formed("api_key", {"-us"}, R"((?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?!\d))"),
        issued("api_key", {"xkeysib-", "re_"}, "xkeysib-|re_(?=[A-Za-z0-9]{8}_)", "[A-Za-z0-9_-]{24,}"),
    };
}

std::vector<RedactionRule> services()
{
    return {
        formed("api_key", {"k_live_", "k_test_", "whsec_"},
               R"((?<![A-Za-z0-9_])(?:[spr]k_(?:live|test)_|whsec_)[A-Za-z0-9+/]{16,}={0,2})"),
        issued("api_key", {"sq0", "rzp_", "amzn.mws.", "access-", "ezak", "ezt"},
               R"(sq0[a-z]{3}-|rzp_(?:live|test)_|amzn\.mws\.|access-(?:sandbox|development|production)-|EZ[AT]K)",
               "[A-Za-z0-9_-]{14,}"),
        issued("token", {"shpat_", "shpca_", "shppa_", "shpss_", "shptka_"}, "shp(?:at|ca|pa|ss|tka)_",
               "[A-Za-z0-9]{24,}"),
        issued(
            "api_key", {"lin_", "figd_", "figo", "ntn_", "secret_", "sl.", "tfp_", "nyk_"},
            R"(lin_(?:api|oauth)_|fig(?:d|oh?|or|u)_|ntn_|secret_(?=[A-Za-z0-9]{43})|sl\.(?:u\.)?(?=[A-Za-z0-9_-]{60})|tfp_|nyk_v0_)",
            "[A-Za-z0-9_-]{20,}"),
        formed("token", {"access_token$"}, R"(access_token\$(?:production|sandbox)\$[A-Za-z0-9$]{20,})"), // PayPal
        formed("token", {"packagist_"}, R"((?<![A-Za-z0-9_])packagist_[a-z]{3}_[0-9a-f]{40,})"),
        formed("token", {"clojars_"}, R"((?<![A-Za-z0-9_])CLOJARS_[0-9A-Fa-f]{40,})"),
        formed("token", {"mfa."}, R"((?<![A-Za-z0-9_.])mfa\.[A-Za-z0-9_-]{60,})"),         // Discord
        formed("api_key", {"nral"}, R"((?<![A-Za-z0-9])[0-9a-f]{36}NRAL(?![A-Za-z0-9]))"), // New Relic
        formed("token", {"pat"},
               R"((?<![A-Za-z0-9_-])(?:pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}|pat-[a-z]{2,3}\d-[0-9a-f-]{30,}))"),
        formed("token", {"k.ey"}, R"((?<![A-Za-z0-9])[spt]k\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{16,})"), // Mapbox
        formed("token", {"pk_"}, R"((?<![A-Za-z0-9_])pk_\d{5,}_[A-Z0-9]{24,})"),                           // ClickUp
        formed("token", {"/"},
               R"((?<![A-Za-z0-9/])[0-2]/\d{13,17}(?:/\d{13,17})?:[0-9a-f]{32}(?![A-Za-z0-9]))"), // Asana
        formed("token", {"eyj"},
               R"((?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})"),
        formed(
            "token", {"eyj"}, // encrypted: five parts, of which the second may be empty
            R"((?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{0,1024}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,})"),
        formed("private_key", {"age-secret-key-"}, R"(AGE-SECRET-KEY-(?:PQ-)?1[0-9A-Z]{40,})"),
        // Hashes of passwords, as they stand in files of accounts
        formed("password", {"$"},
               R"((?<![\w$])\$(?:apr1|argon2(?:id?|d)|2[abxy]|[156y]|7|scrypt|pbkdf2[\w-]*)\$[^\s:"'<>]{20,})"),
    };
}

} // namespace

std::vector<RedactionRule> issuersRules()
{
    std::vector<RedactionRule> all;
    for (auto rules : {modelProviders(), clouds(), repositories(), messengers(), services()}) {
        std::ranges::move(rules, std::back_inserter(all));
    }
    return all;
}

} // namespace quarterdeck::formats
