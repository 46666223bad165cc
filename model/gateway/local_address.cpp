#include "model/gateway/local_address.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>
#include <cerrno>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace quarterdeck::gateway {

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
    const auto repeated = std::ranges::unique(addresses);
    addresses.erase(repeated.begin(), repeated.end());
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
