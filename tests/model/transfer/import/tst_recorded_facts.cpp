#include "known_import_support.h"
#include "tests/model/transfer/package_support.h"
#include "tests/support/test.h"
#include "tests/tools/recording_facts/facts.h"

#include <QDir>
#include <QDirIterator>
#include <algorithm>
#include <utility>

namespace tst_recorded_facts {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

using Facts = std::vector<Fact>;

std::string dumped(const Fact& fact) { return fact.dump(-1, ' ', false, Fact::error_handler_t::replace); }

QString shown(const Facts& facts)
{
    QString lines;
    for (const Fact& fact : facts) {
        lines += QString::fromStdString(dumped(fact)).left(300) + u'\n';
    }
    return lines;
}

/// What the recording's `facts.jsonl` wants.
struct Wanted
{
    Facts facts;
    std::vector<std::string> remarks;
    bool areTotalsWanted = false;
    bool isReadable = true;
};

Wanted wantedOf(const QString& path)
{
    Wanted wanted;
    for (const QByteArray& line : readFile(path).split('\n')) {
        if (line.trimmed().isEmpty()) {
            continue;
        }
        Fact fact = Fact::parse(line.toStdString(), nullptr, false);
        wanted.isReadable = wanted.isReadable && fact.is_object();
        if (fact.is_object() && fact.contains("remark")) {
            wanted.remarks.push_back(fact["remark"].get<std::string>());
        } else if (fact.is_object()) {
            wanted.areTotalsWanted = wanted.areTotalsWanted || fact.value("kind", "") == "total";
            wanted.facts.push_back(std::move(fact));
        }
    }
    return wanted;
}

std::vector<std::string> remarksOf(const ImportReport& report)
{
    std::vector<std::string> remarks;
    for (const transfer::FileReport& file : report.files) {
        for (const formats::ImportProblem& problem : file.problems) {
            remarks.push_back(problem.sentence);
        }
        if (file.error) {
            remarks.push_back(file.error->sentence);
        }
    }
    return remarks;
}

/// The files of the recording, by their names below `input`, and how many lines each has.
std::map<QString, qsizetype> filesOf(const QString& input)
{
    std::map<QString, qsizetype> files;
    QDirIterator all(input, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString path = all.next();
        const bool isGrowing = path.endsWith(QStringLiteral(".jsonl"));
        files[QDir(input).relativeFilePath(path)] = isGrowing ? readFile(path).count('\n') : 0;
    }
    return files;
}

/// The first lines of a text, or all of it.
QByteArray beginningOf(const QByteArray& text, qsizetype lines)
{
    qsizetype end = 0;
    for (qsizetype line = 0; line < lines; ++line) {
        const qsizetype next = text.indexOf('\n', end);
        if (next < 0) {
            return text;
        }
        end = next + 1;
    }
    return text.left(end);
}

/// Without what depends on when something came in: an answer's later pieces bring their tokens on their own.
Facts comparable(Facts facts, bool isOrderFree)
{
    for (Fact& fact : facts) {
        if (fact["kind"] != "total") {
            fact.erase("tokens");
            if (isOrderFree) {
                fact.erase("n");
            }
        }
    }
    if (isOrderFree) {
        std::sort(facts.begin(), facts.end(), [](const Fact& a, const Fact& b) { return dumped(a) < dumped(b); });
    }
    return facts;
}

} // namespace

/// Recordings of real programs, of which is known what was said: see tests/data/recordings/README.md.
class TestRecordedFacts final : public QObject
{
    Q_OBJECT

private slots:
    void recording_isWhatWasSaid_data() { addRecordings(); }
    void recording_isWhatWasSaid();
    void growingRecording_isTheSame_data() { addRecordings(); }
    void growingRecording_isTheSame();
    void exportedRecording_isTheSame_data() { addRecordings(); }
    void exportedRecording_isTheSame();

private:
    static void addRecordings();
    [[nodiscard]] std::shared_ptr<Library> newLibrary() { return makeTestLibrary(&m_completions); }
    /// Of all sessions, in an order that does not depend on times.
    [[nodiscard]] static Facts factsOfAll(Library& library, bool isOrderFree);

    QObject m_completions;
};

void TestRecordedFacts::addRecordings()
{
    QTest::addColumn<QString>("folder");
    const QDir all(dataPath(QStringLiteral("recordings")));
    for (const QString& name : all.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        if (QFile::exists(all.filePath(name + QStringLiteral("/facts.jsonl")))) {
            QTest::addRow("%s", qPrintable(name)) << all.filePath(name);
        }
    }
}

Facts TestRecordedFacts::factsOfAll(Library& library, bool isOrderFree)
{
    std::vector<Facts> sessions;
    for (const session::SessionSummary& one : sessionsOf(library)) {
        sessions.push_back(comparable(factsOf(one.title, allEventsOf(library, one.id)), isOrderFree));
    }
    std::sort(sessions.begin(), sessions.end(), [](const Facts& a, const Facts& b) {
        return std::pair(dumped(a.front()), a.size()) < std::pair(dumped(b.front()), b.size());
    });
    Facts all;
    for (const Facts& facts : sessions) {
        all.insert(all.end(), facts.begin(), facts.end());
    }
    return all;
}

