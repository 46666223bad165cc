#include "tests/support/test.h"
#include "ui/images/remote_image_address.h"

#include <QTest>

namespace tst_public_address {

using namespace quarterdeck::ui;

/// Which addresses may be asked for a picture.
class TestPublicAddress final : public QObject
{
    Q_OBJECT

private slots:
    void address_isPublicOrNot_data()
    {
        QTest::addColumn<bool>("isPublic");
        for (
            const char* address :
            {"1.1.1.1",        "8.8.8.8",         "9.255.255.255",    "11.0.0.0",        "100.63.255.255",
             "100.128.0.0",    "126.255.255.255", "128.0.0.0",        "169.253.255.255", "169.255.0.0",
             "172.15.255.255", "172.32.0.0",      "192.0.1.0",        "192.167.255.255", "192.169.0.0",
             "198.17.255.255", "198.20.0.0",      "223.255.255.255",  "2606:4700::1111", "2a00:1450:4001:81b::200e",
             "2400:cb00::1",   "::ffff:8.8.8.8",  "64:ff9b::808:808", "2002:808:808::1", "2606:4700::200:5efe:808:808"})
            QTest::newRow(address) << true;
        for (const char* address :
             {"0.0.0.0", "0.1.2.3", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
              "127.255.255.255", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.8", "192.0.2.1",
              "192.88.99.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.7",
              "203.0.113.7", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
              // IPv6
              "::", "::1", "::2", "fe80::1", "fe80::1%eth0", "2606:4700::1%eth0", "febf::1", "fec0::1", "fc00::1",
              "fd12:3456::1", "ff02::1", "ff0e::1", "100::1", "2001:db8::1", "2001::1", "2001:10::1", "2001:20::1",
              "3fff::1", "4000::1", "5f00::1",
              // IPv4 in IPv6
              "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:169.254.169.254", "::ffff:0:10.1.2.3", "::127.0.0.1",
              "::8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::808:808",
              "2002:7f00:1::1", "2002:a00:1::1", "2002:c0a8:101::", "2002:a9fe:a9fe::1", "2606:4700::5efe:10.0.0.1",
              "2606:4700::200:5efe:7f00:1",
              // none
              "", "localhost"})
            QTest::newRow(address) << false;
    }

    void address_isPublicOrNot()
    {
        QFETCH(const bool, isPublic);
        QCOMPARE(isPublicAddress(QHostAddress(QString::fromLatin1(QTest::currentDataTag()))), isPublic);
    }
};

} // namespace tst_public_address

QUARTERDECK_TEST(tst_public_address, TestPublicAddress)
#include "tst_public_address.moc"
