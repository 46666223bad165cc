#include "model/conversation/json/event_json.h"
#include "model/conversation/speaker.h"
#include "package_support.h"
#include "tests/model/formats/said_parts.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"
#include "transfer_support.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTest>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace tst_every_exporter {

using namespace quarterdeck;
using namespace quarterdeck::test;
using session::SessionId;

namespace {

bool isOwn(const QString& format) { return format == QStringLiteral("jsonl") || format == QStringLiteral("qdeck"); }

/// Of a log: what is said, in which order, with all times and ids. Ids that a reader makes up, if the format has none,
/// are distinguished only by their order.
QByteArray canonicalHash(const std::vector<Event>& events, bool areIdsOurs)
{
    QByteArray text;
    std::map<std::string, QByteArray> ids;
    for (const Event& event : events) {
        text += QByteArray::fromStdString(toJson(event).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))
            + '\n';
        if (const auto* published = std::get_if<MessagePublished>(&event.body); published != nullptr && areIdsOurs)
            ids.emplace(published->message.id.str(), "message " + QByteArray::number(qsizetype(ids.size())));
    }
    for (const auto& [id, name] : ids)
        text.replace(QByteArray::fromStdString(id), name);
    return QCryptographicHash::hash(text, QCryptographicHash::Sha256).toHex();
}

struct Whole
{
    Parts parts;
    std::map<std::string, int> events; ///< how many, by what their loss is told as
};

Whole wholeOf(const std::vector<Event>& events)
{
    Whole whole;
    ConversationState state;
    for (const Event& event : events) {
        if (const auto* published = std::get_if<MessagePublished>(&event.body))
            add(whole.parts, published->message,
                isFromUser(published->message) ? std::string() : displayName(state, published->message));
        else if (std::holds_alternative<Annotated>(event.body))
            ++whole.events["annotations"];
        else if (const auto* started = std::get_if<SessionStarted>(&event.body))
            for (const nlohmann::json& field : started->details.json().value("fields", nlohmann::json::object()))
                whole.events["fields"] += field.is_null() ? 0 : 1;
        state.apply(event);
    }
    if (!state.areTimesKnown())
        whole.parts.erase("time");
    whole.parts.erase("order"); // where messages become one, it says nothing
    return whole;
}

std::set<std::string> kindsOf(const std::vector<formats::Loss>& losses)
{
    std::set<std::string> kinds;
    for (const formats::Loss& loss : losses)
        kinds.insert(loss.kind);
    return kinds;
}

/// What went out, came back differently, and was mentioned by none of these.
QStringList untold(const Whole& before, const Whole& after, const std::set<std::string>& told)
{
    // What the readers of formats make up where nothing is said.
    const std::set<std::string> madeUp = {"recipients", "media names", "speaker", "cause", "metadata"};
    const auto of = [](const Whole& whole, const std::string& name) {
        const auto part = whole.parts.find(name);
        return part == whole.parts.end() ? std::string() : part->second;
    };
    QStringList found;
    for (const auto& [name, text] : before.parts) {
        const std::set<std::string>& tellers = test::tellers().at(name);
        const bool isTold = std::ranges::any_of(tellers, [&](const std::string& one) { return told.contains(one); });
        if (of(after, name) != text && !isTold && !(text.empty() && madeUp.contains(name)))
            found << QString::fromStdString(name + ": " + text.substr(0, 300) + " -> "
                                            + of(after, name).substr(0, 300));
    }
    for (const auto& [name, count] : before.events) {
        const auto now = after.events.find(name);
        if ((now == after.events.end() || now->second < count) && !told.contains(name))
            found << QString::fromStdString(name);
    }
    return found;
}

} // namespace

/// The recorded sessions of others through each exporter and back.
class TestEveryExporter final : public QObject
{
    Q_OBJECT

private slots:
    void recordedSessions_comeBack_data();
    void recordedSessions_comeBack();

private:
    /// The first session that comes in from a file that was written at a known time.
    [[nodiscard]] std::vector<Event> taken(const QString& path);
    [[nodiscard]] transfer::ExportReport put(const SessionId& id, const QString& path, const QString& format);

    QObject m_completions;
    std::shared_ptr<Library> m_library;
    SessionId m_last; ///< that was taken
};

void TestEveryExporter::recordedSessions_comeBack_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("sessions");
    for (const char* format : {"jsonl", "qdeck", "openai", "anthropic", "agentscope", "metagpt"}) {
        const auto row = [&](const QString& file, int sessions) {
            QTest::addRow("%s: %s", format, qPrintable(file)) << file << QString::fromLatin1(format) << sessions;
        };
        const QStringList files =
            QDir(dataPath(QStringLiteral("who_and_when"))).entryList({QStringLiteral("*.json")}, QDir::Files);
        QCOMPARE(files.size(), 20);
        for (const QString& name : files)
            row(QStringLiteral("who_and_when/") + name, 1);
        row(QStringLiteral("tau_bench/gpt-4o-airline-first12.json"), 12);
    }
}

std::vector<Event> TestEveryExporter::taken(const QString& path)
{
    transfer::ImportRequest request;
    request.files = {{path.toStdString(), session::Timestamp{1'770'000'000'000}}};
    const transfer::FileReport report = import(m_library, request).files.at(0);
    if (report.error || report.problemCount > 0 || report.sessions.empty())
        return {};
    m_last = report.sessions.front().id;
    return eventsOf(*m_library, m_last);
}

transfer::ExportReport TestEveryExporter::put(const SessionId& id, const QString& path, const QString& format)
{
    return exportTo(m_library, id, path, format.toStdString(), false, packageFiles());
}

/// With the reported losses; and the re-imported session, repeatedly.
void TestEveryExporter::recordedSessions_comeBack()
{
    QFETCH(const QString, file);
    QFETCH(const QString, format);
    QFETCH(const int, sessions);
    m_library = makeTestLibrary(&m_completions);
    const auto recorded = import(m_library, {dataPath(file)}).files.at(0);
    QVERIFY(!recorded.error);
    QCOMPARE(static_cast<int>(recorded.sessions.size()), sessions);
    const bool areIdsOurs = format == QStringLiteral("openai") || format == QStringLiteral("anthropic");
    for (const transfer::ImportedSession& one : recorded.sessions) {
        const QTemporaryDir folder;
        const QTemporaryDir further;
        const auto first = put(one.id, folder.filePath(QStringLiteral("session")), format);
        QVERIFY2(!first.error, first.error ? first.error->sentence.c_str() : "");
        const std::vector<Event> before = eventsOf(*m_library, one.id);
        const std::vector<Event> back = taken(folder.filePath(QStringLiteral("session")));
        QVERIFY(!back.empty());
        const QStringList differences = untold(wholeOf(before), wholeOf(back), kindsOf(first.losses));
        QVERIFY2(differences.isEmpty(), qPrintable(differences.join(u'\n')));
        if (isOwn(format)) {
            QCOMPARE(canonicalHash(back, false), canonicalHash(before, false));
            QVERIFY(first.losses.empty());
            continue;
        }
        const auto second = put(m_last, further.filePath(QStringLiteral("session")), format);
        QVERIFY2(!second.error, second.error ? second.error->sentence.c_str() : "");
        const std::vector<Event> again = taken(further.filePath(QStringLiteral("session")));
        QCOMPARE(canonicalHash(again, areIdsOurs), canonicalHash(back, areIdsOurs));
    }
}

} // namespace tst_every_exporter

QUARTERDECK_TEST(tst_every_exporter, TestEveryExporter)
#include "tst_every_exporter.moc"
