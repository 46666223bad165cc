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

/// What the owner of the library says first, without an event loop.
QByteArray firstWordTo(const app::InstanceRequest& what, const QString& library)
{
    QLocalSocket socket;
    socket.connectToServer(app::instanceAddress(library));
    if (!socket.waitForConnected(waitLimitMs))
        return {};
    const QByteArray body = QByteArray::fromStdString(app::bodyOf(what));
    socket.write(QByteArray("POST ") + app::pathOf(what)
                 + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
                 + QByteArray::number(body.size()) + "\r\n\r\n" + body);
    QByteArray heard;
    while (!heard.contains("event: ") && socket.waitForReadyRead(waitLimitMs))
        heard += socket.readAll();
    return heard;
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
    std::thread asker([&] { heard.set_value(firstWordTo(app::ShowWindow{}, library)); });
    const bool isWanted = waitFor([&] { return successor != nullptr; });
    asker.join();
    QVERIFY(isWanted);
    QVERIFY2(word.contains("event: leaving\ndata: {}"), word.constData());
}

} // namespace tst_instance_server

QUARTERDECK_TEST(tst_instance_server, TestInstanceServer)
#include "tst_instance_server.moc"
