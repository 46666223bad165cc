#include "model/agents/environment/folder_checks.h"

#include "model/agents/environment/confined_folder.h"
#include "model/agents/environment/git.h"
#include "model/agents/environment/path_rules.h"
#include "model/agents/team_text.h"

#include <QDir>
#include <QMimeDatabase>
#include <QMimeType>
#include <QStandardPaths>
#include <git2/repository.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

namespace quarterdeck::team {

namespace {

namespace fs = std::filesystem;
using conversation::Error;
using conversation::ErrorCode;

fs::path withoutLinks(const fs::path& path)
{
    std::error_code problem;
    fs::path found = fs::weakly_canonical(path, problem);
    return problem ? path.lexically_normal() : found;
}

/// Whether `inner` is `outer` or inside it.
bool isWithin(const fs::path& inner, const fs::path& outer)
{
    const auto [outerEnd, innerEnd] = std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end());
    return outerEnd == outer.end() || (outerEnd->empty() && std::next(outerEnd) == outer.end());
}

auto folderRefused(std::string sentence, const std::string& path)
{
    return tl::make_unexpected(Error{ErrorCode::NotAllowed, std::move(sentence), path});
}

/// The folder's git settings may name another work tree, which nobody chose.
bool isWorkTree(const fs::path& folder)
{
    const LibGit2Guard use;
    git_repository* opened = nullptr;
    if (git_repository_open_ext(&opened, folder.c_str(), GIT_REPOSITORY_OPEN_NO_SEARCH, nullptr) != 0)
        return false;
    const GitPointer<git_repository> repository(opened, &git_repository_free);
    const char* tree = git_repository_workdir(opened);
    return tree != nullptr && withoutLinks(fs::path(tree) / "") == withoutLinks(folder / "");
}

bool overlap(const fs::path& one, const fs::path& other) { return isWithin(one, other) || isWithin(other, one); }

/// The person's, and the one that the system knows, should they differ.
std::vector<fs::path> homes()
{
    std::vector<fs::path> found{withoutLinks(QDir::homePath().toStdString())};
    constexpr std::size_t room = 16384;
    std::array<char, room> buffer{};
    passwd entry{};
    passwd* known = nullptr;
    if (::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &known) == 0 && known != nullptr
        && known->pw_dir != nullptr && *known->pw_dir == '/')
        found.push_back(withoutLinks(known->pw_dir));
    std::erase(found, fs::path("/")); // of accounts without one
    return found;
}

/// Where git would take it, or a folder around it, for what it keeps for itself.
bool isOfGit(const fs::path& folder)
{
    fs::path above;
    for (const fs::path& part : folder) {
        if (isKeptName(part.string()))
            return true;
        above /= part;
        std::error_code problem;
        RepositoryParts parts;
        for (const char* name : {"HEAD", "objects", "refs", "commondir"})
            if (fs::exists(fs::symlink_status(above / name, problem)))
                parts.see(name);
        if (parts.areWhole())
            return true;
    }
    return false;
}

/// Folders without which the system does not run; nobody's documents are there.
bool isOfSystem(const fs::path& folder)
{
    constexpr std::array own{"/bin",     "/boot",      "/dev",     "/efi",       "/etc",    "/lib",     "/lib32",
                             "/lib64",   "/libx32",    "/proc",    "/run",       "/sbin",   "/sys",     "/usr",
                             "/var/lib", "/var/spool", "/var/run", "/var/cache", "/System", "/Library", "/private/etc"};
    constexpr std::array mounts{"/dev/shm", "/run/media", "/run/user"};
    const bool isElsewhere =
        std::ranges::any_of(mounts, [&](const char* one) { return isWithin(folder, one) && folder != fs::path(one); })
        || std::ranges::any_of(homes(), [&](const fs::path& home) { return isWithin(folder, home); });
    return !isElsewhere && std::ranges::any_of(own, [&](const char* one) {
        return overlap(folder, one) || overlap(folder, withoutLinks(one));
    });
}

/// Settings: what is hidden at the top of a home, what the desktop keeps, and folders that tools obey by their names.
bool isOfTools(const fs::path& folder)
{
    for (const fs::path& home : homes()) {
        const fs::path inside = folder.lexically_relative(home);
        const std::string first = inside.empty() ? std::string() : inside.begin()->string();
        if (isWithin(folder, home) && (first.starts_with('.') || first == "Library" || first == "AppData"))
            return folder != home;
    }
    for (const auto place : {QStandardPaths::GenericConfigLocation, QStandardPaths::ApplicationsLocation})
        if (const QString own = QStandardPaths::writableLocation(place);
            !own.isEmpty() && overlap(folder, withoutLinks(own.toStdString())))
            return true;
    return std::ranges::any_of(folder, [](const fs::path& part) {
        const auto by = folderObeyedBy(part.string());
        return part.string().starts_with('.') && by && *by != SelfRunBy::Hidden;
    });
}

/// Whether a shell looks there for programs.
bool isOfPrograms(const fs::path& folder)
{
    const auto overlaps = [&](const fs::path& one) { return one.is_absolute() && overlap(folder, withoutLinks(one)); };
    for (const QString& one : qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts))
        if (overlaps(one.toStdString()))
            return true;
    return std::ranges::any_of(homes(), [&](const fs::path& home) { return isWithin(folder, home / "bin"); });
}

} // namespace

conversation::Result<WorkspaceFolder> openWorkspaceFolder(const std::string& path, const std::vector<std::string>& kept)
{
    std::error_code problem;
    const fs::path folder = fs::canonical(path, problem);
    if (problem || !fs::path(path).is_absolute() || !fs::is_directory(folder, problem))
        return tl::make_unexpected(Error{ErrorCode::NotFound, texts::noSuchFolder(path), problem.message()});
    const auto holds = [&](const fs::path& home) { return isWithin(home, folder); };
    if (folder == folder.root_path() || std::ranges::any_of(homes(), holds))
        return folderRefused(texts::folderTooWide(path), folder.string());
    if (isOfGit(folder))
        return folderRefused(texts::folderOfGit(path), folder.string());
    for (const std::string& one : kept)
        if (const fs::path own = withoutLinks(one); overlap(folder, own))
            return folderRefused(texts::folderOfProgram(path), own.string());
    if (isOfSystem(folder))
        return folderRefused(texts::folderOfSystem(path), folder.string());
    if (isOfTools(folder))
        return folderRefused(texts::folderOfTools(path), folder.string());
    if (isOfPrograms(folder))
        return folderRefused(texts::folderOfPrograms(path), folder.string());
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        return folderRefused(texts::folderNotWritable(path), folder.string());
    return WorkspaceFolder{folder.string(), isWorkTree(folder)};
}

namespace {

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
