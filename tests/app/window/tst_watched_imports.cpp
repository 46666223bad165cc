#include "app/window_imports.h"
#include "support/wait.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <future>

using namespace quarterdeck;
using test::waitFor;

/// What a watched folder tells of while an import is under way.
class TestWatchedImports final : public QObject
{
    Q_OBJECT
private slots:
    void whatWaits_comesInTogether();
};

void TestWatchedImports::whatWaits_comesInTogether()
{
    const QTemporaryDir folder;
    const auto engine = app::Engine::start(folder.filePath(QStringLiteral("a.db")).toStdString());
    app::WindowImports imports(*engine);
    QStringList said;
    connect(&imports, &app::WindowImports::noticeRaised, this,
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
    QCOMPARE(said,
             (QStringList{QStringLiteral("“one.jsonl” came in. 1 new message(s)."),
                          QStringLiteral("2 session(s) of a watched folder came in or went on. 2 new message(s).")}));
    std::vector<conversation::SessionId> shown;
    connect(&imports, &app::WindowImports::sessionMade, this,
            [&](const conversation::SessionId& session) { shown.push_back(session); });
    imports.update(QStringLiteral("watched")); // the notice's button
    QCOMPARE(shown.size(), std::size_t{1});
    std::promise<std::vector<session::SessionSummary>> listed;
    engine->library()->listSessions([&](auto list) { listed.set_value(*list); });
    const std::vector<session::SessionSummary> sessions = listed.get_future().get();
    const auto last = std::ranges::find(sessions, shown.front(), &session::SessionSummary::id);
    QVERIFY(last != sessions.end());
    QVERIFY(last->title == "three.jsonl");
}

QTEST_MAIN(TestWatchedImports)
#include "tst_watched_imports.moc"
