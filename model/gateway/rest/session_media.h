#pragma once

#include "model/gateway/http/http_message.h"
#include "model/gateway/sent_bodies.h"
#include "model/session/session_hub.h"

#include <QtGlobal>

#include <deque>
#include <functional>
#include <memory>
#include <vector>

class QObject;

namespace quarterdeck::gateway::api {

/// The media that come with what a program says.
struct Media
{
    std::vector<formats::RecordedAttachment> sent = {};
    std::vector<conversation::AttachmentHash> named = {}; ///< those it said nothing else about
    std::shared_ptr<void> hold = {}; ///< on the body it came in; released when its content is stored
};

/// Stores what programs send along before the message that names it, so no message lacks its picture. Later messages
/// wait for it, even without pictures of their own, so that nobody's words overtake each other. Thread: the context's.
class MediaUploads final
{
    Q_DISABLE_COPY_MOVE(MediaUploads)
public:
    using Done = std::function<void(const StoredAttachments&)>;

    /// The context must outlive it.
    MediaUploads(session::Library& library, QObject* context) : m_library(library), m_replies(context) { }

    /// `done` gets what was sent, in order, followed by what was named and exists.
    void keep(Media media, Done done);

private:
    struct Step
    {
        Done done;
        std::vector<conversation::AttachmentHash> named;
        StoredAttachments found = {};
        bool isStored = false; ///< or will not be
    };

    void settle();
    void lookUp(const std::shared_ptr<Step>& step);

    session::Library& m_library;
    std::deque<std::shared_ptr<Step>> m_steps; ///< in order of arrival
    bool m_isLookingUp = false;                ///< the first of them
    session::CallbackGuard m_replies;
};

/// Replies with an attachment's bytes, large ones in pieces: the next is read when the client has taken the last, so a
/// slow client costs one piece of memory. If they cannot be read to the end, the reply breaks off short of its length.
/// Thread: the hub's, which outlives the server.
void sendAttachment(session::SessionHub& hub, const session::AttachmentInfo& info,
                    const std::shared_ptr<HttpExchange>& exchange);

} // namespace quarterdeck::gateway::api
