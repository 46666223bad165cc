#pragma once

#include <QHash>
#include <QString>
#include <QStringList>

namespace quarterdeck::transfer {

/// Which files of sub-agents belong to which transcript of Claude Code: `agent-<id>.jsonl` beside it, or in its folder
/// `<session>/subagents`. They name the session that they belong to. Each folder is looked into once and each file
/// asked once, so what is found is what one job reads. Links are not followed.
class TranscriptParts
{
public:
    /// The transcript that a sub-agent's file is read with; empty where it is read by itself.
    [[nodiscard]] QString wholeOf(const QString& path);
    /// The files of a transcript's sub-agents, by name.
    [[nodiscard]] QStringList partsOf(const QString& path);

private:
    using Parts = QHash<QString, QStringList>; ///< of a session, in one folder
    const Parts& in(const QString& folder);

    QHash<QString, Parts> m_folders;
    QHash<QString, QString> m_sessions; ///< of the parts
};

} // namespace quarterdeck::transfer
