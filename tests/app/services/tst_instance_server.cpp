#include "app/services/instance_server.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <thread>

namespace tst_instance_server {

using namespace quarterdeck;
using app::InstanceServer;
using test::waitFor;
using test::waitLimitMs;

namespace {

/// As a later start, which has no event loop yet: asks the owner of the library, and hears its first word.
QByteArray firstWordTo(const app::LaunchRequest& what, const QString& library)
{
    QLocalSocket socket;
    socket.connectToServer(app::instanceAddress(library));
    if (!socket.waitForConnected(waitLimitMs))
        return {};
    socket.write(app::lineOf(what));
    while (!socket.canReadLine() && socket.waitForReadyRead(waitLimitMs)) { }
    return socket.readLine();
}

} // namespace

/// What the owner of a library says to those who want it.
class TestInstanceServer final : public QObject
{
    Q_OBJECT

private slots:
    void leaving_isHeardWhileTheLibraryIsClosed();
};

void TestInstanceServer::leaving_isHeardWhileTheLibraryIsClosed()
{
    const QTemporaryDir folder;
    const QString library = folder.filePath(QStringLiteral("library.db"));
    InstanceServer owner(library, InstanceServer::InstanceRole::Gateway);
    std::promise<QByteArray> heard;
    std::unique_ptr<app::HandoffTarget> successor;
    QByteArray word;
    // Closing takes this thread until the asker has heard: none of its events run before.
    connect(&owner, &InstanceServer::libraryRequested, this, [&](app::HandoffTarget* who) {
        successor.reset(who);
        word = heard.get_future().get();
    });
    std::thread asker([&] { heard.set_value(firstWordTo({}, library)); });
    const bool isWanted = waitFor([&] { return successor != nullptr; });
    asker.join();
    QVERIFY(isWanted);
    const auto read = app::instanceMessageFrom(word);
    QVERIFY2(read && std::holds_alternative<app::LibraryClosing>(*read), word.constData());
}

} // namespace tst_instance_server

QUARTERDECK_TEST(tst_instance_server, TestInstanceServer)
#include "tst_instance_server.moc"
