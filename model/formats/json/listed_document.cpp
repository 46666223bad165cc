#include "model/formats/json/listed_document.h"

#include "model/formats/format_errors.h"

#include <utility>

namespace quarterdeck::formats {

using nlohmann::json;

ListedDocument::ListedDocument(ByteSource& source, std::string list, const ReadLimits& limits)
    : m_source(source)
    , m_list(std::move(list))
    , m_limits(limits)
{ }

Result<json> ListedDocument::fields(const SessionSink& sink)
{
    RecordReader records(m_source, Layout::Document, m_limits);
    json rest;
    const auto goOn = [&](const Result<json>&, const SourceLocation&) { return !sink.isStopped(); };
    const auto count = records.forEachIn(m_list, goOn, rest);
    if (!count) {
        return tl::unexpected(count.error());
    }
    if (const auto back = m_source.rewind(); !back) {
        return tl::unexpected(back.error());
    }
    return *count == 0 ? json() : rest;
}

Result<std::size_t> ListedDocument::forEach(SessionSink& sink, const RecordReader::OnGoodRecord& onElement)
{
    RecordReader records(m_source, Layout::Document, m_limits);
    json rest;
    const auto take = [&](Result<json> element, const SourceLocation& place) {
        if (element) {
            onElement(std::move(*element), place);
        } else {
            sink.reportProblem({m_source.name(), errors::placeText(place), element.error().sentence});
        }
        return !sink.isStopped();
    };
    return records.forEachIn(m_list, take, rest);
}

} // namespace quarterdeck::formats
