#pragma once

#include "model/session/library.h"
#include "storage/log/session_check.h"
#include "storage/search/document.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::storage {

/// Whether these have more than roughly this many bytes of text, which takes long to write as JSON. Looks no further
/// than needed. Thread: any.
[[nodiscard]] bool hasMoreText(const std::vector<session::LogRecord>& records, std::size_t bytes);

} // namespace quarterdeck::storage

namespace quarterdeck::storage::sqlite {

/// A log record as the tables store it. Made before it reaches the writer, which only writes.
struct StoredRecord
{
    session::EventSeq seq;
    session::Timestamp time;
    std::int64_t monotonicMs = 0;
    std::string kind;
    int version = 0;
    std::string payload; ///< as stored in the table
    bool isPacked = false;
    std::int64_t payloadBytes = 0; ///< before packing
    /// It only stands for this many events before it and its own (log_reader.h); empty = an ordinary event.
    std::optional<std::int64_t> mergedBefore;
    std::string speaker;
    std::vector<session::ChannelEntry> channels;
    std::optional<session::EventSeq> amends;
    std::vector<MarkFact> marks;
    std::vector<session::AttachmentHash> attachments;
    /// Of a large one, without its place: what `forEachDocument` would read. Otherwise empty.
    std::shared_ptr<const search::Document> document;
};

/// BadInput if an event cannot be written as JSON.
[[nodiscard]] session::Result<std::vector<StoredRecord>> storedRecords(std::vector<session::LogRecord> records);
/// Roughly how many bytes they take in a transaction.
[[nodiscard]] std::size_t sizeOf(const std::vector<StoredRecord>& records);

} // namespace quarterdeck::storage::sqlite
