#include "model/session/safe_files.h"

#include <QDir>
#include <QFileDevice>
#include <QFileInfo>
#include <QSaveFile>
#include <QString>
#include <QStringList>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace quarterdeck::session {

namespace {

/// Identifies the file itself, whatever its name.
struct Identity
{
    dev_t device = 0;
    ino_t file = 0;
    bool operator==(const Identity&) const = default;
};

std::optional<Identity> identityOf(const std::string& path)
{
    struct stat status = {};
    return stat(path.c_str(), &status) == 0 ? std::optional(Identity{status.st_dev, status.st_ino}) : std::nullopt;
}

struct Held
{
    const OpenFileMarker* holder;
    std::optional<Identity> identity; ///< as it was opened: it may have been moved since
    std::string path;                 ///< without links: what SQLite keeps lies beside the file
};

std::mutex heldMutex;
std::vector<Held>& heldFiles()
{
    static std::vector<Held> files;
    return files;
}

bool isBeside(const Held& held, const Identity& identity)
{
    constexpr std::array suffixes = {"-wal", "-shm", "-journal"};
    return std::ranges::any_of(suffixes,
                               [&](const char* suffix) { return identityOf(held.path + suffix) == identity; });
}

} // namespace

OpenFileMarker::OpenFileMarker(const std::string& path)
{
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::canonical(path, error);
    const std::scoped_lock lock(heldMutex);
    heldFiles().push_back({this, identityOf(path), error ? path : whole.string()});
}

OpenFileMarker::~OpenFileMarker()
{
    const std::scoped_lock lock(heldMutex);
    std::erase_if(heldFiles(), [this](const Held& held) { return held.holder == this; });
}

bool isOpenInThisProcess(const std::string& path)
{
    const std::optional<Identity> identity = identityOf(path);
    const std::scoped_lock lock(heldMutex);
    return identity && std::ranges::any_of(heldFiles(), [&](const Held& held) {
               return held.identity == identity || isBeside(held, *identity);
           });
}

namespace {

std::error_code lastFailure() { return {errno, std::generic_category()}; }

/// A descriptor, closed at the end.
class Descriptor
{
public:
    explicit Descriptor(int number) : m_number(number) { }
    ~Descriptor() { reset(-1); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return m_number; }
    [[nodiscard]] int release() { return std::exchange(m_number, -1); }
    void reset(int number)
    {
        if (m_number >= 0)
            ::close(m_number);
        m_number = number;
    }

private:
    int m_number;
};

/// What stands in the way: of a link, the system says only that it is no folder.
std::error_code failureAt(int folder, const char* name)
{
    const std::error_code failure = lastFailure();
    struct stat found = {};
    const bool isLink = ::fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(found.st_mode);
    return isLink ? std::make_error_code(std::errc::too_many_symbolic_link_levels) : failure;
}

std::error_code openIn(QFile& file, int folder, const char* name, OpenHere openHere)
{
    struct stat found = {};
    if (::fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) != 0)
        return lastFailure();
    if (S_ISLNK(found.st_mode))
        return std::make_error_code(std::errc::too_many_symbolic_link_levels);
    if (!S_ISREG(found.st_mode)) // opening a device may trigger something
        return std::make_error_code(std::errc::operation_not_permitted);
    if (openHere == OpenHere::Refused && isOpenInThisProcess(file.fileName().toStdString()))
        return std::make_error_code(std::errc::device_or_resource_busy);
    // Looked at once more, whatever may have taken its place since.
    Descriptor opened(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (opened.get() < 0)
        return failureAt(folder, name);
    if (::fstat(opened.get(), &found) != 0)
        return lastFailure();
    if (!S_ISREG(found.st_mode))
        return std::make_error_code(std::errc::operation_not_permitted);
    if (!file.open(opened.get(), QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
        return std::make_error_code(std::errc::io_error);
    (void)opened.release();
    return {};
}

} // namespace

std::error_code openBeneath(QFile& file, const QString& folder, const QString& name, OpenHere openHere)
{
    file.setFileName(folder + u'/' + name);
    const QStringList parts = name.split(u'/', Qt::SkipEmptyParts);
    if (parts.isEmpty() || name.contains(QChar(u'\0')) || parts.contains(QStringLiteral("..")))
        return std::make_error_code(std::errc::invalid_argument);
    Descriptor at(::open(QFile::encodeName(folder).constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (at.get() < 0)
        return lastFailure();
    for (const QString& part : parts.mid(0, parts.size() - 1)) {
        const QByteArray step = QFile::encodeName(part);
        const int below = ::openat(at.get(), step.constData(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (below < 0)
            return failureAt(at.get(), step.constData());
        at.reset(below);
    }
    return openIn(file, at.get(), QFile::encodeName(parts.constLast()).constData(), openHere);
}

std::error_code openBeside(QFile& file, const QString& path, const QString& suffix, OpenHere openHere)
{
    const QFileInfo info(path);
    return openBeneath(file, info.absolutePath(), info.fileName() + suffix, openHere);
}

bool commitAtomically(QSaveFile& file)
{
    // If the disk takes only a part, just the second attempt says why.
    const bool isWritten = file.flush() || file.flush();
    return isWritten && file.commit();
}

bool makePrivateFolder(const QString& path)
{
    const QFileInfo folder(QDir::cleanPath(QFileInfo(path).absoluteFilePath()));
    if (folder.isDir())
        return true;
    const QString above = folder.path();
    if (above == folder.filePath() || !makePrivateFolder(above))
        return false;
    // If it could not be made, somebody else may have been faster.
    return QDir().mkdir(folder.filePath(), QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner)
        || QFileInfo(folder.filePath()).isDir();
}

} // namespace quarterdeck::session
