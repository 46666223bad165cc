#include "tests/app/support/instance_asker.h"
#include "tests/app/support/played_owner.h"
#include "tests/app/support/program_runner.h"
#include "tests/app/support/running.h"
#include "tests/support/test.h"
#include "tests/support/waiting_file.h"

#include <QFileInfo>
#include <QTest>

namespace tst_handed_window {

using namespace quarterdeck;
using test::PlayedOwner;
using test::Running;
using test::waitFor;

/// A window is wanted on a library that another program has.
class TestHandedWindow final : public QObject, private test::ProgramRunner
{
    Q_OBJECT

private slots:
    void init() { renew(); }
    void fasterOne_isShownInstead();
    void link_isHandedOnAsItIs();
    void import_isNotWaitedFor_data();
    void import_isNotWaitedFor();

private:
    /// What the library's owner answers first to whoever wants the window.
    [[nodiscard]] std::optional<app::InstanceMessage> answerToWindow() const
    {
        std::optional<app::InstanceMessage> answer;
        const auto isAnswered = [&] {
            answer = test::InstanceAsker(library(), app::ShowWindow{}).next();
            return answer.has_value();
        };
        return waitFor(isAnswered) ? answer : std::nullopt;
    }
};

/// Two started at once: the first has the lock, and is not listening yet when the second asks.
void TestHandedWindow::fasterOne_isShownInstead()
{
    PlayedOwner owner(library());
    Running window({"--demo", "--port", "0", "--library", library()});
    const auto first = owner.hear();
    QVERIFY(first && std::get<app::ShowWindow>(*first).isDemo);
    owner.hangUp();
    const auto second = owner.hear();
    QVERIFY(second && std::get<app::ShowWindow>(*second).isDemo);
    owner.say(app::RequestAccepted{});
    owner.hangUp();
    const test::Run run = window.result();
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY(!owner.isAskedAgain()); // nothing is done twice
}

/// A file is named by its whole path, which a link has not.
void TestHandedWindow::link_isHandedOnAsItIs()
{
    PlayedOwner owner(library());
    Running window({"quarterdeck:ab#3", "a.json", "--port", "0", "--library", library()});
    const auto asked = owner.hear();
    QVERIFY(asked);
    const QStringList files = std::get<app::ShowWindow>(*asked).files;
    QCOMPARE(files.size(), 2);
    QCOMPARE(files[0], QStringLiteral("quarterdeck:ab#3"));
    QVERIFY(QFileInfo(files[1]).isAbsolute());
    owner.say(app::RequestAccepted{});
    owner.hangUp();
    QCOMPARE(window.result().exitCode, 0);
}

void TestHandedWindow::import_isNotWaitedFor_data()
{
    QTest::addColumn<bool>("isGateway");
    QTest::newRow("of a gateway, for somebody else") << true;
    QTest::newRow("of one that only imports") << false;
}

/// However long it takes: a second program that waited would have no window.
void TestHandedWindow::import_isNotWaitedFor()
{
    QFETCH(bool, isGateway);
    test::WaitingFile waiting(path("waiting.json")); // there is nothing in it
    Running owner(isGateway ? QStringList{"gateway", "--port", "0", "--json", "--library", library()}
                            : QStringList{"import", waiting.path(), "--json", "--library", library()});
    std::unique_ptr<test::InstanceAsker> guest;
    if (isGateway) {
        QVERIFY(!owner.line().isEmpty());
        guest = std::make_unique<test::InstanceAsker>(library(), app::ImportFiles{{waiting.path()}});
        const auto taken = guest->next();
        QVERIFY(taken && std::holds_alternative<app::RequestAccepted>(*taken));
    }
    const auto busy = answerToWindow();
    QVERIFY(busy && std::holds_alternative<app::BusyImporting>(*busy));
    QCOMPARE(std::get<app::BusyImporting>(*busy).file, QStringLiteral("waiting.json"));
    waiting.release();
    if (!isGateway) {
        QCOMPARE(owner.result().exitCode, 1);
        return;
    }
    // The library is left as soon as the import is done.
    QVERIFY(waitFor([&] {
        const auto word = answerToWindow();
        return word && std::holds_alternative<app::LibraryClosing>(*word);
    }));
}

} // namespace tst_handed_window

QUARTERDECK_TEST(tst_handed_window, TestHandedWindow)
#include "tst_handed_window.moc"
