// Shows every case of a file in the program's own window and reports what it did there.
// Usage: hostile_messages FILE.jsonl [--canary] [--patience N] [--one-way-back]     --canary: a server on loopback
// stands for canary.invalid; --patience: what may take N times as long as on a quiet machine is no fault;
// --one-way-back: what comes back of an export is looked at from JSONL and from a package in turn, not from both

#include "came_back.h"
#include "examination.h"
#include "hostile_session.h"
#include "model/session/post.h"
#include "storage/open_library.h"
#include "tests/support/wait.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_view.h"

#include <QTemporaryDir>
#include <QWebEngineView>
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

using namespace quarterdeck;
using namespace quarterdeck::hostile;

namespace {

struct Written
{
    HostileCase hostile;
    session::SessionId session;
    std::optional<session::SessionId> untouched; ///< where no canary stands in it
    QString error;                               ///< it could not even be stored
    bool isFailed = false;
};

/// What times are measured against: a bit of what a message may have.
HostileCase harmlessCase()
{
    HostileCase harmless;
    harmless.name = "harmless";
    harmless.text = "# The plan\n\nFirst **read** the [notes](https://docs.example/notes), then write down:\n\n"
                    "- what is known\n- what is *asked*\n\n| who | what |\n|---|---|\n| Alice | reads |\n\n"
                    "```python\ndef answer(question):\n    return len(question)\n```\n\nThe sum is $a + b$.";
    return harmless;
}

Written writeOne(session::Library& library, HostileCase hostile)
{
    Written one{std::move(hostile), {}, {}, {}, false};
    const auto take = [&](const session::Result<session::SessionId>& session) {
        if (!session)
            one.error = QString::fromStdString(session.error().sentence);
        return session.value_or(session::SessionId());
    };
    one.session = take(writeSession(library, one.hostile));
    if (!one.hostile.untouched.empty())
        one.untouched = take(writeMessage(library, one.hostile, one.hostile.untouched));
    return one;
}

/// The first is harmless.
std::vector<Written> writeAll(const std::string& path, std::vector<HostileCase> cases)
{
    std::vector<Written> written;
    QObject context;
    const auto library = storage::openLibrary(path, &context);
    cases.insert(cases.begin(), harmlessCase());
    for (HostileCase& hostile : cases) {
        if (library)
            written.push_back(writeOne(**library, std::move(hostile)));
        else
            written.push_back({std::move(hostile), {}, {}, QString::fromStdString(library.error().sentence), false});
    }
    return written;
}

/// `way`: how it came to where it was examined; empty = as it was written.
void print(const Written& one, const char* way, const Report& report, const TimeLimits& limits)
{
    const std::string name = one.hostile.name + way;
    std::printf("%-6s %-26s scripts %d  requests %d/%d  navigations %d  opened %d  page %lld of %lld ms  ui %lld of "
                "%lld ms  %s%s\n",
                report.faults.isEmpty() ? "ok" : "FAILED", name.c_str(), report.scripts, report.calls, report.blocked,
                report.navigations, report.opened, static_cast<long long>(report.times.pageMs),
                static_cast<long long>(limits.pageMs), static_cast<long long>(report.times.uiMs),
                static_cast<long long>(limits.uiMs), report.isReadable ? "readable" : "not readable",
                one.hostile.generated.empty() ? "" : "  (not generated: shown as written)");
    for (const QString& fault : report.faults)
        std::printf("       %s\n", qPrintable(fault));
    std::fflush(stdout);
}

/// Which took longest, for those who want to improve that next.
struct Longest
{
    void see(const std::string& name, const Times& times)
    {
        if (times.pageMs >= most.pageMs) {
            most.pageMs = times.pageMs;
            page = name;
        }
        if (times.uiMs >= most.uiMs) {
            most.uiMs = times.uiMs;
            ui = name;
        }
    }
    Times most;
    std::string page;
    std::string ui;
};

/// Shows the cases one after the other, and judges their times by what a harmless message takes.
class Round
{
public:
    Round(Examination& examination, const Written& harmless, int patience)
        : m_examination(examination)
        , m_harmless(harmless)
        , m_patience(patience)
    { }

