#include "model/gateway/rest/attachment_sending.h"

#include "model/gateway/rest/api_responses.h"
#include "model/gateway/uploaded_media.h"
#include "model/session/post.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace quarterdeck::gateway::api {

using session::AttachmentPart;
using session::Result;

namespace {

constexpr std::int64_t bytesPerRead = std::int64_t{256} << 10;

/// Kept alive by whatever it waits for: a piece being read, or taken.
class Sending final : public std::enable_shared_from_this<Sending>
{
public:
    Sending(session::SessionHub& hub, session::AttachmentInfo info, std::shared_ptr<HttpExchange> exchange)
        : m_hub(hub)
        , m_info(std::move(info))
        , m_exchange(std::move(exchange))
    { }

    /// Thread: the hub's. The result is passed on from the reader's thread.
    void readNext()
    {
        m_hub.library().readAttachmentPart(
            m_info.hash, m_sent, bytesPerRead,
            [self = shared_from_this()](Result<AttachmentPart> part) { self->take(std::move(part)); });
    }

private:
    void take(Result<AttachmentPart> part)
    {
        if (m_sent == 0)
            return begin(std::move(part));
        if (!part || part->bytes.empty())
            return m_exchange->end();
        send(std::move(part->bytes));
    }

    void begin(Result<AttachmentPart> first)
    {
        if (!first)
            return m_exchange->answer(refusal(first.error()));
        HttpResponse head{200, {}, responseMediaType(m_info.mediaType), {{"X-Content-Type-Options", "nosniff"}}};
        m_size = first->size;
        if (m_size == static_cast<std::int64_t>(first->bytes.size())) {
            head.body = std::move(first->bytes);
            return m_exchange->answer(std::move(head));
        }
        head.wholeBytes = static_cast<std::uint64_t>(m_size);
        m_exchange->begin(std::move(head));
        send(std::move(first->bytes));
    }

    void send(std::string piece)
    {
        m_sent += static_cast<std::int64_t>(piece.size());
        if (m_sent < m_size)
            return m_exchange->write(std::move(piece), [self = shared_from_this()] {
                session::post(&self->m_hub, [self] { self->readNext(); });
            });
        m_exchange->write(std::move(piece), {});
        m_exchange->end();
    }

    session::SessionHub& m_hub;
    session::AttachmentInfo m_info;
    std::shared_ptr<HttpExchange> m_exchange;
    std::int64_t m_size = 0;
    std::int64_t m_sent = 0;
};

} // namespace

void sendAttachment(session::SessionHub& hub, const session::AttachmentInfo& info,
                    const std::shared_ptr<HttpExchange>& exchange)
{
    std::make_shared<Sending>(hub, info, exchange)->readNext();
}

} // namespace quarterdeck::gateway::api
