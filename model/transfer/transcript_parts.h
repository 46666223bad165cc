#pragma once

#include <QFileInfo>
#include <QHash>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <mutex>
#include <optional>

namespace quarterdeck::transfer {

/// The files of sub-agents in one folder, by the session that they say they are of.
using PartsOfFolder = QHash<QString, QStringList>;

/// What folders were found to hold, for one job after the other: who follows thousands of files that grow cannot ask
/// each of them once more whenever one does. A file is asked again when it is another, or could not tell. Thread: any.
class KnownParts
{
public:
    /// As it is now, if nothing came into the folder or went since it was looked into, and each file could tell.
    [[nodiscard]] std::optional<PartsOfFolder> of(const QString& folder);
    void remember(const QString& folder, const PartsOfFolder& parts, bool isWhole, std::int64_t lookedAt);
    /// Which session the file is of; empty where it does not tell.
    [[nodiscard]] QString sessionOf(const QFileInfo& file);

private:
    struct Folder
    {
        PartsOfFolder parts;
        std::int64_t changedAt = 0;
    };
    struct File
    {
        QString session;
        std::int64_t size = 0;
        std::int64_t writtenAt = 0;
    };
    std::mutex m_mutex;
    QHash<QString, Folder> m_folders;
    QHash<QString, File> m_files;
};

/// Which files of sub-agents belong to which transcript of Claude Code: `agent-<id>.jsonl` beside it, or in its folder
/// `<session>/subagents`. They name the session that they belong to. Each folder is looked into once and each file
/// asked once, so what is found is what one job reads. Links are not followed.
class TranscriptParts
{
public:
    explicit TranscriptParts(KnownParts& known) : m_known(known) { }

    /// The transcript that a sub-agent's file is read with; empty where it is read by itself.
    [[nodiscard]] QString wholeOf(const QString& path);
    /// The files of a transcript's sub-agents, by name.
    [[nodiscard]] QStringList partsOf(const QString& path);

private:
    const PartsOfFolder& in(const QString& folder);

    KnownParts& m_known;
    QHash<QString, PartsOfFolder> m_folders;
    QHash<QString, QString> m_sessions; ///< of the parts
};

} // namespace quarterdeck::transfer