    /// False if even the harmless message does not pass: then no finding means anything.
    [[nodiscard]] bool calibrate()
    {
        Report report = m_examination.examine(m_harmless.session, m_harmless.hostile);
        m_limits = TimeLimits::after(report.times, m_patience);
        if (!report.faults.isEmpty())
            print(m_harmless, "", report, m_limits);
        std::printf("harmless: page %lld ms, ui %lld ms; limits %lld and %lld ms\n",
                    static_cast<long long>(report.times.pageMs), static_cast<long long>(report.times.uiMs),
                    static_cast<long long>(m_limits.pageMs), static_cast<long long>(m_limits.uiMs));
        return report.faults.isEmpty();
    }

    /// What takes too long is shown once more, after the harmless message: the machine may have been busy elsewhere.
    [[nodiscard]] Report examine(const Written& one)
    {
        Report report = timed([&] { return m_examination.examine(one.session, one.hostile); });
        if (one.untouched)
            report.faults << m_examination.follow(*one.untouched, one.hostile);
        return report;
    }

    [[nodiscard]] Report examineAgain(const session::SessionId& cameBack, const HostileCase& hostile)
    {
        return timed([&] { return m_examination.examineAgain(cameBack, hostile); });
    }

    [[nodiscard]] const TimeLimits& limits() const { return m_limits; }

private:
    [[nodiscard]] Report timed(const std::function<Report()>& examine)
    {
        Report report = examine();
        if (report.faults.isEmpty() && !m_limits.areKeptBy(report.times)) {
            const Times first = report.times;
            (void)calibrate();
            report = examine();
            report.times = {std::min(first.pageMs, report.times.pageMs), std::min(first.uiMs, report.times.uiMs)};
        }
        if (report.times.pageMs > m_limits.pageMs)
            report.faults << QStringLiteral("it kept the page too long");
        if (report.times.uiMs > m_limits.uiMs)
            report.faults << QStringLiteral("it kept the window too long, while %1").arg(report.uiStep);
        return report;
    }

    Examination& m_examination;
    const Written& m_harmless;
    int m_patience;
    TimeLimits m_limits;
};

void examineThem(Round& round, std::vector<Written>& cases)
{
    Longest longest;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        Report report;
        if (cases[i].error.isEmpty())
            report = round.examine(cases[i]);
        else
            report.faults << cases[i].error;
        cases[i].isFailed = !report.faults.isEmpty();
        print(cases[i], "", report, round.limits());
        longest.see(cases[i].hostile.name, report.times);
    }
    std::printf("longest: page %lld ms (%s), ui %lld ms (%s)\n", static_cast<long long>(longest.most.pageMs),
                longest.page.c_str(), static_cast<long long>(longest.most.uiMs), longest.ui.c_str());
}

constexpr std::array waysBack{std::pair("jsonl", " (from JSONL)"), std::pair("qdeck", " (from a package)")};

/// What came back of a case.
struct CameBack
{
    std::size_t number = 0; ///< of the case
    const char* way;        ///< of `waysBack`, as it is printed
    session::Result<session::SessionId> session;
};

/// Exports and imports all cases but the harmless one; after all of them were searched, so that no search finds a case
/// twice.
std::vector<CameBack> bringBack(app::Engine& engine, const std::vector<Written>& cases, bool isByOneWay)
{
    std::vector<CameBack> all;
    for (std::size_t i = 1; i < cases.size(); ++i) {
        for (std::size_t way = 0; way < waysBack.size(); ++way) {
            if (isByOneWay && way != i % waysBack.size())
                continue;
            const auto& [format, words] = waysBack.at(way);
            all.push_back({i, words, exportAndImport(engine.library(), cases[i].session, format)});
        }
    }
    session::post(engine.hub(), [hub = engine.hub()] { hub->refresh(); });
    return all;
}

