#include "tests/app/support/played_owner.h"
#include "tests/app/support/program_runner.h"
#include "tests/app/support/running.h"
#include "tests/support/test.h"
#include "tests/support/waiting_file.h"

#include <QFileInfo>
#include <QLocalSocket>
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
    /// The first reply that the library's owner has for this request, and the connection to it; what follows is for
    /// others to read.
    [[nodiscard]] std::optional<app::InstanceMessage> answerTo(const app::LaunchRequest& what,
                                                               QLocalSocket& socket) const;
    [[nodiscard]] std::optional<app::InstanceMessage> answerToWindow() const
    {
        QLocalSocket socket;
        return answerTo({}, socket);
    }
};

std::optional<app::InstanceMessage> TestHandedWindow::answerTo(const app::LaunchRequest& what,
                                                               QLocalSocket& socket) const
{
    const auto isConnected = [&] {
        if (socket.state() == QLocalSocket::UnconnectedState)
            socket.connectToServer(app::instanceAddress(library()));
        return socket.state() == QLocalSocket::ConnectedState;
    };
    if (!waitFor(isConnected))
        return std::nullopt;
    socket.write(app::lineOf(what));
    const bool isHeard = waitFor([&] { return socket.canReadLine(); });
    return isHeard ? app::instanceMessageFrom(socket.readLine()) : std::nullopt;
}

/// Two started at once: the first has the lock, and is not listening yet when the second asks.
void TestHandedWindow::fasterOne_isShownInstead()
{
    PlayedOwner owner(library());
    Running window({"--demo", "--port", "0", "--library", library()});
    const auto first = owner.hear();
    QVERIFY(first && first->isDemo);
    owner.hangUp();
    const auto second = owner.hear();
    QVERIFY(second && second->isDemo);
    owner.say(app::lineOf(app::InstanceMessage(app::RequestAccepted{})));
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
    QCOMPARE(asked->files.size(), 2);
    QCOMPARE(asked->files[0], QStringLiteral("quarterdeck:ab#3"));
    QVERIFY(QFileInfo(asked->files[1]).isAbsolute());
    owner.say(app::lineOf(app::InstanceMessage(app::RequestAccepted{})));
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
    QLocalSocket guest;
    if (isGateway) {
        app::LaunchRequest import;
        import.isImport = true;
        import.files = {waiting.path()};
        const auto taken = answerTo(import, guest);
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
