#include "model/agents/environment/openable_file.h"

#include "model/agents/environment/confined_folder.h"
#include "model/agents/team_text.h"

#include <QMimeDatabase>
#include <QMimeType>
#include <algorithm>
#include <array>
#include <cctype>

namespace quarterdeck::team {

namespace {

using conversation::Error;
using conversation::ErrorCode;
using conversation::Result;

/// Types that run when they are opened. Scripts of most languages inherit from the first.
constexpr std::array programKinds{
    "application/x-executable",
    "application/x-sharedlib",
    "application/x-shellscript",
    "application/x-desktop",
    "application/x-ms-dos-executable",
    "application/x-msdos-program",
    "application/x-msdownload",
    "application/vnd.microsoft.portable-executable",
    "application/x-msi",
    "application/x-ms-shortcut",
    "application/x-mswinurl",
    "application/x-bat",
    "application/x-java-archive",
    "application/java-archive",
    "application/x-java",
    "application/x-java-jnlp-file",
    "application/vnd.appimage",
    "application/vnd.debian.binary-package",
    "application/x-deb",
    "application/x-rpm",
    "application/vnd.flatpak",
    "application/vnd.flatpak.ref",
    "application/vnd.flatpak.repo",
    "application/vnd.snap",
    "application/vnd.apple.installer+xml",
    "application/x-apple-diskimage",
    "application/x-perl",
    "application/x-php",
    "application/x-ruby",
    "application/x-awk",
    "application/x-csh",
    "application/javascript",
    "application/x-python-bytecode",
    "application/vnd.android.package-archive",
    "text/javascript",
    "text/x-python",
    "text/x-python3",
    "text/x-lua",
    "text/x-tcl",
};

/// What desktops run by name alone, whatever its type.
constexpr std::array programEndings{
    "action", "apk",      "app",     "appimage", "bash", "bat", "bin",  "cmd",      "com", "command", "cpl", "csh",
    "deb",    "desktop",  "dll",     "dmg",      "elf",  "exe", "fish", "gadget",   "hta", "inf",     "jar", "jnlp",
    "js",     "jse",      "ksh",     "lnk",      "lua",  "mjs", "msc",  "msi",      "msp", "out",     "php", "pif",
    "pkg",    "pl",       "ps1",     "psm1",     "py",   "pyc", "pyw",  "pyz",      "rb",  "reg",     "rpm", "run",
    "scpt",   "scr",      "service", "sh",       "snap", "so",  "tcl",  "terminal", "url", "vb",      "vbe", "vbs",
    "webloc", "workflow", "ws",      "wsf",      "wsh",  "xpi", "zsh",
};

/// Types of text whose programs run what is inside, or load what it names.
constexpr std::array activeKinds{"text/html",           "text/xml",   "application/xml", "application/x-ipynb+json",
                                 "text/x-qml",          "text/x-uri", "text/uri-list",   "text/richtext",
                                 "text/vnd.rn-realtext"};

/// Besides text; many types that inherit from it are not for looking at (playlists, PostScript, shortcuts).
constexpr std::array documentKinds{"image/png",        "image/jpeg",         "image/gif",       "image/webp",
                                   "image/bmp",        "image/tiff",         "application/pdf", "application/sql",
                                   "application/toml", "application/x-yaml", "application/yaml"};

template <std::size_t size>
bool isAnyOf(const QMimeType& kind, const std::array<const char*, size>& names)
{
    return std::ranges::any_of(names, [&](const char* name) { return kind.inherits(QString::fromLatin1(name)); });
}

bool isProgramKind(const QMimeType& kind)
{
    // The MIME database derives it from JavaScript, which runs; JSON does not.
    return !kind.inherits(QStringLiteral("application/json")) && isAnyOf(kind, programKinds);
}

/// Of the whole name: "a.sh.txt" is no script, "a.SH" is one.
std::string endingOf(const std::string& name)
{
    const std::size_t dot = name.rfind('.');
    std::string ending = dot == std::string::npos ? std::string() : name.substr(dot + 1);
    std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending;
}

/// Signs of programs that not every MIME database has.
bool beginsLikeAProgram(const std::string& bytes)
{
    using namespace std::string_view_literals;
    constexpr std::array signs{"#!"sv,
                               "\x7f"
                               "ELF"sv,
                               "MZ"sv,
                               "\xef\xbb\xbf#!"sv,
                               "[Desktop Entry]"sv,
                               "[InternetShortcut]"sv,
                               "\xca\xfe\xba\xbe"sv,
                               "\xcf\xfa\xed\xfe"sv,
                               "\xfe\xed\xfa\xcf"sv,
                               "!<arch>\n"sv,
                               "<?php"sv};
    const bool isSigned =
        std::ranges::any_of(signs, [&](std::string_view sign) { return std::string_view(bytes).starts_with(sign); });
    return isSigned || bytes.find("\n[Desktop Entry]") != std::string::npos;
}

/// The types suggested by its name and by its content.
struct Kinds
{
    QList<QMimeType> byName;
    QMimeType byContent;
};

Kinds kindsOf(const std::string& name, const std::string& beginning)
{
    const QMimeDatabase database;
    return {database.mimeTypesForFileName(QString::fromStdString(name)),
            database.mimeTypeForData(QByteArray(beginning.data(), static_cast<qsizetype>(beginning.size())))};
}

bool isProgram(const std::string& name, const ConfinedFolder::Look& look, const Kinds& kinds)
{
    return look.isExecutable || beginsLikeAProgram(look.beginning)
        || std::ranges::find(programEndings, endingOf(name)) != programEndings.end() || isProgramKind(kinds.byContent)
        || std::ranges::any_of(kinds.byName, isProgramKind);
}

/// The name promises it, and the content agrees.
bool isPlainDocument(const Kinds& kinds)
{
    const QString jsonKind = QStringLiteral("application/json"); // several kinds have its ending
    const auto isText = [&](const QMimeType& kind) {
        return kind.inherits(QStringLiteral("text/plain")) || kind.inherits(jsonKind);
    };
    const auto isPlain = [&](const QMimeType& kind) {
        const bool isKnown = std::ranges::find(documentKinds, kind.name()) != documentKinds.end();
        const bool isPlainText = isText(kind) && kind.name().startsWith(QStringLiteral("text/"));
        return (isKnown || isPlainText || kind.inherits(jsonKind)) && !isAnyOf(kind, activeKinds);
    };
    // Several types may share a suffix.
    if (kinds.byName.empty() || !std::ranges::all_of(kinds.byName, isPlain) || !isPlain(kinds.byContent))
        return false;
    if (isText(kinds.byContent))
        return std::ranges::all_of(kinds.byName, isText);
    return std::ranges::any_of(kinds.byName,
                               [&](const QMimeType& kind) { return kinds.byContent.inherits(kind.name()); });
}

struct Found
{
    RelativePath path;
    ConfinedFolder::Look look;
};

Result<Found> foundAt(const std::string& folder, const std::string& path)
{
    auto parsed = RelativePath::of(path);
    const bool isPlace = !folder.empty() && folder.front() == '/';
    if (!parsed || parsed->parts.empty() || !isPlace)
        return tl::make_unexpected(Error{ErrorCode::NotAllowed, texts::fileElsewhere(), path});
    const auto look = ConfinedFolder(folder, true).look(*parsed);
    if (!look)
        return tl::make_unexpected(Error{ErrorCode::NotAllowed, texts::fileElsewhere(), look.error()});
    if (!*look)
        return tl::make_unexpected(Error{ErrorCode::NotFound, texts::fileNotThere(), folder});
    return Found{std::move(*parsed), **look};
}

} // namespace

Result<OpenableFile> openableFile(const std::string& folder, const std::string& path)
{
    const auto found = foundAt(folder, path);
    if (!found)
        return tl::make_unexpected(found.error());
    const std::string& name = found->path.parts.back();
    const Kinds kinds = kindsOf(name, found->look.beginning);
    if (isProgram(name, found->look, kinds))
        return tl::make_unexpected(Error{ErrorCode::NotAllowed, texts::fileIsProgram(), path});
    return OpenableFile{folder + "/" + found->path.text(), !isPlainDocument(kinds)};
}

Result<std::string> folderOfFile(const std::string& folder, const std::string& path)
{
    const auto found = foundAt(folder, path);
    if (!found)
        return tl::make_unexpected(found.error());
    std::string whole = folder + "/" + found->path.text();
    whole.resize(whole.rfind('/'));
    return whole;
}

} // namespace quarterdeck::team