void examineWhatCameBack(Round& round, const std::vector<CameBack>& all, std::vector<Written>& cases)
{
    for (const CameBack& back : all) {
        Written& one = cases[back.number];
        Report report;
        if (back.session)
            report = round.examineAgain(*back.session, one.hostile);
        else
            report.faults << QStringLiteral("it did not come back: %1")
                                 .arg(QString::fromStdString(back.session.error().sentence));
        one.isFailed = one.isFailed || !report.faults.isEmpty();
        print(one, back.way, report, round.limits());
    }
}

int fail(const char* what)
{
    std::fprintf(stderr, "hostile_messages: %s\n", what);
    return 2;
}

struct Order
{
    QString path;
    bool hasCanary = false;
    int patience = 1;
    bool isByOneWay = false; ///< what comes back
};

int examineAll(QApplication& application, const Order& order)
{
    std::optional<test::Canary> canary;
    if (order.hasCanary)
        canary.emplace();
    HostileCases read = readCases(order.path, canary ? canary->host() : QString());
    if (!read.error.isEmpty())
        return fail(qPrintable(read.error));
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8()); // nobody's choices
    app::LaunchOptions options;
    options.library = folder.filePath(QStringLiteral("library.db"));
    options.language = QStringLiteral("en");
    options.areSamplesOffered = false;
    std::vector<Written> cases = writeAll(options.library.toStdString(), std::move(read.cases));
    const auto program = app::Application::start(application, options);
    program->window().resize(1440, 900);
    auto* view = program->window().findChild<ui::transcript::TranscriptView*>();
    Witness witness(*view->webView().page(), canary ? &*canary : nullptr);
    if (!Witness::seesRequests())
        return fail("a request that is made is not seen");
    Examination examination(*program, witness);
    if (!examination.begin())
        return fail("the page did not come up");
    Round round(examination, cases.front(), order.patience);
    // The first is slow whatever it says: fonts are read, panels are made.
    (void)round.calibrate();
    if (!round.calibrate())
        return fail("even a harmless message does not pass");
    examineThem(round, cases);
    examineWhatCameBack(round, bringBack(program->engine(), cases, order.isByOneWay), cases);
    const auto failed = std::count_if(cases.begin(), cases.end(), [](const Written& one) { return one.isFailed; });
    std::printf("%zu passed, %zu failed\n", cases.size() - 1 - static_cast<std::size_t>(failed),
                static_cast<std::size_t>(failed));
    return failed == 0 ? 0 : 1;
}

/// Nothing if they make no sense.
std::optional<Order> orderIn(const QStringList& arguments)
{
    Order order;
    for (qsizetype i = 1; i < arguments.size(); ++i) {
        if (arguments[i] == QLatin1String("--canary"))
            order.hasCanary = true;
        else if (arguments[i] == QLatin1String("--patience") && i + 1 < arguments.size())
            order.patience = arguments[++i].toInt();
        else if (arguments[i] == QLatin1String("--one-way-back"))
            order.isByOneWay = true;
        else if (order.path.isEmpty() && !arguments[i].startsWith(u'-'))
            order.path = arguments[i];
        else
            return std::nullopt;
    }
    return order.path.isEmpty() || order.patience < 1 ? std::nullopt : std::optional(order);
}

} // namespace

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("hostile_messages"));
    ui::transcript::prepareRendering();
    const QStringList arguments = QCoreApplication::arguments();
    const char* usage = "usage: hostile_messages FILE.jsonl [--canary] [--patience N] [--one-way-back]\n";
    if (arguments.size() == 2 && arguments[1] == QLatin1String("--help")) {
        std::printf("%s", usage);
        return 0;
    }
    const std::optional<Order> order = orderIn(arguments);
    if (!order) {
        std::fprintf(stderr, "%s", usage);
        return 2;
    }
    return examineAll(application, *order);
}
