#pragma once

#include "model/formats/session_reader.h"
#include "model/session/library.h"

#include <QString>

#include <cstdint>
#include <map>
#include <string>

namespace quarterdeck::transfer {

/// The files of the folder that an exported conversation lies in, and of the folders there: programs that export their
/// conversations put the pictures beside them, under names that begin with an id. Links are never followed.
class NeighbourFolder
{
public:
    /// Lists it: the first twenty thousand files, three folders deep.
    explicit NeighbourFolder(const QString& folder);

    /// `file`: the recording, for the sentence of an error. Otherwise as ByteSource::neighbour.
    [[nodiscard]] session::Result<formats::NeighbourFile> find(const std::string& file, const std::string& beginning,
                                                               std::int64_t most) const;

private:
    QString m_folder;
    std::multimap<QString, QString> m_paths; ///< below the folder, by the name without folders
};

} // namespace quarterdeck::transfer
