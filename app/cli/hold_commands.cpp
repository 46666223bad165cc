#include "app/cli/commands.h"
#include "app/cli/library_owner.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "app/services/hold_command.h"
#include "app/services/instance_client.h"
#include "app/services/language.h"
#include "model/conversation/json/event_json.h"
#include "model/session/session_hub.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace quarterdeck::app {

using conversation::ErrorCode;
using conversation::HeldMessage;
using nlohmann::json;
using session::Error;
using session::Result;
using session::SessionSummary;

namespace {

struct Waiting
{
    SessionSummary session;
    HeldMessage held;
    conversation::Message message;
};

Result<void> addWaiting(session::Library& library, const SessionSummary& session, std::vector<Waiting>& all)
{
    const auto state = await<session::ConversationState>(
        [&](auto done) { library.readState(session.id, std::nullopt, std::move(done)); });
    if (!state)
        return tl::unexpected(state.error());
    for (const HeldMessage& held : state->held()) {
        const auto events = await<std::vector<conversation::Event>>([&](auto done) {
            library.readEvents(session.id, conversation::EventSeq{held.seq.value - 1}, 1, std::move(done));
        });
        const auto* published =
            events && !events->empty() ? std::get_if<conversation::MessagePublished>(&events->front().body) : nullptr;
        all.push_back({session, held, published != nullptr ? published->message : conversation::Message()});
    }
    return {};
}

/// The longest-waiting first. `session`: only of this one; empty = of all whose team lives here.
Result<std::vector<Waiting>> waitingMessages(session::Library& library, const std::vector<SessionSummary>& sessions)
{
    std::vector<Waiting> all;
    for (const SessionSummary& session : sessions) {
        using conversation::SessionKind;
        if (session.kind != SessionKind::Team && session.kind != SessionKind::Demo)
            continue; // what others routed is never held
        if (const auto added = addWaiting(library, session, all); !added)
            return tl::unexpected(added.error());
    }
    std::ranges::stable_sort(all, {}, [](const Waiting& one) { return one.held.since.msSinceEpoch; });
    return all;
}

constexpr std::size_t shortId = 8;

/// "1f3a9c02:57"
QString nameOf(const Waiting& one)
{
    return QString::fromStdString(one.session.id.str().substr(0, shortId)) + u':' + QString::number(one.held.seq.value);
}

QString recipientsOf(const conversation::Hold& hold)
{
    QStringList names;
    for (const conversation::Delivery& one : hold.deliveries)
        if (one.makesActive())
            names << harmlessLine(one.role.str());
    if (hold.isToPerson)
        names.prepend(cliText(QT_TRANSLATE_NOOP("CommandLine", "you")));
    if (names.isEmpty())
        return hold.deliveries.empty() ? cliText(QT_TRANSLATE_NOOP("CommandLine", "nobody"))
                                       : cliText(QT_TRANSLATE_NOOP("CommandLine", "everyone"));
    return names.join(QStringLiteral(", "));
}

QString linesOf(const Waiting& one)
{
    const conversation::Hold& hold = one.held.hold;
    QString head = QStringLiteral("%1  %2  %3: %4 → %5")
                       .arg(nameOf(one), momentText(one.held.since), harmlessLine(one.session.title),
                            harmlessLine(hold.speaker.str()), recipientsOf(hold));
    if (hold.rule.isEmpty())
        head += cliText(QT_TRANSLATE_NOOP("CommandLine", " (waits behind an earlier message)"));
    else if (hold.isUntested)
        head += cliText(QT_TRANSLATE_NOOP("CommandLine", " (a rule's expression took too long on it)"));
    else if (!hold.name.empty())
        head += cliText(QT_TRANSLATE_NOOP("CommandLine", " (held by “%1”)")).arg(harmlessLine(hold.name));
    QStringList lines{head};
    for (const QString& text : harmless(conversation::textOf(one.message)).split(u'\n'))
        lines << QStringLiteral("    ") + text;
    return lines.join(u'\n');
}

json jsonOf(const Waiting& one)
{
    return {{"id", nameOf(one).toStdString()},
            {"session", one.session.id.str()},
            {"title", one.session.title},
            {"seq", one.held.seq.value},
            {"since", one.held.since.msSinceEpoch},
            {"from", one.held.hold.speaker.str()},
            {"rule", one.held.hold.rule.str()},
            {"message",
             json::parse(conversation::eventPayload(conversation::MessagePublished{one.message, {}})).at("message")}};
}

Error unknown(const QString& name)
{
    return {
        ErrorCode::NotFound,
        cliText(QT_TRANSLATE_NOOP("CommandLine", "No message “%1” is held. “quarterdeck held” lists those that are."))
            .arg(name)
            .toStdString(),
        {}};
}

/// By what `held` lists: the beginning of the session's id and the message's number.
Result<std::pair<SessionSummary, conversation::EventSeq>> findHeld(const std::vector<SessionSummary>& sessions,
                                                                   const QString& name)
{
    bool isNumber = false;
    const qint64 seq = name.section(u':', 1).toLongLong(&isNumber);
    if (!isNumber || seq < 1)
        return tl::unexpected(unknown(name));
    const auto session = findSession(sessions, name.section(u':', 0, 0));
    if (!session)
        return tl::unexpected(session.error());
    return std::pair(*session, conversation::EventSeq{seq});
}

Result<std::vector<SessionSummary>> sessionsOf(const CommandLine& line, Console& console,
                                               std::shared_ptr<session::Library>& library)
{
    auto opened = openForReading(line, console);
    if (!opened)
        return tl::unexpected(opened.error());
    library = std::move(*opened);
    return await<std::vector<SessionSummary>>([&](auto done) { library->listSessions(std::move(done)); });
}

Result<HoldCommand> commandFor(const CommandLine& line, Console& console)
{
    std::shared_ptr<session::Library> library;
    const auto sessions = sessionsOf(line, console, library);
    if (!sessions)
        return tl::unexpected(sessions.error());
    HoldCommand command;
    if (line.command == Command::Hold) {
        const auto session = findSession(*sessions, line.session);
        if (!session)
            return tl::unexpected(session.error());
        command.session = session->id;
        command.kind = line.isOff ? HoldCommand::Kind::Off : HoldCommand::Kind::Set;
        command.rule = line.holdRule;
        return command;
    }
    const auto held = findHeld(*sessions, line.heldMessage);
    if (!held)
        return tl::unexpected(held.error());
    command.session = held->first.id;
    command.message = held->second;
    command.kind = line.command == Command::Drop ? HoldCommand::Kind::Drop : HoldCommand::Kind::Release;
    command.words = line.words.toStdString();
    command.isAnyway = line.isAnyway;
    command.isSilent = line.isSilent;
    command.recipient =
        line.recipient == QStringLiteral("you") ? conversation::address::person.str() : line.recipient.toStdString();
    return command;
}

/// While nobody else has the library: stored now, and obeyed by the team when it goes on.
Result<void> doHere(const std::shared_ptr<session::Library>& library, const HoldCommand& command)
{
    session::SessionHub hub(library);
    QEventLoop loop;
    std::optional<Result<void>> how;
    carryOut(hub, command, [&](const Result<void>& done) {
        how = done;
        loop.quit();
    });
    if (!how)
        loop.exec();
    return *how;
}

Result<void> doIt(const CommandLine& line, Console& console, const HoldCommand& command)
{
    const QDeadlineTimer patience(shortPatience);
    for (;;) {
        QObject completions;
        const auto library = openForWriting(line, console, &completions);
        if (library)
            return doHere(*library, command);
        if (library.error().code != ErrorCode::Locked)
            return tl::unexpected(library.error());
        if (const auto done =
                giveToInstance(QString::fromStdString(libraryPath(line)), pathOf(command), bodyOf(command)))
            return *done;
        if (patience.hasExpired())
            return tl::unexpected(library.error());
        waitForOwner();
    }
}

} // namespace

int listHeld(const CommandLine& line, Console& console)
{
    std::shared_ptr<session::Library> library;
    const auto sessions = sessionsOf(line, console, library);
    if (!sessions && !isFirstUse(line, sessions.error()))
        return console.fail(sessions.error().sentence);
    const auto all = sessions ? waitingMessages(*library, *sessions) : Result<std::vector<Waiting>>();
    if (!all)
        return console.fail(all.error().sentence);
    json array = json::array();
    for (const Waiting& one : *all) {
        if (line.isJson)
            array.push_back(jsonOf(one));
        else
            console.print(linesOf(one));
    }
    if (line.isJson)
        console.print(array);
    else if (all->empty())
        console.note(cliText(QT_TRANSLATE_NOOP("CommandLine", "No message is held.")).toStdString());
    return 0;
}

int steerHeld(const CommandLine& line, Console& console)
{
    const auto command = commandFor(line, console);
    const auto done = command ? doIt(line, console, *command) : Result<void>(tl::unexpected(command.error()));
    if (!done)
        return console.fail(harmlessLine(done.error().sentence));
    if (line.isJson)
        console.print(json{{"session", command->session.str()}, {"message", command->message.value}});
    return 0;
}

} // namespace quarterdeck::app
