#include "app/cli/commands.h"
#include "app/cli/open_session.h"
#include "app/services/await.h"
#include "model/conversation/message_extension.h"
#include "model/formats/export/row_text.h"

#include <QDateTime>
#include <QTimer>
#include <algorithm>
#include <deque>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::app {

using conversation::ConversationState;
using conversation::Message;
using conversation::MessageExtended;
using conversation::MessagePublished;
using formats::RowText;
using session::Event;
using session::EventSeq;

namespace {

/// This many growing messages are kept in memory; an older one is read again.
constexpr std::size_t mostGrowing = 16;
/// A message that has not grown for this long is printed as far as it goes.
constexpr double longestStandstillMs = 1000.0;

/// A message that its program may still extend.
struct Growing
{
    Event said; ///< holds the message as it is now
    RowText row;
    EventSeq grownBy;             ///< the latest event of it
    session::Timestamp grownAt;   ///< of that
    std::optional<Message> shown; ///< as it was printed last
    bool isNew = true;            ///< there is more than was printed

    [[nodiscard]] Message& message() { return std::get<MessagePublished>(said.body).message; }
};

/// Prints a session's rows as they happened, from the first. A message that came in pieces is printed once, when the
/// pieces end. If something else was said in between, or nothing for a while, what follows is printed as a row of its
/// own.
class Printer
{
public:
    using ReadEvent = std::function<std::optional<Event>(EventSeq)>;

    Printer(const CommandLine& line, Console& console, ReadEvent readEvent)
        : m_line(line)
        , m_console(console)
        , m_readEvent(std::move(readEvent))
    { }

    void print(const Event& event)
    {
        if (const auto* growth = std::get_if<MessageExtended>(&event.body)) {
            grow(event, *growth);
            m_state.apply(event);
            return;
        }
        const RowText row = formats::rowText(m_state, event);
        const bool isRow = !row.text.isEmpty() || !row.speaker.isEmpty();
        if (isRow) {
            printHeld();
        }
        m_state.apply(event);
        if (isRow && std::holds_alternative<MessagePublished>(event.body)) {
            hold({event, row, event.seq, event.time, {}, true});
        } else if (isRow) {
            show(event, row);
        }
    }

    /// Prints the message whose pieces were awaited.
    void printHeld()
    {
        if (m_growing.empty() || !m_growing.back().isNew) {
            return;
        }
        Growing& held = m_growing.back();
        held.isNew = false;
        wait(held.grownAt);
        if (held.shown) {
            MessageExtended growth = conversation::extensionOf(*held.shown, held.message(), held.said.seq);
            const RowText row = m_line.isJson ? held.row : addedRow(held, growth);
            show({held.grownBy, held.grownAt, held.said.monotonicMs, std::move(growth)}, row);
        } else {
            show(held.said, held.row);
        }
        held.shown = held.message();
    }

private:
    void hold(Growing growing)
    {
        if (m_growing.size() >= mostGrowing) {
            m_growing.pop_front();
        }
        m_growing.push_back(std::move(growing));
    }

    void grow(const Event& event, const MessageExtended& growth)
    {
        const bool isHeld = !m_growing.empty() && m_growing.back().said.seq == growth.target;
        if (!isHeld || isStandstill(m_growing.back(), event.time)) {
            printHeld();
        }
        if (conversation::isEmpty(growth) || (!isHeld && !holdAgain(growth.target))) {
            return;
        }
        Growing& held = m_growing.back();
        conversation::applyExtension(held.message(), growth);
        const QString text = formats::rowText(m_state, held.said).text;
        held.isNew = held.isNew || text != held.row.text;
        held.row.text = text;
        held.grownBy = event.seq;
        held.grownAt = event.time;
    }

    /// False if it is not a message.
    bool holdAgain(EventSeq target)
    {
        const auto known = std::ranges::find(m_growing, target, [](const Growing& one) { return one.said.seq; });
        if (known != m_growing.end()) {
            std::rotate(known, std::next(known), m_growing.end());
            return true;
        }
        std::optional<Event> said = m_readEvent(target);
        if (!said || !std::holds_alternative<MessagePublished>(said->body)) {
            return false;
        }
        const RowText row = formats::rowText(m_state, *said);
        const Message shown = std::get<MessagePublished>(said->body).message;
        hold({*said, row, said->seq, said->time, shown, false});
        return true;
    }

