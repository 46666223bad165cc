#include "ui/transcript/attachment_device.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <future>
#include <utility>

namespace quarterdeck::ui::transcript {

using session::AttachmentPart;
using session::Result;

AttachmentDevice::AttachmentDevice(std::shared_ptr<session::Library> library, conversation::AttachmentHash hash,
                                   AttachmentPart begin, QObject* parent)
    : QIODevice(parent)
    , m_library(std::move(library))
    , m_hash(std::move(hash))
    , m_size(begin.size)
    , m_piece(std::move(begin.bytes))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered); // the piece is the buffer
}

qint64 AttachmentDevice::readData(char* data, qint64 most)
{
    const std::int64_t from = pos();
    if (from >= m_size)
        return 0;
    const auto held = static_cast<std::int64_t>(m_piece.size());
    if ((from < m_first || from >= m_first + held) && !load(from))
        return -1;
    const std::int64_t skipped = from - m_first;
    const std::int64_t count = std::min<std::int64_t>(most, static_cast<std::int64_t>(m_piece.size()) - skipped);
    std::memcpy(data, m_piece.data() + skipped, static_cast<std::size_t>(count));
    return count;
}

qint64 AttachmentDevice::writeData(const char* /*data*/, qint64 /*count*/) { return -1; }

bool AttachmentDevice::load(std::int64_t from)
{
    constexpr std::int64_t pieceBytes = 1'000'000;
    constexpr std::chrono::seconds patience{10};
    // Shared, since the answer may arrive when nobody waits any more.
    auto answer = std::make_shared<std::promise<Result<AttachmentPart>>>();
    std::future<Result<AttachmentPart>> future = answer->get_future();
    m_library->readAttachmentPart(m_hash, from, pieceBytes,
                                  [answer](Result<AttachmentPart> part) { answer->set_value(std::move(part)); });
    if (future.wait_for(patience) != std::future_status::ready)
        return false;
    Result<AttachmentPart> part = future.get();
    if (!part || part->bytes.empty())
        return false;
    m_first = from;
    m_piece = std::move(part->bytes);
    return true;
}

} // namespace quarterdeck::ui::transcript
