#include "tests/storage/support/library_under_test.h"
#include "tests/support/test.h"

#include <QCryptographicHash>
#include <QTest>

namespace tst_library_attachments {

using namespace quarterdeck;
using namespace quarterdeck::session;
using test::await;
using test::LibraryUnderTest;
using test::LogBuilder;

/// What every library promises about the bytes that messages show. Each test runs on both kinds.
class LibraryAttachmentsTest final : public QObject
{
    Q_OBJECT

private slots:
    static void sameBytes_areStoredOnce();
    static void bytes_mayBeNoneOrBinary();
    static void large_isReadInPieces();
    static void removal_leavesWhatWaitsForItsMessage();
    static void twoWait_andOneIsShown();
    static void unshown_isGoneWhenOpenedAgain();

private:
    [[nodiscard]] static AttachmentHash put(LibraryUnderTest& library, const std::string& bytes);
    [[nodiscard]] static bool hasAttachment(LibraryUnderTest& library, const AttachmentHash& hash);
};

AttachmentHash LibraryAttachmentsTest::put(LibraryUnderTest& library, const std::string& bytes)
{
    return await<AttachmentInfo>([&](auto done) { library->putAttachment(bytes, "image/png", 1, 1, done); })->hash;
}

bool LibraryAttachmentsTest::hasAttachment(LibraryUnderTest& library, const AttachmentHash& hash)
{
    return await<AttachmentInfo>([&](auto done) { library->attachmentInfo(hash, done); }).has_value();
}

void LibraryAttachmentsTest::sameBytes_areStoredOnce()
{
    LibraryUnderTest library;
    const std::string bytes = "\x89PNG not really";
    const auto first =
        await<AttachmentInfo>([&](auto done) { library->putAttachment(bytes, "image/png", 3, 4, done); });
    const auto second =
        await<AttachmentInfo>([&](auto done) { library->putAttachment(bytes, "image/gif", 5, 6, done); });
    QUARTERDECK_VERIFY_RESULT(first);
    const QByteArray sha = QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256);
    QCOMPARE(first->hash.str(), sha.toHex().toStdString());
    QCOMPARE(first->size, static_cast<std::int64_t>(bytes.size()));
    QCOMPARE(first->width, 3);
    QCOMPARE(second.value(), first.value());
    LogBuilder log("s");
    log.start();
    log.show(first->hash);
    QUARTERDECK_VERIFY_RESULT(library.create(log));
    library.reopen();
    const auto info = await<AttachmentInfo>([&](auto done) { library->attachmentInfo(first->hash, done); });
    QCOMPARE(info.value(), first.value());
    QCOMPARE(*await<std::string>([&](auto done) { library->readAttachment(first->hash, done); }), bytes);
}

