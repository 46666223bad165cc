#include "tests/support/test.h"
#include "tests/support/wait.h"
#include "ui/controllers/notifier.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusServer>
#include <QDBusVariant>
#include <QDBusVirtualObject>
#include <QSignalSpy>
#include <QTest>
#include <optional>

namespace tst_notification_markup {

using quarterdeck::test::waitFor;
using quarterdeck::ui::NotificationMarkup;

/// Answers as a desktop would.
class Desktop final : public QDBusVirtualObject
{
public:
    bool hasTray = true;
    std::optional<QStringList> capabilities; ///< none: nobody answers for the server

    [[nodiscard]] QString introspect(const QString&) const override { return {}; }
    bool handleMessage(const QDBusMessage& message, const QDBusConnection& connection) override
    {
        const bool isTray = message.member() == QStringLiteral("Get");
        if (isTray && message.arguments().value(1).toString() == QStringLiteral("IsStatusNotifierHostRegistered"))
            return connection.send(message.createReply(QVariant::fromValue(QDBusVariant(hasTray))));
        if (message.member() == QStringLiteral("GetCapabilities") && capabilities)
            return connection.send(message.createReply(*capabilities));
        return connection.send(message.createErrorReply(QDBusError::ServiceUnknown, QStringLiteral("nobody")));
    }
};

/// A bus with nobody else on it.
struct Bus
{
    Bus()
    {
        QObject::connect(&server, &QDBusServer::newConnection, &server, [this](const QDBusConnection& connection) {
            other.emplace(connection);
            other->registerVirtualObject(QStringLiteral("/"), &desktop, QDBusConnection::SubPath);
        });
    }
    ~Bus() { QDBusConnection::disconnectFromPeer(name); }
    [[nodiscard]] QDBusConnection connection() const { return QDBusConnection::connectToPeer(server.address(), name); }

    const QString name = QStringLiteral("test");
    Desktop desktop;
    QDBusServer server{QStringLiteral("unix:tmpdir=/tmp")};
    std::optional<QDBusConnection> other;
};

const QString body = QStringLiteral("&lt;b&gt; &amp;lt; &quot;a&quot;");
const QString plain = QStringLiteral("<b> &lt; \"a\"");

class TestNotificationMarkup final : public QObject
{
    Q_OBJECT

private slots:
    void body_isEscapedWhereItIsRead_data()
    {
        QTest::addColumn<bool>("hasTray");
        QTest::addColumn<QStringList>("capabilities");
        QTest::addColumn<bool>("isServer");
        QTest::addColumn<bool>("isRead");
        const QStringList markup{QStringLiteral("body"), QStringLiteral("body-markup")};
        QTest::newRow("markup") << true << markup << true << true;
        QTest::newRow("none") << true << QStringList{QStringLiteral("body")} << true << false;
        QTest::newRow("nothing at all") << true << QStringList() << true << false;
        QTest::newRow("no server") << true << QStringList() << false << true; // as long as none says otherwise
        QTest::newRow("a tray of Qt's own") << false << markup << true << false;
    }

    void body_isEscapedWhereItIsRead()
    {
        QFETCH(const bool, hasTray);
        QFETCH(const QStringList, capabilities);
        QFETCH(const bool, isServer);
        QFETCH(const bool, isRead);
        Bus bus;
        bus.desktop.hasTray = hasTray;
        if (isServer)
            bus.desktop.capabilities = capabilities;
        const QDBusConnection connection = bus.connection();
        QVERIFY2(connection.isConnected(), qPrintable(connection.lastError().message()));
        QVERIFY(waitFor([&] { return bus.other.has_value(); }));
        NotificationMarkup markup(connection);
        QSignalSpy answered(&markup, &NotificationMarkup::answered);
        QCOMPARE(markup.written(body), body); // not known yet
        QVERIFY(waitFor([&] { return answered.size() == 2; }));
        QCOMPARE(markup.isRead(), isRead);
        QCOMPARE(markup.written(body), isRead ? body : plain);
    }

    void anotherServer_isAskedAnew()
    {
        Bus bus;
        bus.desktop.capabilities = QStringList();
        const QDBusConnection connection = bus.connection();
        QVERIFY(waitFor([&] { return bus.other.has_value(); }));
        NotificationMarkup markup(connection);
        QVERIFY(waitFor([&] { return !markup.isRead(); }));
        bus.desktop.capabilities = QStringList{QStringLiteral("body-markup")};
        markup.ask();
        QVERIFY(waitFor([&] { return markup.isRead(); }));
    }

    void withoutABus_thereIsNoMarkup()
    {
        const NotificationMarkup markup{QDBusConnection(QStringLiteral("none"))};
        QVERIFY(!markup.isRead());
        QCOMPARE(markup.written(body), plain);
    }
};

} // namespace tst_notification_markup

QUARTERDECK_TEST(tst_notification_markup, TestNotificationMarkup)
#include "tst_notification_markup.moc"
