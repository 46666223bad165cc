#pragma once

#include <QFileInfo>
#include <QHash>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <mutex>
#include <optional>

namespace quarterdeck::transfer {

/// The files of sub-agents in one folder, by the session that they say they belong to.
using PartsOfFolder = QHash<QString, QStringList>;

/// The contents of folders, kept from job to job: with thousands of growing files, not all can be opened whenever one
/// changes. A file is opened again if it has changed, or could not tell. Thread: any.
class SubAgentFileCache
{
public:
    /// The current contents, if nothing was added or removed since the last look, and each file could tell.
    [[nodiscard]] std::optional<PartsOfFolder> of(const QString& folder);
    void remember(const QString& folder, const PartsOfFolder& parts, bool isWhole, std::int64_t lookedAt);
    /// The session to which the file belongs; empty if it does not tell.
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

/// Which sub-agents' files belong to which Claude Code transcript: `agent-<id>.jsonl` beside it, or in its folder
/// `<session>/subagents`. They name their session. Each folder and file is examined once, so one job sees consistent
/// results. Links are not followed.
class SubAgentFiles
{
public:
    explicit SubAgentFiles(SubAgentFileCache& known) : m_known(known) { }

    /// The transcript with which a sub-agent's file is read; empty if it is read on its own.
    [[nodiscard]] QString wholeOf(const QString& path);
    /// The files of a transcript's sub-agents, by name.
    [[nodiscard]] QStringList partsOf(const QString& path);

private:
    const PartsOfFolder& in(const QString& folder);

    SubAgentFileCache& m_known;
    QHash<QString, PartsOfFolder> m_folders;
    QHash<QString, QString> m_sessions; ///< of the parts
};

} // namespace quarterdeck::transfer
