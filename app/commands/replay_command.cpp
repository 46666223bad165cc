#include "app/commands/await.h"
#include "app/commands/commands.h"
#include "app/commands/open_session.h"
#include "formats/row_text.h"

#include <QDateTime>
#include <QTimer>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace quarterdeck::app {

using conversation::ConversationState;
using formats::RowText;
using session::Event;

namespace {

/// Prints a session's rows as they happened, from the first.
class Printer
{
public:
    Printer(const CommandLine& line, Console& console) : m_line(line), m_console(console) { }

    void print(const Event& event)
    {
        const RowText row = formats::rowText(m_state, event);
        m_state.apply(event);
        if (row.text.isEmpty() && row.speaker.isEmpty()) {
            return;
        }
        wait(event.time);
        if (m_line.isJson) {
            printJson(event, row);
        } else {
            printText(event.time, row);
        }
    }

private:
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
        m_console.print(shown);
    }

    /// Further lines of a text are indented: a row is what does not begin with a blank. Made-up times are not told.
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
    ConversationState m_state;
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
    Printer printer(line, console);
    session::EventSeq after;
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
    return 0;
}

} // namespace quarterdeck::app
