#include "model/gateway/program_access.h"

#include "model/session/safe_files.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>

namespace quarterdeck::gateway {

namespace {

constexpr qsizetype tokenBytes = 32;
constexpr QFile::Permissions ofOwner = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;

conversation::Error notMade(const QString& path, const QString& reason)
{
    const QString sentence =
        QCoreApplication::translate("Gateway", "The access token for other programs cannot be stored in %1: %2")
            .arg(path, reason);
    return {conversation::ErrorCode::Io, sentence.toStdString(), reason.toStdString()};
}

bool isToken(const QByteArray& text)
{
    return text.size() == 2 * tokenBytes
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// A token that others could have read, or written, admits nobody.
std::optional<QByteArray> tokenIn(const QString& path)
{
    const QFileInfo info(path);
    const bool isOurs = info.isFile() && !info.isSymLink() && info.ownerId() == ::geteuid()
        && (info.permissions() & ~ofOwner) == QFile::Permissions();
    QFile file(path);
    if (!isOurs || !file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QByteArray text = file.read(2 * tokenBytes + 2).trimmed();
    return isToken(text) ? std::optional(text) : std::nullopt;
}

QByteArray newToken()
{
    std::array<quint32, tokenBytes / sizeof(quint32)> words{};
    QRandomGenerator::system()->fillRange(words.data(), static_cast<qsizetype>(words.size()));
    return QByteArray(reinterpret_cast<const char*>(words.data()), tokenBytes).toHex();
}

/// Readers see either the old token or the new one.
conversation::Result<std::string> makeToken(const QString& wanted)
{
    QTemporaryFile made(wanted + QStringLiteral(".XXXXXX")); // its mode is 0600 from the first moment on
    if (!made.open() || made.write(newToken() + '\n') < 0 || !made.flush())
        return tl::unexpected(notMade(wanted, made.errorString()));
    if (std::rename(QFile::encodeName(made.fileName()).constData(), QFile::encodeName(wanted).constData()) != 0)
        return tl::unexpected(notMade(wanted, qt_error_string(errno)));
    made.setAutoRemove(false);
    if (const auto known = tokenIn(wanted))
        return known->toStdString();
    return tl::unexpected(notMade(wanted, made.errorString()));
}

/// Serializes processes and threads. If the folder is missing, nothing is created in it either.
class FolderLock
{
public:
    explicit FolderLock(const QString& folder)
        : m_folder(::open(QFile::encodeName(folder).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    {
        if (m_folder >= 0)
            ::flock(m_folder, LOCK_EX);
    }
    ~FolderLock()
    {
        if (m_folder >= 0)
            ::close(m_folder);
    }
    Q_DISABLE_COPY_MOVE(FolderLock)

private:
    int m_folder;
};

} // namespace

std::string accessTokenPath()
{
    return (QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/gateway.token"))
        .toStdString();
}

conversation::Result<std::string> accessTokenAt(const std::string& path)
{
    const QString wanted = QString::fromStdString(path);
    if (const auto known = tokenIn(wanted))
        return known->toStdString();
    const QString folder = QFileInfo(wanted).absolutePath();
    session::makePrivateFolder(folder);
    const FolderLock lock(folder);
    if (const auto known = tokenIn(wanted)) // of another process, meanwhile
        return known->toStdString();
    return makeToken(wanted);
}

conversation::Result<std::string> newAccessTokenAt(const std::string& path)
{
    const QString wanted = QString::fromStdString(path);
    const QString folder = QFileInfo(wanted).absolutePath();
    session::makePrivateFolder(folder);
    const FolderLock lock(folder);
    return makeToken(wanted);
}

bool isSameToken(std::string_view given, std::string_view wanted)
{
    const auto hash = [](std::string_view text) {
        return QCryptographicHash::hash({text.data(), static_cast<qsizetype>(text.size())}, QCryptographicHash::Sha256);
    };
    const QByteArray left = hash(given);
    const QByteArray right = hash(wanted);
    unsigned difference = 0;
    for (qsizetype i = 0; i < left.size(); ++i)
        difference |= static_cast<unsigned char>(left[i]) ^ static_cast<unsigned>(static_cast<unsigned char>(right[i]));
    return difference == 0;
}

namespace {

constexpr mode_t ofOthers = S_IRWXG | S_IRWXO;

conversation::Error notThere(const std::string& path, const QString& why)
{
    const QString sentence = QCoreApplication::translate(
                                 "Gateway", "Programs on this computer cannot connect through the local socket %1: %2")
                                 .arg(QString::fromStdString(path), why);
    return {conversation::ErrorCode::Io, sentence.toStdString(), why.toStdString()};
}

/// Nobody else can see what is in it.
bool isPrivateFolder(const std::string& path)
{
    struct stat found = {};
    return ::lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::geteuid()
        && (found.st_mode & ofOthers) == 0;
}

std::string addressIn(const QString& folder, const std::string& library)
{
    return nameInFolder(folder.toStdString(), library) + ".api";
}

} // namespace

std::string nameInFolder(const std::string& folder, const std::string& library)
{
    const QFileInfo info(QString::fromStdString(library));
    const QString canonical = info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
    constexpr qsizetype enough = 16; // an address has some hundred characters at most
    const QByteArray hash =
        QCryptographicHash::hash(canonical.toUtf8(), QCryptographicHash::Sha256).toHex().left(enough);
    return folder + "/quarterdeck-" + hash.toStdString();
}

std::string localAddress(const std::string& library)
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return folder.isEmpty() ? std::string() : addressIn(folder, library);
}

std::vector<std::string> localAddresses(const std::string& library)
{
    std::vector<std::string> addresses{localAddress(library)};
    // As systemd sets it, and as Qt does without one.
    const QString user = QString::fromLocal8Bit(qgetenv("USER"));
    for (const QString& folder :
         {QStringLiteral("/run/user/%1").arg(::geteuid()), QStringLiteral("/tmp/runtime-%1").arg(user)})
        if (isPrivateFolder(folder.toStdString()))
            addresses.push_back(addressIn(folder, library));
    std::erase(addresses, std::string());
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    return addresses;
}

std::optional<conversation::Error> clearLocalAddress(const std::string& path)
{
    const std::string folder = path.substr(0, path.rfind('/'));
    if (!isPrivateFolder(folder))
        return notThere(path, QCoreApplication::translate("Gateway", "its folder is open to other users."));
    struct stat found = {};
    if (::lstat(path.c_str(), &found) != 0)
        return std::nullopt;
    if (!S_ISSOCK(found.st_mode))
        return notThere(path, QCoreApplication::translate("Gateway", "another file is in its place."));
    if (::unlink(path.c_str()) != 0)
        return notThere(path, qt_error_string(errno));
    return std::nullopt;
}

std::optional<FileIdentity> closedToOthers(const std::string& path)
{
    struct stat found = {};
    if (::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0 || ::lstat(path.c_str(), &found) != 0)
        return std::nullopt;
    return FileIdentity{found.st_dev, found.st_ino};
}

void removeLocalAddress(const std::string& path, const FileIdentity& identity)
{
    struct stat found = {};
    if (::lstat(path.c_str(), &found) == 0 && FileIdentity{found.st_dev, found.st_ino} == identity)
        ::unlink(path.c_str());
}

std::int64_t ownProcessAt(int socket)
{
    ucred peer = {};
    socklen_t size = sizeof peer;
    if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer)
        return 0;
    return peer.uid == ::geteuid() && peer.pid > 0 ? peer.pid : 0;
}

} // namespace quarterdeck::gateway