void TestRecordedFacts::recording_isWhatWasSaid()
{
    QFETCH(const QString, folder);
    const Wanted wanted = wantedOf(folder + QStringLiteral("/facts.jsonl"));
    QVERIFY(wanted.isReadable && !wanted.facts.empty());
    const auto library = newLibrary();
    const ImportReport report = import(library, QStringList{folder + QStringLiteral("/input")});
    Facts there;
    for (const transfer::FileReport& file : report.files) {
        for (const transfer::ImportedSession& one : file.sessions) {
            Facts facts = factsOf(one.title, allEventsOf(*library, one.id));
            if (!wanted.areTotalsWanted) {
                facts.pop_back();
            }
            there.insert(there.end(), facts.begin(), facts.end());
        }
    }
    for (std::size_t place = 0; place < std::min(wanted.facts.size(), there.size()); ++place) {
        const std::string missing = shortfall(wanted.facts[place], there[place]);
        QVERIFY2(
            missing.empty(),
            qPrintable(
                QStringLiteral("line %1: %2\n%3").arg(place + 1).arg(QString::fromStdString(missing), shown(there))));
    }
    QVERIFY2(there.size() == wanted.facts.size(),
             qPrintable(QStringLiteral("%1 lines are wanted:\n%2").arg(wanted.facts.size()).arg(shown(there))));
    std::vector<std::string> remarks = remarksOf(report);
    for (const std::string& words : wanted.remarks) {
        const auto said = std::find_if(remarks.begin(), remarks.end(), [&](const std::string& remark) {
            return remark.find(words) != std::string::npos;
        });
        QVERIFY2(said != remarks.end(), words.c_str());
        remarks.erase(said);
    }
    QVERIFY2(wanted.remarks.empty() || remarks.empty(), remarks.empty() ? "" : remarks.front().c_str());
}

/// Read again after every ten lines, once as `import --update` does and once as the watch of a folder does.
void TestRecordedFacts::growingRecording_isTheSame()
{
    QFETCH(const QString, folder);
    const QString input = folder + QStringLiteral("/input");
    const std::map<QString, qsizetype> files = filesOf(input);
    const auto growing = std::ranges::count_if(files, [](const auto& file) { return file.second > 0; });
    qsizetype mostLines = 0;
    for (const auto& [name, lines] : files) {
        mostLines = std::max(mostLines, lines);
    }
    const bool isOrderFree = growing > 1; // files that are read together grow one after the other
    const auto whole = newLibrary();
    import(whole, QStringList{input});
    const Facts wanted = factsOfAll(*whole, isOrderFree);

    for (const bool isWatched : {false, true}) {
        const auto library = newLibrary();
        const auto memory = transfer::newImportCheckpoints();
        const QTemporaryDir copies;
        const QString copy = copies.filePath(QStringLiteral("input"));
        constexpr qsizetype step = 10;
        // Once more at the end: nothing is new then.
        for (qsizetype lines = step; lines < mostLines + 3 * step; lines += step) {
            for (const auto& [name, all] : files) {
                const QString path = copy + u'/' + name;
                QVERIFY(QDir().mkpath(QFileInfo(path).path()));
                const QByteArray text = readFile(input + u'/' + name);
                QFile file(path);
                QVERIFY(file.open(QIODevice::WriteOnly));
                file.write(all > 0 ? beginningOf(text, lines) : text);
            }
            transfer::ImportRequest request;
            request.files.push_back({copy.toStdString(), {}, {}, isWatched});
            request.ifKnown = DuplicatePolicy::Update;
            request.memory = isWatched ? memory : nullptr;
            import(library, request);
        }
        const Facts there = factsOfAll(*library, isOrderFree);
        QVERIFY2(there == wanted,
                 qPrintable(QStringLiteral("%1: there is\n%2wanted is\n%3")
                                .arg(isWatched ? QStringLiteral("watched") : QStringLiteral("updated"), shown(there),
                                     shown(wanted))));
    }
}

void TestRecordedFacts::exportedRecording_isTheSame()
{
    QFETCH(const QString, folder);
    const auto library = newLibrary();
    import(library, QStringList{folder + QStringLiteral("/input")});
    for (const session::SessionSummary& one : sessionsOf(*library)) {
        const Facts before = factsOf(one.title, allEventsOf(*library, one.id));
        for (const char* format : {"jsonl", "qdeck"}) {
            const QTemporaryDir exported;
            const QString path = exported.filePath(QStringLiteral("session.") + QLatin1String(format));
            const auto written = exportTo(library, one.id, path, format, false, packageFiles());
            QVERIFY2(!written.error, written.error ? written.error->sentence.c_str() : "");
            const auto other = newLibrary();
            const ImportReport back = import(other, QStringList{path});
            QCOMPARE(back.files.at(0).sessions.size(), std::size_t{1});
            const transfer::ImportedSession& again = back.files.at(0).sessions.front();
            const Facts after = factsOf(again.title, allEventsOf(*other, again.id));
            QVERIFY2(after == before,
                     qPrintable(QLatin1String(format)
                                + QStringLiteral(": there is\n%1wanted is\n%2").arg(shown(after), shown(before))));
        }
    }
}

} // namespace tst_recorded_facts

QUARTERDECK_TEST(tst_recorded_facts, TestRecordedFacts)
#include "tst_recorded_facts.moc"
