#pragma once

#include <QByteArray>
#include <cstdint>

namespace quarterdeck::bench {

/// Milliseconds since 1970, by the clock that the page has, too.
[[nodiscard]] double wallClockMs();

/// An agent of another program that asks by MCP over "Streamable HTTP". Blocks. Thread: any one.
class AskingClient
{
public:
    /// With the token of this installation.
    AskingClient(std::uint16_t port, QByteArray token);

    /// Begins its session: false if it is refused.
    [[nodiscard]] bool begin();
    struct Asked
    {
        double sentAtMs = 0; ///< when its first byte was given to the system
        bool isAnswered = false;
    };
    /// Calls `ask_human`, and waits for the person.
    [[nodiscard]] Asked ask(const QByteArray& question);

private:
    [[nodiscard]] QByteArray requestOf(const QByteArray& message) const;

    std::uint16_t m_port;
    QByteArray m_token;
    QByteArray m_session;
};

} // namespace quarterdeck::bench
