#include "model/transfer/recording_file_names.h"

#include "model/formats/session_reader.h"
#include "model/session/open_file_marker.h"
#include "model/transfer/import/file_source.h"
#include "model/transfer/import/studio_source.h"
#include "model/transfer/package.h"

#include <QFileInfo>
#include <algorithm>
#include <initializer_list>

namespace quarterdeck::transfer {

namespace {

bool hasEndingOf(const QString& path, std::initializer_list<const char*> endings)
{
    return std::ranges::any_of(endings,
                               [&](const char* one) { return path.endsWith(QLatin1String(one), Qt::CaseInsensitive); });
}

} // namespace

bool isNamedAsLog(const QString& path) { return hasEndingOf(path, {".txt", ".log"}); }

bool isNamedAsDatabase(const QString& path) { return hasEndingOf(path, {".sqlite", ".sqlite3", ".db"}); }

bool isNamedAsLines(const QString& path) { return hasEndingOf(path, {".jsonl"}) || isNamedAsLog(path); }

bool mustBeSniffed(const QString& path)
{
    return isNamedAsLog(path) || isNamedAsDatabase(path) || hasEndingOf(path, {".pkl", ".pickle", ".qdeck"});
}

bool mayBeRecording(const QString& path) { return hasEndingOf(path, {".jsonl", ".json"}) || mustBeSniffed(path); }

bool isLeft(const QString& path)
{
    const bool isNamedAsLibrary = isNamedAsDatabase(path) || hasEndingOf(path, {".qdeck"});
    return session::isOpenInThisProcess(path.toStdString())
        || (isNamedAsLibrary && QFileInfo::exists(path + QStringLiteral(".lock")));
}

bool isRecordingFile(const QString& path)
{
    if (isLeft(path))
        return false;
    if (hasEndingOf(path, {".qdeck"}))
        return isPackage(path.toStdString());
    if (isNamedAsDatabase(path))
        return StudioSource::isStudio(path.toStdString());
    ImportFile file;
    file.path = path.toStdString();
    file.isFound = true;
    const auto source = FileSource::open(file);
    return source && formats::ReaderRegistry::standard().canRead(**source);
}

} // namespace quarterdeck::transfer
