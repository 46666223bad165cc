#include "model/formats/export/program_rules.h"

#include <QStringList>

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
