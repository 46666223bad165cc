#pragma once

#include "model/session/player.h"
#include "model/session/session.h"
#include "tests/model/session/support/session_kit.h"
#include "tests/storage/support/await.h"
#include "tests/support/wait.h"

#include <QObject>
#include <QTest>
#include <memory>
#include <vector>

namespace quarterdeck::test {

/// A player over a stored log, with a clock of the test's.
class PlayerKit
{
public:
    explicit PlayerKit(std::vector<session::Event> events, bool atEnd = false) : log(std::move(events))
    {
        id = store(library, log);
        player = std::make_unique<replay::Player>(id, library, nullptr, [this] { return now; });
        QObject::connect(player.get(), &replay::Player::momentChanged, &context,
                         [this](const replay::Moment& moment) { moments.push_back(moment); });
        QObject::connect(player.get(), &replay::Player::finished, &context, [this] { ++finishes; });
        QObject::connect(player.get(), &replay::Player::failed, &context,
                         [this](const session::Error& error) { errors.push_back(error); });
        player->start(atEnd ? last() : session::EventSeq{1});
        if (!waitFor([this] { return !moments.empty(); }))
            qFatal("the player shows nothing");
        settle();
    }

    [[nodiscard]] session::EventSeq last() const { return log.back().seq; }
    [[nodiscard]] const replay::Moment& moment() const { return moments.back(); }
    [[nodiscard]] std::int64_t rows() const { return moment().state->rowCount(conversation::channel::everything); }
    /// The next moment that `act` brings.
    [[nodiscard]] bool shows(const std::function<void()>& act)
    {
        const std::size_t before = moments.size();
        act();
        return waitFor([&] { return moments.size() > before; });
    }
    /// Whether the state is the fold of the log up to the clock's position.
    [[nodiscard]] bool isFold() const
    {
        return moment().state->lastSeq() == moment().seq && *moment().state == foldOf(log, moment().seq);
    }
    /// Until everything that was asked is answered and taken.
    void settle()
    {
        for (int i = 0; i < 3; ++i)
            (void)await<std::vector<session::SessionSummary>>([&](auto done) { library.inner().listSessions(done); });
    }
    /// The session continues while it is replayed.
    void append(const session::Event& event)
    {
        session::ConversationState state = foldOf(log, last());
        std::vector<session::LogRecord> records = session::makeLogRecords(state, {event});
        log.push_back(event);
        if (!await<session::Nothing>(
                [&](auto done) { library.append(session::summaryOf(id, state), std::move(records), done); }))
            qFatal("the event cannot be stored");
    }
    /// Moves the clock on and waits until the player saw it twice, with what it needed read.
    void pass(std::int64_t ms)
    {
        now += ms;
        for (int i = 0; i < 2 && player->isPlaying(); ++i) {
            const std::size_t before = moments.size();
            (void)waitFor([&] { return moments.size() > before || !player->isPlaying(); });
            settle();
        }
    }

    session::SessionId id;
    std::vector<session::Event> log;
    std::int64_t now = 5000;
    QObject context;
    ScriptedLibrary library{&context};
    std::vector<replay::Moment> moments;
    std::vector<session::Error> errors;
    int finishes = 0;
    std::unique_ptr<replay::Player> player;
};

} // namespace quarterdeck::test
