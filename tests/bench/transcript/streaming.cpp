#include "streaming.h"

#include "tests/tools/make_session/texts.h"

#include <algorithm>

namespace quarterdeck::bench {

namespace {

/// Enough of it for some minutes, and with everything that a reply is made of.
std::string textOf(test::Random& random)
{
    constexpr std::size_t enough = 40'000;
    std::string text;
    while (text.size() < enough)
        text += (random.chance(30) ? test::texts::code(random) : test::texts::markdown(random)) + "\n\n";
    return text;
}

} // namespace

Streaming* Streaming::start(app::Engine& engine, const session::SessionId& session)
{
    Streaming* started = nullptr;
    engine.addPart([&](session::SessionHub& hub) { return started = new Streaming(*hub.live(session)); });
    return started;
}

Streaming::Streaming(session::Session& session) : m_session(session)
{
    test::Random random(1);
    const auto& roles = session.state()->roles();
    for (std::size_t i = 0; i < replies; ++i) {
        Reply reply{{}, textOf(random), 0};
        reply.draft.id = "reply " + std::to_string(i);
        reply.draft.role = roles[i % roles.size()].role.name;
        reply.draft.sendTo = {conversation::address::person};
        m_replies.push_back(std::move(reply));
    }
    connect(&m_timer, &QTimer::timeout, this, &Streaming::write);
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.start(1000 / tokensPerSecond);
    m_clock.start();
}

/// What is due by now, even if the timer came late: a busy thread writes no less.
void Streaming::write()
{
    const auto due = m_clock.elapsed() * tokensPerSecond / 1000;
    for (Reply& reply : m_replies) {
        for (; reply.draft.tokens < due; ++m_tokens)
            addToken(reply);
        m_session.updateStreamingMessage(reply.draft);
    }
}

/// A word, or a part of one.
void Streaming::addToken(Reply& reply)
{
    constexpr std::size_t longest = 6;
    std::size_t end = std::min({reply.whole.find(' ', reply.said + 1), reply.said + longest, reply.whole.size()});
    while (end < reply.whole.size() && (static_cast<unsigned char>(reply.whole[end]) & 0xc0U) == 0x80U)
        ++end; // not within a character
    reply.said = end;
    reply.draft.text = reply.whole.substr(0, end);
    ++reply.draft.tokens;
}

void Streaming::finish()
{
    m_timer.stop();
    for (Reply& reply : m_replies) {
        reply.draft.isDone = true;
        m_session.updateStreamingMessage(reply.draft);
    }
}

} // namespace quarterdeck::bench
