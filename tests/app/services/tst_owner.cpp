#include "app/services/owner.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QLocalSocket>
#include <QTemporaryDir>
#include <QTest>
#include <future>
#include <thread>

namespace tst_owner {

using namespace quarterdeck;
using app::Owner;
using test::waitFor;
using test::waitLimitMs;

namespace {

/// As a later start, which has no event loop yet: asks the owner of the library, and hears its first word.
QByteArray firstWordTo(const app::Handover& what, const QString& library)
{
    QLocalSocket socket;
    socket.connectToServer(app::ownerAddress(library));
    if (!socket.waitForConnected(waitLimitMs))
        return {};
    socket.write(app::lineOf(what));
    while (!socket.canReadLine() && socket.waitForReadyRead(waitLimitMs)) { }
    return socket.readLine();
}

} // namespace

/// What the owner of a library says to those who want it.
class TestOwner final : public QObject
{
    Q_OBJECT

private slots:
    void leaving_isHeardWhileTheLibraryIsClosed();
};

void TestOwner::leaving_isHeardWhileTheLibraryIsClosed()
{
    const QTemporaryDir folder;
    const QString library = folder.filePath(QStringLiteral("library.db"));
    Owner owner(library, Owner::Face::Gateway);
    std::promise<QByteArray> heard;
    std::unique_ptr<app::Successor> successor;
    QByteArray word;
    // Closing takes this thread until the asker has heard: none of its events run before.
    connect(&owner, &Owner::libraryWanted, this, [&](app::Successor* who) {
        successor.reset(who);
        word = heard.get_future().get();
    });
    std::thread asker([&] { heard.set_value(firstWordTo({}, library)); });
    const bool isWanted = waitFor([&] { return successor != nullptr; });
    asker.join();
    QVERIFY(isWanted);
    const auto read = app::ownerWordFrom(word);
    QVERIFY2(read && std::holds_alternative<app::Leaving>(*read), word.constData());
}

} // namespace tst_owner

QUARTERDECK_TEST(tst_owner, TestOwner)
#include "tst_owner.moc"
