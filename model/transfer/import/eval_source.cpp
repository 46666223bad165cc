#include "model/transfer/import/eval_source.h"

#include "model/formats/format_errors.h"
#include "model/formats/json/json_text.h"
#include "model/formats/read_limits.h"
#include "model/transfer/import/foreign_database.h"
#include "model/transfer/transfer_errors.h"

#include <algorithm>
#include <utility>

namespace quarterdeck::transfer {

using nlohmann::json;
using session::Result;

namespace {

const QString evalEnding = QStringLiteral(".eval");
/// A small file may hold any amount; no log is longer.
constexpr std::int64_t mostOfAll = std::int64_t{8} << 30;

/// `samples/<id>_epoch_<n>.json`.
bool isEvalSample(const std::string& entry) { return entry.starts_with("samples/") && entry.ends_with(".json"); }

} // namespace

bool EvalSource::isEval(const QString& path)
{
    return path.endsWith(evalEnding, Qt::CaseInsensitive) && ZipFile::isZip(path);
}

EvalSource::EvalSource(std::unique_ptr<FileSource> file)
    : MadeLinesSource(file->name(), file->modified(), file->size())
    , m_file(std::move(file))
    , m_zip(m_file->file(), name())
{ }

Result<std::unique_ptr<EvalSource>> EvalSource::open(const ImportFile& file)
{
    ImportFile whole = file;
    whole.isGrowing = false;
    auto opened = FileSource::open(whole); // which says why it cannot be read
    if (!opened) {
        return tl::unexpected(opened.error());
    }
    std::unique_ptr<EvalSource> source(new EvalSource(std::move(*opened)));
    if (const auto header = source->readHeader(); !header) {
        return tl::unexpected(header.error());
    }
    if (const auto begun = source->startOver(); !begun) {
        return tl::unexpected(begun.error());
    }
    return source;
}

/// Of a finished log, or else what it began with.
Result<void> EvalSource::readHeader()
{
    if (const auto begun = m_zip.rewind(); !begun) {
        return begun;
    }
    std::string found;
    std::string text;
    while (found != "header.json" && m_zip.next()) {
        const std::string& entry = m_zip.entryName();
        if (entry != "header.json" && (entry != "_journal/start.json" || !found.empty())) {
            continue;
        }
        auto held = m_zip.text(formats::ReadLimits().maxRecordBytes);
        if (!held) {
            return tl::unexpected(held.error());
        }
        found = entry;
        text = std::move(*held);
    }
    if (found.empty()) {
        return tl::unexpected(formats::errors::unknownKind(name()));
    }
    const auto header = formats::parseText(text);
    json kept = json::object();
    kept["eval"] = header ? formats::memberOf(*header, "eval") : json();
    kept["status"] = header ? formats::memberOf(*header, "status") : json();
    m_header = formats::plainTextOfJson(kept);
    m_header.back() = ',';
    m_header += "\"samples\":[";
    return {};
}

Result<void> EvalSource::startOver()
{
    m_given = 0;
    return m_zip.rewind();
}

Result<std::string> EvalSource::nextLine()
{
    bool isThere = m_zip.next();
    while (isThere && !isEvalSample(m_zip.entryName())) {
        isThere = m_zip.next();
    }
    if (!isThere) {
        return std::string();
    }
    if (m_given > mostOfAll) {
        formats::ReadLimits limits;
        limits.maxRecordBytes = mostOfAll;
        return tl::unexpected(formats::errors::tooLargeAsAWhole(name(), limits));
    }
    setDone(std::clamp<std::int64_t>(m_zip.place(), 0, size()));
    // A damaged sample costs only itself: its reader says where it was.
    auto text = m_zip.text(formats::ReadLimits().maxRecordBytes).value_or("null");
    m_given += m_zip.takeUnpacked() + static_cast<std::int64_t>(m_header.size());
    return m_header + onOneLine(std::move(text)) + "]}\n";
}

} // namespace quarterdeck::transfer
