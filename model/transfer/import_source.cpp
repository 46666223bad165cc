#include "import_source.h"

#include "file_source.h"
#include "package_source.h"
#include "sentences.h"
#include "split_transcript.h"
#include "studio_source.h"
#include "team_folder_source.h"
#include "transfer/package.h"

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
        return tl::unexpected(sentences::isLink(file.path));
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
