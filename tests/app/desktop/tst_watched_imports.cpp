#include "app/desktop/import_controller.h"
#include "tests/support/unprivileged.h"
#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <future>
#include <memory>
#include <optional>

namespace tst_watched_imports {

using namespace quarterdeck;
using test::waitFor;

/// What a watched folder tells of while an import is under way.
class TestWatchedImports final : public QObject
{
    Q_OBJECT
private slots:
    void whatWaits_comesInTogether();
    void trouble_isToldOnce_data();
    void trouble_isToldOnce();
    void unreadable_isToldOnce();
    void manyTroubles_areOneNotice();
};

namespace {

const QByteArray good = R"({"role": "user", "content": "hello"})"
                        "\n";

/// Imports files as a watched folder does, and keeps the reported problems.
class Watched
{
public:
    Watched()
    {
        QObject::connect(&m_board, &ui::NoticeBoard::posted, &m_imports, [this](const ui::view::Notice& notice) {
            if (notice.id.startsWith(QStringLiteral("watched.trouble:")))
                said << notice.what + u' ' + notice.meaning;
        });
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    void write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    }
    /// Whether all of them are durable.
    [[nodiscard]] bool take(const QStringList& names)
    {
        QStringList paths;
        for (const QString& name : names)
            paths << path(name);
        std::optional<bool> done;
        m_imports.takeIn(paths, [&done](bool isStored) { done = isStored; });
        return waitFor([&] { return done.has_value(); }, 60'000) && *done;
    }
    [[nodiscard]] QString folder() const { return m_folder.path(); }

    QStringList said;

private:
    QTemporaryDir m_folder;
    std::unique_ptr<app::Engine> m_engine = app::Engine::start(m_folder.filePath(QStringLiteral("a.db")).toStdString());
    ui::NoticeBoard m_board;
    app::ImportController m_imports{*m_engine, m_board};
};

} // namespace

void TestWatchedImports::trouble_isToldOnce_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("words"); // empty = nothing is to be said
    QTest::newRow("a broken line") << QStringLiteral("a.jsonl") << QByteArray(good + "{\"role\": \n" + good)
                                   << QStringLiteral("1 record(s) of “a.jsonl” could not be read.");
    QTest::newRow("UTF-16") << QStringLiteral("a.jsonl") << QByteArray("\xff\xfe{\0\"\0\n\0", 8)
                            << QStringLiteral("is UTF-16 text");
    QTest::newRow("a damaged export") << QStringLiteral("a.jsonl")
                                      << QByteArray("{\"format\": \"quarterdeck\", \"version\": 1, \"events\": 3}\n")
                                      << QStringLiteral("is incomplete: it has 0 of 3 events.");
    QTest::newRow("a damaged package") << QStringLiteral("a.qdeck")
                                       << QByteArray("SQLite format 3") + QByteArray(53, '\0') + "QrDk"
            + QByteArray(400, 'x') << QStringLiteral("“a.qdeck”");
    QTest::newRow("no recording") << QStringLiteral("a.json") << QByteArray(R"({"name": "package"})") << QString();
    QTest::newRow("nobody spoke yet") << QStringLiteral("a.jsonl")
                                      << QByteArray(R"({"type": "summary", "summary": "A title", "leafUuid": "u"})"
                                                    "\n")
                                      << QString();
    QTest::newRow("whole") << QStringLiteral("a.jsonl") << good << QString();
}

void TestWatchedImports::trouble_isToldOnce()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, bytes);
    QFETCH(const QString, words);
    Watched watched;
    watched.write(name, bytes);
    QVERIFY(watched.take({name}));
    watched.write(name, bytes.endsWith('\n') ? bytes + bytes : bytes); // it grew
    QVERIFY(watched.take({name}));
    if (words.isEmpty()) {
        QCOMPARE(watched.said, QStringList());
    } else {
        QCOMPARE(watched.said.size(), 1);
        QVERIFY2(watched.said.front().contains(words), qPrintable(watched.said.front()));
    }
}

