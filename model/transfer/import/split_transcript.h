#pragma once

#include "model/transfer/import/import_source.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

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

/// Which sub-agents' files belong to which transcript. Claude Code: `agent-<id>.jsonl` beside it, or in its folder
/// `<session>/subagents`; the others: see sub_agent_places.h. They name their session. Each folder and file is examined
/// once, so one job sees consistent results. Links are not followed.
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
    [[nodiscard]] QString wholeOfRollout(const QFileInfo& file);
    [[nodiscard]] QStringList partsOfRollout(const QFileInfo& file);
    [[nodiscard]] QString wholeOfGeminiPart(const QFileInfo& file);
    [[nodiscard]] QStringList partsOfGeminiChat(const QFileInfo& file);

    SubAgentFileCache& m_known;
    QHash<QString, PartsOfFolder> m_folders;
    QHash<QString, QString> m_sessions; ///< of the parts
};

/// A transcript whose sub-agents have files of their own (SubAgentFiles). Read as a single file, ordered by the
/// records' times; each file keeps its order. Where records do not say whose they are, each of a sub-agent's begins
/// with a member that does (formats::joinedFileKey); what is noted beside a sub-agent's file comes before its first
/// record.
class SplitTranscript final : public ImportSource
{
public:
    /// Errors: NotFound, Io; BadInput for a part that has become a link.
    [[nodiscard]] static session::Result<std::unique_ptr<SplitTranscript>> open(const ImportFile& file,
                                                                                const QStringList& parts);

    [[nodiscard]] const std::string& name() const override { return m_name; }
    [[nodiscard]] Timestamp modified() const override { return m_modified; }
    [[nodiscard]] session::Result<std::size_t> read(char* to, std::size_t most) override;
    [[nodiscard]] session::Result<std::size_t> rewind() override;
    [[nodiscard]] session::Result<std::string>
    attachment(const std::string& folder, const formats::AttachmentHash& hash, std::int64_t most) const override;

    [[nodiscard]] std::int64_t bytesRead() const override { return m_given; }
    [[nodiscard]] std::int64_t size() const override { return m_size; }
    [[nodiscard]] std::vector<FileBeginning> beginnings() const override { return m_beginnings; }
    [[nodiscard]] bool goesOnFrom(const std::vector<FileBeginning>& files) const override;

private:
    struct Line
    {
        std::int64_t time = 0; ///< as counted in its file: never earlier than the one before it
        std::size_t file = 0;
        std::int64_t at = 0;
        std::int64_t bytes = 0; ///< without the line break
    };
    explicit SplitTranscript(const ImportFile& file);
    [[nodiscard]] session::Result<session::Nothing> find(const QString& path, bool isGrowing);
    void findNote(const QString& path, std::size_t number);
    [[nodiscard]] session::Result<QByteArray> nextLine();
    [[nodiscard]] QFile& opened(std::size_t number);
    [[nodiscard]] std::error_code openPart(QFile& file) const;
    [[nodiscard]] session::Result<std::unique_ptr<QFile>> openFile(const QString& path) const;

    std::string m_name;
    QString m_whole;
    QString m_folder; ///< of the whole transcript
    Timestamp m_modified;
    QStringList m_paths;
    QStringList m_labels;                    ///< likewise: of the sub-agents
    std::vector<FileBeginning> m_beginnings; ///< likewise: their whole lines
    std::vector<Line> m_lines;
    std::size_t m_next = 0;                                ///< in m_lines
    std::map<std::size_t, QByteArray> m_notes;             ///< on the sub-agents, by numbers of their files
    std::map<std::size_t, std::unique_ptr<QFile>> m_files; ///< open ones, by number
    QByteArray m_line;
    qsizetype m_at = 0; ///< in m_line
    std::int64_t m_given = 0;
    std::int64_t m_size = 0;
};

} // namespace quarterdeck::transfer
