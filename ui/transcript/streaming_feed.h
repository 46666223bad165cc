#pragma once

#include "model/session/session.h"

#include <QObject>
#include <QTimer>
#include <map>
#include <set>
#include <string>

namespace quarterdeck::ui::transcript {

/// Running replies on their way to the page: changes of one within a frame are merged. Thread: ui.
class StreamingFeed final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StreamingFeed)
public:
    static constexpr int frameMs = 16;

    explicit StreamingFeed(QObject* parent = nullptr);

    void put(const session::StreamingMessage& draft);
    /// Sends all running ones again: the page is new.
    void sendAll();
    void clear();

signals:
    void due(const quarterdeck::session::StreamingMessage& draft);

private:
    void flush();

    std::map<std::string, session::StreamingMessage> m_drafts;
    std::set<std::string> m_changed;
    QTimer m_frame;
};

} // namespace quarterdeck::ui::transcript
