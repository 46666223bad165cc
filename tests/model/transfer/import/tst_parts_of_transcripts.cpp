#include "model/transfer/import/split_transcript.h"
#include "split_transcript_support.h"
#include "tests/support/test.h"

#include <chrono>
#include <filesystem>

namespace tst_parts_of_transcripts {

using namespace quarterdeck;
using namespace quarterdeck::test;

/// Which files belong to a transcript is asked of each of them once.
class TestPartsOfTranscripts final : public SplitTranscriptTest
{
    Q_OBJECT

private slots:
    void init() { openFolder(); }
    void eachFileIsAskedOnce();
    void whatDidNotChange_isNotAskedAgain();
    void whatCouldNotTell_isAskedAgain();
};

void TestPartsOfTranscripts::eachFileIsAskedOnce()
{
    for (const Line& line : lines()) {
        write(line);
    }
    transfer::SubAgentFileCache known;
    transfer::SubAgentFiles parts(known);
    const QStringList both{path(fileOf("a")), path(fileOf("b"))};
    QCOMPARE(parts.partsOf(path(fileOf({}))), both);
    for (const QString& part : both) {
        QVERIFY(QFile::remove(part));
        QCOMPARE(parts.wholeOf(part), path(fileOf({})));
    }
    QCOMPARE(parts.partsOf(path(fileOf({}))), both);
    QCOMPARE(transfer::SubAgentFiles(known).partsOf(path(fileOf({}))), QStringList());
    QVERIFY(!take({path(fileOf({}))}).files.at(0).error);
}

/// From job to job, as long as nothing is added to the folder: what was written into a file instead shows who asked.
void TestPartsOfTranscripts::whatDidNotChange_isNotAskedAgain()
{
    for (const Line& line : lines()) {
        write(line);
    }
    const QString changed = path(fileOf("a"));
    const auto replace = [&] {
        QByteArray bytes = readFile(changed);
        bytes.replace("5e55", "another");
        writeFile(*m_folder, fileOf("a"), bytes);
    };
    const auto age = [&] {
        std::filesystem::last_write_time(m_folder->path().toStdString(),
                                         std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    };
    transfer::SubAgentFileCache known;
    const auto parts = [&] { return transfer::SubAgentFiles(known).partsOf(path(fileOf({}))); };
    const QStringList both{changed, path(fileOf("b"))};
    age();
    QCOMPARE(parts(), both);
    replace();
    QCOMPARE(parts(), both);
    writeFile(*m_folder, QStringLiteral("new.txt"), "x");
    QCOMPARE(parts(), both.mid(1));
    // A folder that was just changed may change once more in the same moment.
    QVERIFY(QFile::remove(changed));
    QVERIFY(parts() == both.mid(1));
    for (const Line& line : lines()) {
        if (line.file == fileOf("a")) {
            write(line);
        }
    }
    QCOMPARE(parts(), both);
}

void TestPartsOfTranscripts::whatCouldNotTell_isAskedAgain()
{
    writeFile(*m_folder, fileOf({}), textOf(lines().front().record));
    const QByteArray line = textOf(lines()[3].record);
    writeFile(*m_folder, fileOf("a"), line.left(40));
    std::filesystem::last_write_time(m_folder->path().toStdString(),
                                     std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
    transfer::SubAgentFileCache known;
    const auto parts = [&] { return transfer::SubAgentFiles(known).partsOf(path(fileOf({}))); };
    QCOMPARE(parts(), QStringList());
    writeFile(*m_folder, fileOf("a"), line);
    QCOMPARE(parts(), QStringList{path(fileOf("a"))});
}

} // namespace tst_parts_of_transcripts

QUARTERDECK_TEST(tst_parts_of_transcripts, TestPartsOfTranscripts)
#include "tst_parts_of_transcripts.moc"
