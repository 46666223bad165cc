#include "import_source.h"

#include "file_source.h"
#include "package_source.h"
#include "split_transcript.h"
#include "studio_source.h"
#include "team_folder_source.h"
#include "transfer/package.h"

namespace quarterdeck::transfer {

namespace {

template <typename Source>
session::Result<std::unique_ptr<ImportSource>> opened(const ImportFile& file)
{
    auto source = Source::open(file);
    if (!source) {
        return tl::unexpected(source.error());
    }
    return std::unique_ptr<ImportSource>(std::move(*source));
}

} // namespace

session::Result<std::unique_ptr<ImportSource>> openSource(const ImportFile& file)
{
    if (TeamFolderSource::isTeam(file.path)) {
        return opened<TeamFolderSource>(file);
    }
    if (isPackage(file.path)) {
        return opened<PackageSource>(file);
    }
    if (!SplitTranscript::partsOf(QString::fromStdString(file.path)).isEmpty()) {
        return opened<SplitTranscript>(file);
    }
    return StudioSource::isDatabase(file.path) ? opened<StudioSource>(file) : opened<FileSource>(file);
}

} // namespace quarterdeck::transfer
