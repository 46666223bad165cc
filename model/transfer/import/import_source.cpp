#include "model/transfer/import/import_source.h"

#include "model/transfer/import/file_source.h"
#include "model/transfer/import/package_source.h"
#include "model/transfer/import/split_transcript.h"
#include "model/transfer/import/studio_source.h"
#include "model/transfer/import/team_folder_source.h"
#include "model/transfer/package.h"
#include "model/transfer/transfer_errors.h"

#include <QFileInfo>

namespace quarterdeck::transfer {

namespace {

template <typename Source>
session::Result<std::unique_ptr<ImportSource>> asSource(session::Result<std::unique_ptr<Source>> source)
{
    if (!source) {
        return tl::unexpected(source.error());
    }
    return std::unique_ptr<ImportSource>(std::move(*source));
}

} // namespace

session::Result<std::unique_ptr<ImportSource>> openSource(const ImportFile& file, const QStringList& parts,
                                                          const std::function<bool()>& goesOn)
{
    if (file.isFound && QFileInfo(QString::fromStdString(file.path)).isSymLink()) {
        return tl::unexpected(errors::isLink(file.path));
    }
    if (TeamFolderSource::isTeam(file.path)) {
        return asSource(TeamFolderSource::open(file));
    }
    if (isPackage(file.path)) {
        return asSource(PackageSource::open(file, goesOn));
    }
    if (!parts.isEmpty()) {
        return asSource(SplitTranscript::open(file, parts));
    }
    return StudioSource::isDatabase(file.path) ? asSource(StudioSource::open(file, goesOn))
                                               : asSource(FileSource::open(file));
}

} // namespace quarterdeck::transfer