/// It is tried again until somebody lets it be read, and says nothing more.
void TestWatchedImports::unreadable_isToldOnce()
{
    Watched watched;
    watched.write(QStringLiteral("a.jsonl"), good);
    const QString path = watched.path(QStringLiteral("a.jsonl"));
    QVERIFY(QFile::setPermissions(path, {}));
    {
        const test::Unprivileged unprivileged({watched.folder()});
        QVERIFY(!watched.take({QStringLiteral("a.jsonl")}));
        QVERIFY(!watched.take({QStringLiteral("a.jsonl")}));
    }
    QCOMPARE(watched.said.size(), 1);
    QVERIFY2(watched.said.front().contains(QStringLiteral("cannot be read: Permission denied")),
             qPrintable(watched.said.front()));
    QVERIFY(QFile::setPermissions(path, QFile::ReadOwner));
    QVERIFY(watched.take({QStringLiteral("a.jsonl")}));
    QCOMPARE(watched.said.size(), 1);
}

void TestWatchedImports::manyTroubles_areOneNotice()
{
    Watched watched;
    QStringList names;
    for (int i = 0; i < 20; ++i) {
        names << QStringLiteral("%1.jsonl").arg(i);
        watched.write(names.back(), QByteArray(good).replace("hello", QByteArray::number(i)) + "{\n");
    }
    QVERIFY(watched.take(names));
    QCOMPARE(watched.said.size(), 1);
    QVERIFY2(watched.said.front().contains(QStringLiteral("17 more file(s)")), qPrintable(watched.said.front()));
}

void TestWatchedImports::whatWaits_comesInTogether()
{
    const QTemporaryDir folder;
    const auto engine = app::Engine::start(folder.filePath(QStringLiteral("a.db")).toStdString());
    ui::NoticeBoard board;
    app::ImportController imports(*engine, board);
    QStringList said;
    connect(&board, &ui::NoticeBoard::posted, this,
            [&](const ui::view::Notice& notice) { said << notice.what + u' ' + notice.meaning; });
    const auto write = [&](const char* name) {
        QFile file(folder.filePath(QString::fromLatin1(name)));
        const QByteArray line = R"({"role": "user", "content": ")" + QByteArray(name) + "\"}\n";
        return file.open(QIODevice::WriteOnly) && file.write(line) == line.size() ? file.fileName() : QString();
    };
    const QString one = write("one.jsonl");
    const QString two = write("two.jsonl");
    const QString three = write("three.jsonl");
    std::vector<int> done;
    const auto take = [&](int number, const QStringList& paths) {
        imports.takeIn(paths, [&done, number](bool isStored) { done.push_back(isStored ? number : -number); });
    };
    take(1, {one});
    take(2, {two, one});
    take(3, {three, two});
    QVERIFY(waitFor([&] { return done.size() == 3; }, 60'000));
    QVERIFY(done == (std::vector<int>{1, 2, 3}));
    QCOMPARE(
        said,
        (QStringList{QStringLiteral("“one.jsonl” was added. 1 new message(s)."),
                     QStringLiteral("2 session(s) from a watched folder were added or updated. 2 new message(s).")}));
    std::vector<conversation::SessionId> shown;
    connect(&imports, &app::ImportController::sessionMade, this,
            [&](const conversation::SessionId& session) { shown.push_back(session); });
    board.pressButton(QStringLiteral("watched"));
    QCOMPARE(shown.size(), std::size_t{1});
    std::promise<std::vector<session::SessionSummary>> listed;
    engine->library()->listSessions([&](auto list) { listed.set_value(*list); });
    const std::vector<session::SessionSummary> sessions = listed.get_future().get();
    const auto last = std::ranges::find(sessions, shown.front(), &session::SessionSummary::id);
    QVERIFY(last != sessions.end());
    QVERIFY(last->title == "three.jsonl");
}

} // namespace tst_watched_imports

QUARTERDECK_WIDGETS_TEST(tst_watched_imports, TestWatchedImports)
#include "tst_watched_imports.moc"
