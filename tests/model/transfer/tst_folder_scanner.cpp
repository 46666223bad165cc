#include "model/transfer/folder_watch.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <zstd.h>

namespace tst_folder_scanner {

using namespace quarterdeck::transfer;

/// How much of a folder is looked at, and what of it is asked for.
class TestFolderScanner final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void asManyAsMayBe_areAll();
    void moreFiles_cutTheLook();
    void moreEntries_cutTheLook();
    void whatWaits_isForgottenWhenItGoes();
    void compressedRollouts_areRecordings();

private:
    void write(const QString& name) const
    {
        QFile file(m_folder->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{}") == 2);
    }
    [[nodiscard]] FolderScan look(ScanLimits limits) const
    {
        return FolderScanner(m_folder->path(), 0, limits).look(std::stop_token());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestFolderScanner::asManyAsMayBe_areAll()
{
    for (const char* name : {"a.jsonl", "b.json", "picture.png"})
        write(QString::fromLatin1(name));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("empty")));
    const FolderScan found = look({2, 4});
    QCOMPARE(found.files.size(), std::size_t{2});
    QVERIFY(!found.isCut);
}

void TestFolderScanner::moreFiles_cutTheLook()
{
    for (const char* name : {"a.jsonl", "b.json", "c.log"})
        write(QString::fromLatin1(name));
    const FolderScan found = look({2, 100});
    QVERIFY(found.isCut);
    QVERIFY(found.files.size() <= std::size_t{2});
}

void TestFolderScanner::moreEntries_cutTheLook()
{
    for (const char* name : {"a.png", "b.png", "c.png"})
        write(QString::fromLatin1(name));
    QVERIFY(look({100, 2}).isCut);
    QVERIFY(!look({100, 3}).isCut);
}

/// Otherwise looks would follow each other without a pause for ever.
void TestFolderScanner::whatWaits_isForgottenWhenItGoes()
{
    FoundFile file;
    file.path = QStringLiteral("/a.json");
    file.size = 2;
    file.arrived = 1;
    WatchedFiles files(0);
    FolderScan found;
    found.files = {file};
    QVERIFY(files.changedFiles(found).isEmpty());
    QVERIFY(files.isWaiting());
    QVERIFY(files.changedFiles({}).isEmpty());
    QVERIFY(!files.isWaiting());
}

/// Codex compresses them after some days.
void TestFolderScanner::compressedRollouts_areRecordings()
{
    const QByteArray rollout =
        R"({"type":"response_item","payload":{"type":"message","role":"user","content":"Mend the login."}})"
        "\n";
    QByteArray compressed(static_cast<qsizetype>(ZSTD_compressBound(static_cast<std::size_t>(rollout.size()))), '\0');
    const std::size_t size = ZSTD_compress(compressed.data(), static_cast<std::size_t>(compressed.size()),
                                           rollout.constData(), static_cast<std::size_t>(rollout.size()), 1);
    QVERIFY(ZSTD_isError(size) == 0);
    compressed.truncate(static_cast<qsizetype>(size));
    QFile file(m_folder->filePath(QStringLiteral("rollout-1.jsonl.zst")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(compressed) == compressed.size());
    file.close();
    write(QStringLiteral("other.jsonl.zst")); // not compressed at all
    const FolderScan found = look({9, 9});
    QCOMPARE(found.files.size(), std::size_t{1});
    QCOMPARE(found.files.front().path, file.fileName());
}

} // namespace tst_folder_scanner

QUARTERDECK_TEST(tst_folder_scanner, TestFolderScanner)
#include "tst_folder_scanner.moc"