    [[nodiscard]] bool isStandstill(const Growing& held, session::Timestamp now) const
    {
        const auto passed = static_cast<double>(now.msSinceEpoch) - static_cast<double>(held.grownAt.msSinceEpoch);
        return m_line.speed > 0.0 && passed > longestStandstillMs * m_line.speed;
    }

    /// What was added to the printed row, from the beginning of its last word; all of it if the text has changed.
    [[nodiscard]] RowText addedRow(const Growing& held, const MessageExtended& growth) const
    {
        RowText row = held.row;
        if (!growth.content.empty() && (growth.keptBlocks > 0 || growth.keptBytes > 0)) {
            Event added = held.said;
            Message& message = std::get<MessagePublished>(added.body).message;
            message.content = growth.content;
            message.instructContent.reset(); // which was printed with what came before
            row.text = QStringLiteral("… ") + formats::rowText(m_state, added).text;
        }
        return row;
    }

    void show(const Event& event, const RowText& row)
    {
        wait(event.time);
        if (m_line.isJson) {
            printJson(event, row);
        } else {
            printText(event.time, row);
        }
    }

    void printJson(const Event& event, const RowText& row)
    {
        nlohmann::json shown = {{"seq", event.seq.value},
                                {"times_known", m_state.areTimesKnown()},
                                {"kind", kindOf(event.body)},
                                {"speaker", row.speaker.toStdString()},
                                {"recipients", row.recipients.toStdString()},
                                {"is_private", row.isPrivate},
                                {"text", row.text.toStdString()}};
        if (m_state.areTimesKnown()) {
            shown["time"] = event.time.msSinceEpoch;
        }
        if (const auto* growth = std::get_if<MessageExtended>(&event.body)) {
            shown["target"] = growth->target.value; // whose text it is now
        }
        m_console.print(shown);
    }

    /// Further lines are indented, so that only a row starts without a blank. Made-up times are not printed.
    void printText(session::Timestamp time, const RowText& row)
    {
        QString text = harmless(row.line());
        text.replace(QLatin1Char('\n'), QStringLiteral("\n         "));
        const auto moment = QDateTime::fromMSecsSinceEpoch(time.msSinceEpoch);
        m_console.print((m_state.areTimesKnown() ? moment.toString(QStringLiteral("hh:mm:ss ")) : QString()) + text);
    }

    void wait(session::Timestamp time)
    {
        if (m_line.speed > 0.0 && m_last) {
            const auto passed = std::max<std::int64_t>(0, time.msSinceEpoch - m_last->msSinceEpoch);
            constexpr double longest = 2'000'000'000.0; // what a timer takes
            const double pause = std::min(longest, static_cast<double>(passed) / m_line.speed);
            QEventLoop loop;
            QTimer::singleShot(static_cast<int>(pause), Qt::PreciseTimer, &loop, &QEventLoop::quit);
            loop.exec();
        }
        m_last = time;
    }

    const CommandLine& m_line;
    Console& m_console;
    ReadEvent m_readEvent;
    ConversationState m_state;
    std::deque<Growing> m_growing; ///< the last one is held back while it grows
    std::optional<session::Timestamp> m_last;
};

} // namespace

int replaySession(const CommandLine& line, Console& console)
{
    const auto opened = openSession(line, console);
    if (!opened) {
        return console.fail(opened.error().sentence);
    }
    constexpr std::int32_t eventsPerRead = 200;
    const auto readEvent = [&](EventSeq seq) -> std::optional<Event> {
        const auto events = await<std::vector<Event>>(
            [&](auto done) { opened->library->readEvents(opened->summary.id, {seq.value - 1}, 1, std::move(done)); });
        return events && !events->empty() ? std::optional(events->front()) : std::nullopt;
    };
    Printer printer(line, console, readEvent);
    EventSeq after;
    while (after < opened->summary.lastSeq) {
        const auto events = await<std::vector<Event>>(
            [&](auto done) { opened->library->readEvents(opened->summary.id, after, eventsPerRead, std::move(done)); });
        if (!events) {
            return console.fail(events.error().sentence);
        }
        if (events->empty()) {
            break;
        }
        for (const Event& event : *events) {
            if (!console.isWritable()) {
                return 1; // nobody sees the rest
            }
            printer.print(event);
        }
        after = events->back().seq;
    }
    printer.printHeld();
    return 0;
}

} // namespace quarterdeck::app