void LibraryAttachmentsTest::bytes_mayBeNoneOrBinary()
{
    LibraryUnderTest library;
    std::string all;
    for (int i = 0; i < 100'000; ++i)
        all.push_back(static_cast<char>(i % 256));
    for (const std::string& bytes : {std::string(), all}) {
        const auto info =
            await<AttachmentInfo>([&](auto done) { library->putAttachment(bytes, "text/plain", 0, 0, done); });
        QUARTERDECK_VERIFY_RESULT(info);
        QCOMPARE(*await<std::string>([&](auto done) { library->readAttachment(info->hash, done); }), bytes);
    }
}

void LibraryAttachmentsTest::large_isReadInPieces()
{
    LibraryUnderTest library;
    constexpr std::int64_t most = 1'000'000;
    std::string all;
    for (int i = 0; i < 5'000'000; ++i)
        all.push_back(static_cast<char>(i / 1000 % 251));
    const AttachmentHash hash = put(library, all);
    const auto part = [&](std::int64_t first, std::int64_t count) {
        return await<AttachmentPart>([&](auto done) { library->readAttachmentPart(hash, first, count, done); });
    };
    const auto size = static_cast<std::int64_t>(all.size());
    std::string read;
    while (read.size() < all.size()) {
        const auto next = part(static_cast<std::int64_t>(read.size()), size);
        QUARTERDECK_VERIFY_RESULT(next);
        QCOMPARE(next->size, size);
        QCOMPARE(static_cast<std::int64_t>(next->bytes.size()), most);
        read += next->bytes;
    }
    QVERIFY(read == all);
    QCOMPARE(part(4'999'990, 100)->bytes, all.substr(4'999'990));
    QCOMPARE(part(1234, 10)->bytes, all.substr(1234, 10));
    QCOMPARE(part(size, 10), (AttachmentPart{{}, size}));
    QCOMPARE(part(INT64_MAX, INT64_MAX), (AttachmentPart{{}, size}));
    QCOMPARE(part(-5, -5), (AttachmentPart{{}, size}));
    const auto none =
        await<AttachmentPart>([&](auto done) { library->readAttachmentPart(AttachmentHash("0"), 0, 1, done); });
    QVERIFY(!none);
    QCOMPARE(none.error().code, conversation::ErrorCode::NotFound);
}

void LibraryAttachmentsTest::removal_leavesWhatWaitsForItsMessage()
{
    LibraryUnderTest library;
    const AttachmentHash picture = put(library, "picture");
    LogBuilder going("going");
    going.start();
    going.show(picture);
    QUARTERDECK_VERIFY_RESULT(library.create(going));
    LogBuilder staying("staying");
    staying.start();
    QUARTERDECK_VERIFY_RESULT(library.create(staying));
    // The same picture is pasted elsewhere, and is not sent yet.
    QCOMPARE(put(library, "picture"), picture);
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*library, going.id()));
    QVERIFY(hasAttachment(library, picture));
    staying.show(picture);
    QUARTERDECK_VERIFY_RESULT(library.append(staying));
    library.reopen();
    QVERIFY(hasAttachment(library, picture));
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*library, staying.id()));
    QVERIFY(test::comesTrue([&] { return !hasAttachment(library, picture); }));
}

void LibraryAttachmentsTest::twoWait_andOneIsShown()
{
    LibraryUnderTest library;
    LogBuilder one("one");
    LogBuilder other("other");
    for (LogBuilder* log : {&one, &other}) {
        log->start();
        QUARTERDECK_VERIFY_RESULT(library.create(*log));
    }
    const AttachmentHash picture = put(library, "picture");
    QCOMPARE(put(library, "picture"), picture);
    one.show(picture);
    QUARTERDECK_VERIFY_RESULT(library.append(one));
    one.show(picture); // which nobody put again
    QUARTERDECK_VERIFY_RESULT(library.append(one));
    // A picture used nowhere else: when it is gone the removal is over.
    const AttachmentHash alone = put(library, "alone");
    one.show(alone);
    QUARTERDECK_VERIFY_RESULT(library.append(one));
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*library, one.id()));
    QVERIFY(test::comesTrue([&] { return !hasAttachment(library, alone); }));
    QVERIFY(hasAttachment(library, picture));
    other.show(picture);
    QUARTERDECK_VERIFY_RESULT(library.append(other));
    library.reopen();
    QVERIFY(hasAttachment(library, picture));
    QUARTERDECK_VERIFY_RESULT(test::archiveAndRemove(*library, other.id()));
    QVERIFY(test::comesTrue([&] { return !hasAttachment(library, picture); }));
}

void LibraryAttachmentsTest::unshown_isGoneWhenOpenedAgain()
{
    LibraryUnderTest library;
    const AttachmentHash unsent = put(library, "unsent");
    QVERIFY(hasAttachment(library, unsent));
    library.reopen();
    QVERIFY(!hasAttachment(library, unsent));
}

} // namespace tst_library_attachments

QUARTERDECK_TEST(tst_library_attachments, LibraryAttachmentsTest)
#include "tst_library_attachments.moc"
