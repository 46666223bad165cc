#pragma once

#include "model/formats/json/record_reader.h"

#include <string>

namespace quarterdeck::formats {

/// A document that is one object around a long list, which is never held in memory: one pass reads what is beside the
/// list, a second one its elements.
class ListedDocument
{
public:
    /// The source must be at its first byte.
    ListedDocument(ByteSource& source, std::string list, const ReadLimits& limits);

    /// What is beside the list, before or after it; null if the list has no elements. The source is then at its first
    /// byte again. Errors: as RecordReader::forEach.
    [[nodiscard]] Result<nlohmann::json> fields(const SessionSink& sink);
    /// Then its elements, as RecordReader::forEachGood.
    [[nodiscard]] Result<std::size_t> forEach(SessionSink& sink, const RecordReader::OnGoodRecord& onElement);

private:
    ByteSource& m_source;
    std::string m_list;
    ReadLimits m_limits;
};

} // namespace quarterdeck::formats
