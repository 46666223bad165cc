#include "fake_library.h"
#include "tests/support/test.h"
#include "ui/transcript/page_profile.h"

#include <QTest>

namespace tst_attachment_device {

using namespace quarterdeck;
using namespace quarterdeck::test;
using quarterdeck::session::AttachmentPart;
using quarterdeck::ui::transcript::AttachmentDevice;

/// A large attachment as the engine reads it.
class TestAttachmentDevice final : public QObject
{
    Q_OBJECT

private slots:
    void large_isReadPieceByPiece();
    void whatIsGone_isAnError();
};

namespace {

const conversation::AttachmentHash hash(std::string(64, 'a'));

QByteArray largeBytes()
{
    QByteArray bytes;
    for (int i = 0; i < 3'500'000; ++i)
        bytes.append(static_cast<char>(i / 1000 % 251));
    return bytes;
}

std::shared_ptr<FakeLibrary> libraryOf(const QByteArray& bytes)
{
    auto library = std::make_shared<FakeLibrary>(1, [](std::int64_t row) { return messageRow(row, "Bob", "hello"); });
    library->setAttachment(hash, bytes.toStdString());
    return library;
}

} // namespace

void TestAttachmentDevice::large_isReadPieceByPiece()
{
    const QByteArray bytes = largeBytes();
    const auto library = libraryOf(bytes);
    AttachmentDevice device(library, hash, {bytes.left(1'000'000).toStdString(), bytes.size()});
    QVERIFY(device.isOpen() && !device.isSequential());
    QCOMPARE(device.size(), bytes.size());
    QCOMPARE(device.read(1000), bytes.left(1000));
    QCOMPARE(library->attachmentReads(), 0); // the first piece was there
    QByteArray all = bytes.left(1000);
    while (!device.atEnd()) {
        const QByteArray next = device.read(64'000);
        QVERIFY(!next.isEmpty());
        all += next;
    }
    QVERIFY(all == bytes);
    QCOMPARE(library->attachmentReads(), 3);
    QCOMPARE(library->mostAttachmentBytesAtOnce(), std::size_t{1'000'000});
    QVERIFY(device.seek(3'499'990));
    QCOMPARE(device.readAll(), bytes.mid(3'499'990));
    QVERIFY(device.seek(999'999));
    QCOMPARE(device.read(2), bytes.mid(999'999, 2));
    QCOMPARE(device.write("x"), -1);
}

void TestAttachmentDevice::whatIsGone_isAnError()
{
    const QByteArray bytes = largeBytes();
    const auto library = libraryOf(QByteArray());
    AttachmentDevice device(library, hash, {bytes.left(1000).toStdString(), bytes.size()});
    QCOMPARE(device.read(1000), bytes.left(1000));
    char next = 0;
    QCOMPARE(device.read(&next, 1), -1);
}

} // namespace tst_attachment_device

QUARTERDECK_TEST(tst_attachment_device, TestAttachmentDevice)
#include "tst_attachment_device.moc"
