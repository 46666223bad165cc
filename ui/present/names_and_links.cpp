#include "ui/present/names_and_links.h"

#include <QMimeDatabase>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>

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

/// Windows treats these as devices, whatever their extension.
bool isDevice(const QString& base)
{
    static const QRegularExpression devices(QStringLiteral("^(con|prn|aux|nul|com[0-9]|lpt[0-9])$"),
                                            QRegularExpression::CaseInsensitiveOption);
    return devices.match(base).hasMatch();
}

/// What some desktop runs, obeys or installs when it is opened with a double click: shells' and Windows' scripts,
/// programs, packages, shortcuts and settings.
bool isRunWhenOpened(const QString& ending)
{
    static const QSet<QString> endings = [] {
        const QString all = QStringLiteral(
            "apk app appimage appinstaller application appref-ms bash bat bin chm cmd com command cpl csh deb desktop "
            "dll "
            "dmg exe fish flatpakref flatpakrepo fpx gadget hta inf ins iqy iso jar jnlp js jse ksh library-ms lnk mht "
            "mhtml mobileconfig msc msh msi msix msixbundle msp mst pif pkg prf ps1 ps1xml ps2 psc1 psm1 py pyc pyw "
            "pyz "
            "pl rb reg rgs rpm run scf scpt scr sct search-ms service settingcontent-ms sh shb shs slk snap sys "
            "terminal "
            "theme themepack tool url vb vbe vbs website webloc workflow ws wsc wsf wsh xbap xll zsh");
        const QStringList parts = all.split(u' ');
        return QSet<QString>(parts.begin(), parts.end());
    }();
    return endings.contains(ending.toLower());
}

/// As much as the name may have and file systems accept, which for most is 255 bytes.
QString shortened(QString base, qsizetype characters)
{
    constexpr qsizetype mostBytes = 240;
    base.truncate(characters);
    while (base.toUtf8().size() > mostBytes)
        base.chop(base.back().isLowSurrogate() ? 2 : 1);
    return base;
}

/// `name` no longer has folders. `endings`: acceptable ones, the first being the default; empty = any.
QString safeName(QString name, const QStringList& endings, const QString& otherwise)
{
    static const QRegularExpression refused(QStringLiteral(R"([<>:"|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+)"),
                                            QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression edges(QStringLiteral(R"(^[.\s]+|[.\s]+$)"));
    name.replace(refused, QStringLiteral("_"));
    name.remove(edges);
    QString ending = name.contains(u'.') ? name.section(u'.', -1) : QString();
    QString base = ending.isEmpty() ? name : name.chopped(ending.size() + 1);
    if (!endings.isEmpty() && !endings.contains(ending.toLower())) {
        base = name; // "script.sh" of a PNG becomes "script.sh.png"
        ending = endings.front();
    }
    base = shortened(base, longest - ending.size() - 1);
    base.remove(edges);
    if (base.isEmpty() || isDevice(base.section(u'.', 0, 0)))
        base.prepend(otherwise);
    return ending.isEmpty() ? base : base + u'.' + ending;
}

QString withoutFolders(QString name)
{
    static const QRegularExpression folders(QStringLiteral(R"(^.*[/\\])"),
                                            QRegularExpression::DotMatchesEverythingOption);
    return name.remove(folders);
}

} // namespace

QString safeImageName(const QString& name, const QString& mediaType)
{
    return safeName(withoutFolders(name), endingsOf(mediaType), QStringLiteral("image"));
}

QString safeFileName(const QString& name, const QString& mediaType)
{
    const QString file = safeName(withoutFolders(name), {}, QStringLiteral("file"));
    const QString ending = QMimeDatabase().mimeTypeForName(mediaType).preferredSuffix();
    const QString named = file.contains(u'.') || ending.isEmpty() ? file : file + u'.' + ending;
    return named.contains(u'.') && isRunWhenOpened(named.section(u'.', -1)) ? named + QStringLiteral(".download")
                                                                            : named;
}

QString safeNameOfTitle(const QString& title, const QString& ending)
{
    static const QRegularExpression slashes(QStringLiteral(R"([/\\]+)"));
    QString name = title.simplified();
    name.replace(slashes, QStringLiteral("-"));
    return safeName(name, {ending}, QStringLiteral("session"));
}

} // namespace quarterdeck::ui

namespace quarterdeck::ui::wording {

bool isUnambiguousUrl(const QString& address)
{
    return std::none_of(address.begin(), address.end(), [](QChar c) {
        return c == u'\\' || c.isSpace() || c.category() == QChar::Other_Control || c.category() == QChar::Other_Format;
    });
}

namespace {

constexpr QLatin1StringView scheme("quarterdeck:");
constexpr qsizetype longest = 500;

} // namespace

QString MessageLink::text() const
{
    return scheme + QString::fromStdString(session.str()) + u'#' + QString::number(seq.value);
}

std::optional<MessageLink> messageLinkIn(const QString& typed)
{
    const QString link = typed.trimmed();
    const qsizetype hash = link.lastIndexOf(u'#');
    if (link.size() > longest || !link.startsWith(scheme, Qt::CaseInsensitive) || hash <= scheme.size())
        return std::nullopt;
    bool isNumber = false;
    const qint64 seq = link.mid(hash + 1).toLongLong(&isNumber);
    if (!isNumber || seq <= 0)
        return std::nullopt;
    return MessageLink{conversation::SessionId(link.mid(scheme.size(), hash - scheme.size()).toStdString()), {seq}};
}

} // namespace quarterdeck::ui::wording
