#include "disk_history.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace quarterdeck::test {

using Kind = DiskCall::Kind;

namespace {

constexpr std::size_t piece = 512;

void put(std::string& content, std::size_t offset, std::string_view bytes)
{
    if (content.size() < offset + bytes.size())
        content.resize(offset + bytes.size(), '\0');
    content.replace(offset, bytes.size(), bytes);
}

bool happens(double chance, QRandomGenerator& random) { return random.generateDouble() < chance; }

void putPieces(std::string& content, std::size_t offset, std::string_view bytes, double chance,
               QRandomGenerator& random)
{
    while (!bytes.empty()) {
        const std::size_t length = std::min(bytes.size(), piece - offset % piece);
        if (happens(chance, random))
            put(content, offset, bytes.substr(0, length));
        bytes.remove_prefix(length);
        offset += length;
    }
}

} // namespace

DiskHistory::DiskHistory(Disk& disk, const QString& folder)
    : m_disk(disk)
    , m_folder((QFileInfo(folder).canonicalFilePath() + QLatin1Char('/')).toStdString())
{
    for (const QFileInfo& info : QDir(folder).entryInfoList(QDir::Files)) {
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly))
            qFatal("the test's folder cannot be read");
        m_before[info.fileName().toStdString()] = file.readAll().toStdString();
    }
    m_disk.setWatch([this](const DiskCall& call) {
        if (!call.path.starts_with(m_folder))
            return;
        const std::scoped_lock lock(m_mutex);
        m_entries.push_back({call.kind, call.path.substr(m_folder.size()), call.offset, std::string(call.bytes)});
    });
}

void DiskHistory::mark(int step)
{
    const std::scoped_lock lock(m_mutex);
    m_entries.push_back({std::nullopt, {}, step, {}});
}

/// A file that was made as NAME.new and moved to NAME without SQLite.
void DiskHistory::open(const std::string& path, Files& files)
{
    File& file = files[path];
    if (file.isThere)
        return;
    const auto making = files.find(path + ".new");
    if (making != files.end() && making->second.isThere) {
        file = std::exchange(making->second, {});
        return;
    }
    file.isThere = true;
    file.isNameSynced = false;
    file.synced.clear();
    file.pending.clear();
}

void DiskHistory::apply(const Entry& entry, Files& files)
{
    if (*entry.kind == Kind::Open) {
        open(entry.path, files);
        return;
    }
    File& file = files[entry.path];
    switch (*entry.kind) {
    case Kind::Write:
    case Kind::Truncate:
        file.pending.push_back(&entry);
        break;
    case Kind::Sync:
        for (const Entry* change : std::exchange(file.pending, {})) {
            if (change->kind == Kind::Write)
                put(file.synced, static_cast<std::size_t>(change->number), change->bytes);
            else
                file.synced.resize(static_cast<std::size_t>(change->number), '\0');
        }
        file.isNameSynced = true;
        file.removed.reset();
        break;
    case Kind::Delete: {
        const bool isSynced = entry.number != 0;
        const bool canComeBack = file.isThere && file.isNameSynced && !isSynced;
        file = {false, false, {}, {}, canComeBack ? std::optional(file.synced) : std::nullopt};
        break;
    }
    case Kind::Open:
    case Kind::Read:
    case Kind::Map:
        break;
    }
}

std::string DiskHistory::contentOf(const File& file, double chance, QRandomGenerator& random)
{
    std::string content = file.synced;
    for (const Entry* change : file.pending) {
        if (change->kind == Kind::Write)
            putPieces(content, static_cast<std::size_t>(change->number), change->bytes, chance, random);
        else if (happens(chance, random))
            content.resize(static_cast<std::size_t>(change->number), '\0');
    }
    return content;
}

int DiskHistory::writeTo(const QString& folder, std::size_t moment, double chance, QRandomGenerator& random) const
{
    Files files;
    for (const auto& [name, content] : m_before)
        files[name] = {true, true, content, {}, {}};
    int mark = 0;
    for (std::size_t i = 0; i < moment; ++i) {
        if (m_entries[i].kind)
            apply(m_entries[i], files);
        else
            mark = static_cast<int>(m_entries[i].number);
    }
    for (const auto& [name, file] : files) {
        std::optional<std::string> content = file.removed;
        if (file.isThere && (file.isNameSynced || happens(chance, random)))
            content = contentOf(file, chance, random);
        else if (content && happens(chance, random))
            content.reset(); // its removal arrived after all
        if (!content)
            continue;
        QFile out(folder + QLatin1Char('/') + QString::fromStdString(name));
        QDir().mkpath(QFileInfo(out).path());
        if (!out.open(QIODevice::WriteOnly) || out.write(content->data(), static_cast<qint64>(content->size())) < 0)
            qFatal("the test's folder cannot be written to");
    }
    return mark;
}

} // namespace quarterdeck::test
