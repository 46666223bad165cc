#include "ui/transcript/streaming_feed.h"

#include <utility>

namespace quarterdeck::ui::transcript {

StreamingFeed::StreamingFeed(QObject* parent) : QObject(parent)
{
    m_frame.setSingleShot(true);
    m_frame.setInterval(frameMs);
    connect(&m_frame, &QTimer::timeout, this, &StreamingFeed::flush);
}

void StreamingFeed::put(const session::StreamingMessage& draft)
{
    m_drafts.insert_or_assign(draft.id, draft);
    m_changed.insert(draft.id);
    if (!m_frame.isActive())
        m_frame.start();
}

void StreamingFeed::sendAll()
{
    for (const auto& [id, draft] : m_drafts)
        m_changed.insert(id);
    flush();
}

void StreamingFeed::clear()
{
    m_frame.stop();
    m_changed.clear();
    m_drafts.clear();
}

void StreamingFeed::flush()
{
    for (const std::string& id : std::exchange(m_changed, {})) {
        const session::StreamingMessage draft = m_drafts[id];
        if (draft.isDone)
            m_drafts.erase(id);
        emit due(draft);
    }
}

} // namespace quarterdeck::ui::transcript
