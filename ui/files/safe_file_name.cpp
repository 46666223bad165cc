#include "ui/images/safe_file_name.h"

#include <QRegularExpression>
#include <QStringList>

namespace quarterdeck::ui {

namespace {

constexpr qsizetype longest = 120;

QStringList endingsOf(const QString& mediaType)
{
    if (mediaType == QStringLiteral("image/jpeg"))
        return {QStringLiteral("jpg"), QStringLiteral("jpeg")};
    for (const char* kind : {"png", "webp", "gif"})
        if (mediaType == QStringLiteral("image/") + QLatin1String(kind))
            return {QLatin1String(kind)};
    return {};
}

/// Windows takes these for devices, whatever their ending.
bool isDevice(const QString& base)
{
    static const QRegularExpression devices(QStringLiteral("^(con|prn|aux|nul|com[0-9]|lpt[0-9])$"),
                                            QRegularExpression::CaseInsensitiveOption);
    return devices.match(base).hasMatch();
}

} // namespace

QString safeFileName(const QString& name, const QString& mediaType)
{
    static const QRegularExpression folders(QStringLiteral(R"(^.*[/\\])"),
                                            QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression refused(QStringLiteral(R"([<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+)"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression edges(QStringLiteral(R"(^[.\s]+|[.\s]+$)"));
    QString clean = name;
    clean.remove(folders);
    clean.replace(refused, QStringLiteral("_"));
    clean.remove(edges);
    const QStringList endings = endingsOf(mediaType);
    QString ending = clean.contains(u'.') ? clean.section(u'.', -1) : QString();
    QString base = ending.isEmpty() ? clean : clean.chopped(ending.size() + 1);
    if (!endings.isEmpty() && !endings.contains(ending.toLower())) {
        base = clean; // "script.sh" of a PNG becomes "script.sh.png"
        ending = endings.front();
    }
    base = base.left(longest - ending.size() - 1);
    base.remove(edges);
    if (base.isEmpty() || isDevice(base.section(u'.', 0, 0)))
        base.prepend(QStringLiteral("image"));
    return ending.isEmpty() ? base : base + u'.' + ending;
}

} // namespace quarterdeck::ui
