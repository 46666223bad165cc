#include "export_support.h"
#include "model/conversation/json/event_json.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_there_and_back {

using namespace quarterdeck;
using namespace quarterdeck::test;
using namespace quarterdeck::conversation;
using session::SessionId;

namespace {

/// What a format can carry of a session that was read from it: everything but ids and times made up here, and its
/// origin.
std::vector<Event> comparable(std::vector<Event> events, bool areIdsOurs)
{
    for (Event& event : events) {
        event.time = {};
        event.monotonicMs = 0;
        if (auto* started = std::get_if<SessionStarted>(&event.body)) {
            started->source.clear();
        } else if (auto* published = std::get_if<MessagePublished>(&event.body); published) {
            Message& message = published->message;
            message.id = areIdsOurs ? MessageId() : message.id;
            message.timestamp = message.timestampText.empty() ? Timestamp() : message.timestamp;
        }
    }
    return events;
}

QString firstDifference(const std::vector<Event>& one, const std::vector<Event>& other)
{
    for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
        if (!(one[i] == other[i])) {
            return QString::fromStdString(toJson(one[i]).dump() + "\n" + toJson(other[i]).dump());
        }
    }
    return QStringLiteral("%1 and %2 events").arg(one.size()).arg(other.size());
}

/// What an export leaves out, and reports, is not there to be reported again.
void withoutWhatWasLost(std::vector<Event>& events)
{
    auto& started = std::get<SessionStarted>(events.front().body);
    nlohmann::json details = started.details.json();
    if (details.is_object())
        details.erase("left_out");
    started.details = JsonValue(std::move(details));
}

} // namespace

/// Imported sessions are exported, and imported again.
class TestThereAndBack final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void ownFormat_comesBackEqual_data();
    void ownFormat_comesBackEqual();
    void otherFormat_keepsEveryText_data();
    void otherFormat_keepsEveryText();
    void structuredContent_goesOutAsItCame();

private:
    [[nodiscard]] std::vector<Event> thereAndBack(const SessionId& id, const std::string& format);
    QString path(const char* name) const { return m_folder->filePath(QLatin1String(name)); }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

void TestThereAndBack::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = makeTestLibrary(&m_completions);
}

std::vector<Event> TestThereAndBack::thereAndBack(const SessionId& id, const std::string& format)
{
    const auto report = exportTo(m_library, id, path("again.json"), format, false);
    if (report.error) {
        return {};
    }
    const SessionId copy = importedSession(m_library, path("again.json"));
    return copy.isEmpty() ? std::vector<Event>() : eventsOf(*m_library, copy);
}

void TestThereAndBack::ownFormat_comesBackEqual_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("format");
    const auto row = [](const char* file, const char* format) {
        QTest::newRow(file) << QString::fromLatin1(file) << QString::fromLatin1(format);
    };
    row("tau_bench/gpt-4o-airline-first12.json", "openai");
    row("openai/odd_chat.json", "openai");
    row("agentscope/saved/session_1.0.0.json", "agentscope");
    row("agentscope/saved/session_1.0.21.json", "agentscope");
    row("anthropic/request.json", "anthropic");
    row("anthropic/messages.jsonl", "anthropic");
    row("metagpt/team.json", "metagpt");
    row("metagpt/MGXEnv.json", "metagpt");
}

void TestThereAndBack::ownFormat_comesBackEqual()
{
    QFETCH(QString, file);
    QFETCH(QString, format);
    const QString source = dataPath(file);
    const auto report = import(m_library, {source});
    QVERIFY(!report.files.front().error);
    const bool areIdsOurs = format == QStringLiteral("openai") || format == QStringLiteral("anthropic");
    for (const transfer::ImportedSession& one : report.files.front().sessions) {
        auto first = comparable(eventsOf(*m_library, one.id), areIdsOurs);
        auto second = comparable(thereAndBack(one.id, format.toStdString()), areIdsOurs);
        QVERIFY(!first.empty() && !second.empty());
        if (format == QStringLiteral("agentscope") || report.files.front().sessions.size() > 1) {
            // A list of messages has no place for what a saved session says beside them; one run has no number.
            auto& kept = std::get<SessionStarted>(first.front().body);
            auto& read = std::get<SessionStarted>(second.front().body);
            if (areIdsOurs) {
                QVERIFY(kept.details.json().at("fields") == read.details.json().at("fields"));
            }
            kept.details = read.details;
            kept.title = read.title;
        }
        withoutWhatWasLost(first);
        QVERIFY2(first == second, qPrintable(firstDifference(first, second)));
    }
}

void TestThereAndBack::otherFormat_keepsEveryText_data()
{
    QTest::addColumn<QString>("format");
    for (const char* format : {"openai", "agentscope", "metagpt"}) {
        QTest::newRow(format) << QString::fromLatin1(format);
    }
}

void TestThereAndBack::otherFormat_keepsEveryText()
{
    QFETCH(QString, format);
    QDir folder(dataPath(QStringLiteral("who_and_when")));
    const QStringList files = folder.entryList({QStringLiteral("*.json")});
    QCOMPARE(files.size(), 20);
    for (const QString& file : files) {
        const SessionId id = importedSession(m_library, folder.filePath(file));
        QVERIFY(!id.isEmpty());
        const auto textsOf = [](const std::vector<Event>& events) {
            std::vector<std::string> texts;
            for (const Event& event : events) {
                if (const auto* published = std::get_if<MessagePublished>(&event.body)) {
                    texts.push_back(textOf(published->message));
                }
            }
            return texts;
        };
        const auto before = textsOf(eventsOf(*m_library, id));
        QVERIFY2(before == textsOf(thereAndBack(id, format.toStdString())), qPrintable(file));
    }
}

void TestThereAndBack::structuredContent_goesOutAsItCame()
{
    const nlohmann::json content = {
        {"class", "Plan"}, {"mapping", {{"steps", "(list[str], Ellipsis)"}}}, {"value", {{"steps", {"one", "two"}}}}};
    const nlohmann::json message = {{"id", "1"},
                                    {"content", "a plan"},
                                    {"role", "assistant"},
                                    {"instruct_content", content},
                                    {"cause_by", "Plan"},
                                    {"sent_from", "Bob"},
                                    {"send_to", {"<all>"}},
                                    {"metadata", {{"agent", "Bob"}, {"source", "here"}}}};
    const nlohmann::json team = {
        {"env", {{"roles", nlohmann::json::object()}, {"history", {{"storage", nlohmann::json::array({message})}}}}},
        {"idea", "plan it"}};
    const SessionId id = importedSession(
        m_library, writeFile(*m_folder, QStringLiteral("team.json"), QByteArray::fromStdString(team.dump())));
    QVERIFY(!exportTo(m_library, id, path("again.json"), "metagpt").error);
    const auto again = nlohmann::json::parse(readFile(path("again.json")).toStdString());
    QVERIFY(again.at("env").at("history").at("storage").at(0) == message);
}

} // namespace tst_there_and_back

QUARTERDECK_TEST(tst_there_and_back, TestThereAndBack)
#include "tst_there_and_back.moc"
