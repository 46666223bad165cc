#pragma once

#include "json/record_reader.h"

#include <string>

namespace quarterdeck::formats {

/// A document that is one object with a long list in it, which is never held: it is gone through once for what stands
/// beside the list, and once more for its elements.
class ListedDocument
{
public:
    /// The source stands at its first byte.
    ListedDocument(ByteSource& source, std::string list, const ReadLimits& limits);

    /// What stands beside the list, wherever it does; null where the list has no element. The source then stands at its
    /// first byte again. Errors: as RecordReader::forEach.
    [[nodiscard]] Result<nlohmann::json> fields(const SessionSink& sink);
    /// Then its elements, as RecordReader::forEachGood.
    [[nodiscard]] Result<std::size_t> forEach(SessionSink& sink, const RecordReader::OnGoodRecord& onElement);

private:
    ByteSource& m_source;
    std::string m_list;
    ReadLimits m_limits;
};

} // namespace quarterdeck::formats
