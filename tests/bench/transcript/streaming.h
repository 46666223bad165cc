#pragma once

#include "app/services/engine.h"
#include "model/session/library.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>
#include <atomic>
#include <string>
#include <vector>

namespace quarterdeck::bench {

/// Roles of a live session that write as agents do: from the engine thread, all of the text so far with each token.
/// Thread: engine, but for `tokens`.
class Streaming final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Streaming)
public:
    static constexpr int replies = 20;
    static constexpr int tokensPerSecond = 50; ///< of each

    /// Begins at once, as a part of the engine, which ends it. Thread: ui.
    [[nodiscard]] static Streaming* start(app::Engine& engine, const session::SessionId& session);
    /// All replies end, and no message follows.
    void finish();
    /// Written until now by all of them. Thread: any.
    [[nodiscard]] int tokens() const { return m_tokens; }

private:
    /// One running reply, and everything it will say.
    struct Reply
    {
        session::StreamingMessage draft;
        std::string whole;
        std::size_t said = 0;
    };
    explicit Streaming(session::Session& session);
    void write();
    static void addToken(Reply& reply);

    session::Session& m_session;
    std::vector<Reply> m_replies;
    std::atomic<int> m_tokens = 0;
    QTimer m_timer{this};
    QElapsedTimer m_clock;
};

} // namespace quarterdeck::bench
