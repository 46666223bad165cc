#pragma once

#include "model/transfer/import/made_lines_source.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <string>

namespace quarterdeck::transfer {

/// The folder `events` in which OpenHands keeps a conversation, a file for each event, as lines; after them what the
/// conversation cost, which is in the file beside the folder. Reads only files with the known names, and none through a
/// link.
class EventFolderSource final : public MadeLinesSource
{
public:
    [[nodiscard]] static bool isEventFolder(const QString& path);
    /// The folder that a file belongs to; empty if it is no event in one.
    [[nodiscard]] static QString folderOf(const QString& file);
    /// Errors: NotFound, Io.
    [[nodiscard]] static session::Result<std::unique_ptr<EventFolderSource>> open(const ImportFile& file);

private:
    EventFolderSource(QString folder, QStringList names, const ImportFile& file);
    [[nodiscard]] session::Result<std::string> nextLine() override;
    [[nodiscard]] session::Result<void> startOver() override
    {
        m_next = 0;
        return {};
    }
    [[nodiscard]] session::Result<std::string> textOf(const QString& folder, const QString& name);
    [[nodiscard]] std::string costs();

    QString m_folder;
    QStringList m_names; ///< of the events, in their order
    qsizetype m_next = 0;
};

} // namespace quarterdeck::transfer
