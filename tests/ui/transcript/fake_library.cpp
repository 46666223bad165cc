#include "fake_library.h"

#include <algorithm>

namespace quarterdeck::test {

using namespace session;

FakeLibrary::FakeLibrary(std::int64_t total, MakeRow makeRow) : m_total(total), m_makeRow(std::move(makeRow))
{
    m_reader.setMaxThreadCount(1);
}

FakeLibrary::~FakeLibrary() { m_reader.waitForDone(); }

void FakeLibrary::amend(Ordinal ordinal, Event amendment)
{
    const std::scoped_lock lock(m_mutex);
    m_amendments[ordinal.value].push_back(std::move(amendment));
}

void FakeLibrary::setAttachment(const AttachmentHash& hash, std::string bytes)
{
    const std::scoped_lock lock(m_mutex);
    m_attachments[hash] = std::move(bytes);
}

void FakeLibrary::readRows(RowsRequest request, Done<Rows> done)
{
    ++m_rowReads;
    m_mostRowsAtOnce = std::max<int>(m_mostRowsAtOnce, request.count);
    {
        const std::scoped_lock lock(m_mutex);
        m_asked.push_back(request);
    }
    start(Reads::Rows, [this, request = std::move(request), done = std::move(done)] {
        if (const auto failure = rowFailure(request))
            done(tl::unexpected(*failure));
        else
            done(rowsOf(request));
    });
}

bool FakeLibrary::wasAsked(std::int64_t ordinal)
{
    const std::scoped_lock lock(m_mutex);
    return std::any_of(m_asked.begin(), m_asked.end(), [ordinal](const RowsRequest& request) {
        return request.first.value <= ordinal && ordinal < request.first.value + request.count;
    });
}

void FakeLibrary::failReads(Error error)
{
    const std::scoped_lock lock(m_mutex);
    m_failure = std::move(error);
    m_unreadable.reset();
}

void FakeLibrary::failReadsOf(std::int64_t ordinal, Error error)
{
    const std::scoped_lock lock(m_mutex);
    m_failure = std::move(error);
    m_unreadable = ordinal;
}

void FakeLibrary::mendReads()
{
    const std::scoped_lock lock(m_mutex);
    m_failure.reset();
}

std::optional<Error> FakeLibrary::rowFailure(const RowsRequest& request)
{
    const std::scoped_lock lock(m_mutex);
    const bool isMeant =
        !m_unreadable || (request.first.value <= *m_unreadable && *m_unreadable < request.first.value + request.count);
    return isMeant ? m_failure : std::nullopt;
}

Rows FakeLibrary::rowsOf(const RowsRequest& request)
{
    Rows rows;
    const std::int64_t end = m_total;
    rows.total = request.asOf ? std::min(end, request.asOf->value) : end;
    const std::scoped_lock lock(m_mutex);
    for (std::int64_t i = request.first.value; i < std::min(rows.total, request.first.value + request.count); ++i) {
        Row row = m_makeRow(i);
        for (const Event& amendment : m_amendments[i]) {
            if (!request.asOf || amendment.seq <= *request.asOf)
                row.amendments.push_back(amendment);
        }
        rows.rows.push_back(std::move(row));
    }
    return rows;
}

void FakeLibrary::ordinalOf(SessionId, ChannelKey, EventSeq seq, Done<Ordinal> done)
{
    m_reader.start([this, seq, done = std::move(done)] {
        if (seq.value >= 1 && seq.value <= m_total)
            done(Ordinal{seq.value - 1});
        else
            done(tl::unexpected(Error{conversation::ErrorCode::NotFound, "no such row", {}}));
    });
}

void FakeLibrary::hold(Reads what)
{
    const std::scoped_lock lock(m_mutex);
    m_heldKind = what;
}

void FakeLibrary::release()
{
    const std::scoped_lock lock(m_mutex);
    m_heldKind.reset();
    for (std::function<void()>& read : std::exchange(m_held, {}))
        m_reader.start(std::move(read));
}

bool FakeLibrary::hasHeldReads()
{
    const std::scoped_lock lock(m_mutex);
    return !m_held.empty();
}

void FakeLibrary::start(Reads what, std::function<void()> read)
{
    const std::scoped_lock lock(m_mutex);
    if (m_heldKind == what)
        m_held.push_back(std::move(read));
    else
        m_reader.start(std::move(read));
}

void FakeLibrary::readAttachment(AttachmentHash hash, Done<std::string> done)
{
    ++m_attachmentReads;
    start(Reads::Attachments, [this, hash = std::move(hash), done = std::move(done)] {
        const Result<std::string> bytes = attachment(hash);
        noteAttachmentBytes(bytes ? bytes->size() : 0);
        done(bytes);
    });
}

void FakeLibrary::readAttachmentPart(AttachmentHash hash, std::int64_t first, std::int64_t count,
                                     Done<AttachmentPart> done)
{
    ++m_attachmentReads;
    start(Reads::Attachments, [this, hash = std::move(hash), first, count, done = std::move(done)] {
        const Result<std::string> bytes = attachment(hash);
        if (!bytes) {
            done(tl::unexpected(bytes.error()));
            return;
        }
        const auto begin = std::min(bytes->size(), static_cast<std::size_t>(first));
        AttachmentPart part{bytes->substr(begin, static_cast<std::size_t>(count)),
                            static_cast<std::int64_t>(bytes->size())};
        noteAttachmentBytes(part.bytes.size());
        done(std::move(part));
    });
}

// One reader thread.
void FakeLibrary::noteAttachmentBytes(std::size_t count)
{
    m_mostAttachmentBytesAtOnce = std::max(m_mostAttachmentBytesAtOnce.load(), count);
}

Result<std::string> FakeLibrary::attachment(const AttachmentHash& hash)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_attachments.find(hash);
    if (found == m_attachments.end())
        return tl::unexpected(Error{conversation::ErrorCode::NotFound, "no such attachment", {}});
    return found->second;
}

void FakeLibrary::readTimeline(SessionId, std::int32_t, Done<Timeline> done)
{
    m_reader.start([done = std::move(done)] { done(Timeline{}); });
}

void FakeLibrary::readMarks(SessionId, ChannelKey, std::optional<EventSeq>, Done<std::vector<ChannelMark>> done)
{
    m_reader.start([done = std::move(done)] { done(std::vector<ChannelMark>{}); });
}

Row messageRow(std::int64_t ordinal, const char* from, std::string text)
{
    conversation::MessagePublished published;
    published.message.id = conversation::MessageId("m" + std::to_string(ordinal));
    published.message.sentFrom = conversation::Address(from);
    published.message.content = conversation::textBlocks(std::move(text));
    const std::int64_t time = 1'760'000'000'000 + ordinal * 60'000;
    return {{ordinal}, {{ordinal + 1}, {time}, 0, std::move(published)}, {}};
}

} // namespace quarterdeck::test
