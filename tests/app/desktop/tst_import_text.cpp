#include "app/desktop/import_words.h"
#include "tests/support/test.h"

#include <QTest>

namespace tst_import_text {

using namespace quarterdeck;
using conversation::ErrorCode;
using transfer::DuplicateSession;
using transfer::FileReport;
using transfer::ImportReport;
using ui::view::Notice;
using ui::view::NoticeTone;

namespace {

FileReport imported(const char* path, std::int64_t messages)
{
    FileReport file;
    file.path = path;
    file.sessions = {{conversation::SessionId("s"), "A talk", messages}};
    file.messages = messages;
    return file;
}

FileReport failed(const char* path, const char* sentence, ErrorCode code = ErrorCode::BadInput)
{
    FileReport file;
    file.path = path;
    file.error = {code, sentence, {}};
    return file;
}

FileReport known(const char* path, DuplicateSession::What what, std::int64_t news, bool isUpdated = false)
{
    FileReport file;
    file.path = path;
    file.messages = isUpdated ? news : 0;
    file.known = {{conversation::SessionId("k"), "A talk", what, false, isUpdated, 1, 5, news}};
    return file;
}

FileReport withProblems(FileReport file, std::int64_t count)
{
    file.problemCount = count;
    file.problems = {{"x", "line 2", "In “x”, line 2: no."}};
    return file;
}

} // namespace

/// Everything an import has to say is in one notice.
class TestImportText final : public QObject
{
    Q_OBJECT

private slots:
    static void notice_data();
    static void notice();
    static void left_namesFilesAndSessions();
};

void TestImportText::notice_data()
{
    QTest::addColumn<ImportReport>("report");
    QTest::addColumn<Notice>("expected");
    const auto row = [](const char* tag, const ImportReport& report, NoticeTone tone, const char* what,
                        const char* meaning, bool passes = false, const char* buttons = "") {
        const QStringList names = QString::fromLatin1(buttons).split(u'|');
        QTest::newRow(tag) << report << Notice{{},
                                               tone,
                                               QString::fromUtf8(what),
                                               QString::fromUtf8(meaning),
                                               {names.value(0)},
                                               passes,
                                               {names.value(1)}};
    };
    row("nothing", {}, NoticeTone::Plain, "Nothing was imported.", "The library has not changed.");
    row("all went well", {{imported("a", 2), imported("b", 3)}, false, 4}, NoticeTone::Plain, "Imported 2 session(s).",
        "5 message(s) in total. 4 other file(s) are not recordings.", true);
    row("a few were passed over", {{imported("a", 2)}, false, 2, {}, {"c", "folder/d"}}, NoticeTone::Plain,
        "Imported 1 session(s).", "2 message(s) in total. Not recordings: “c”, “d”.", true);
    FileReport withMore = imported("a", 2);
    withMore.leftOut = "Only the conversations in “a” were imported.";
    row("a part is left out", {{withMore}}, NoticeTone::Limit, "Imported 1 session(s).",
        "2 message(s) in total. Only the conversations in “a” were imported.");
    row("one failed", {{failed("a", "“a” is empty.")}}, NoticeTone::Danger, "“a” is empty.",
        "None of it was imported.");
    row("one of two failed", {{failed("a", "“a” is empty."), imported("b", 3)}}, NoticeTone::Limit,
        "Imported 1 session(s).", "3 message(s) in total. “a” is empty. None of it was imported.");
    row("many failed", {{failed("a", "1."), failed("b", "2."), failed("c", "3."), failed("d", "4.")}},
        NoticeTone::Danger, "4 file(s) were not imported.", "The first: 1.");
    row("all that there is to say",
        {{withProblems(imported("a", 2), 4), failed("b", "1."), failed("c", "2."),
          known("d", DuplicateSession::What::Grown, 3)}},
        NoticeTone::Limit, "Imported 1 session(s).",
        "2 message(s) in total. 2 file(s) were not imported. 1. 2. 4 record(s) of “a” could not be read. In “x”, line "
        "2: no. “d” was imported before and has 3 new message(s). It is “A talk”.",
        false, "Update|Import as new");
    row("cancelled", {{failed("a", "The import of “a” was cancelled.", ErrorCode::Cancelled)}, true}, NoticeTone::Plain,
        "The import of “a” was cancelled.", "None of it was imported.");
    row("cancelled behind a file", {{imported("a", 2)}, true}, NoticeTone::Plain, "The import was cancelled.",
        "Imported 1 session(s). 2 message(s) in total.");
    const FileReport stopped = failed("b", "The import of “b” was cancelled.", ErrorCode::Cancelled);
    row("cancelled before two others", {{imported("a", 2), stopped}, true, 0, {"c", "folder/d"}}, NoticeTone::Plain,
        "The import of “b” was cancelled.",
        "None of it was imported. Not started: “c”, “d”. Imported 1 session(s). 2 message(s) in total.");
    row("cancelled before many", {{stopped}, true, 0, {"c", "d", "e", "f"}}, NoticeTone::Plain,
        "The import of “b” was cancelled.", "None of it was imported. 4 other file(s) were not started.");
    FileReport half = known("d", DuplicateSession::What::Grown, 3, true);
    half.error = {ErrorCode::Cancelled, "The import of “d” was cancelled.", {}};
    row("cancelled in the middle of an update", {{half}, true}, NoticeTone::Plain, "The import of “d” was cancelled.",
        "Some of the new messages had already been added and are kept. Updated 1 session(s). 3 new message(s).");
    half.error = {ErrorCode::DiskFull, "“d” was not imported: the disk is full.", {}};
    row("failed in the middle of an update", {{half}}, NoticeTone::Limit, "Updated 1 session(s).",
        "3 new message(s). “d” was not imported: the disk is full. Some of the new messages had already been added and "
        "are kept.");
    row("updated", {{known("d", DuplicateSession::What::Grown, 3, true)}}, NoticeTone::Plain, "Updated 1 session(s).",
        "3 new message(s).", true);
    FileReport twice = known("d", DuplicateSession::What::Same, 0);
    twice.known.push_back(twice.known.front());
    row("two runs in one session", {{twice}}, NoticeTone::Plain, "“d” was imported before and has nothing new.",
        "It is “A talk”.", false, "|Import as new");
    row("known", {{known("d", DuplicateSession::What::Same, 0)}}, NoticeTone::Plain,
        "“d” was imported before and has nothing new.", "It is “A talk”.", false, "|Import as new");
}

void TestImportText::notice()
{
    QFETCH(const ImportReport, report);
    QFETCH(const Notice, expected);
    const Notice notice = app::importWords(report, true).notice;
    QCOMPARE(notice.what, expected.what);
    QCOMPARE(notice.meaning, expected.meaning);
    QCOMPARE(notice.button.label, expected.button.label);
    QCOMPARE(notice.otherButton.label, expected.otherButton.label);
    QCOMPARE(notice.tone, expected.tone);
    QCOMPARE(notice.passes, expected.passes);
    QVERIFY(app::importWords(report, false).notice.button.isEmpty());
}

void TestImportText::left_namesFilesAndSessions()
{
    const auto words = app::importWords({{known("d", DuplicateSession::What::Grown, 3), imported("a", 1)}}, true);
    QCOMPARE(words.left.size(), std::size_t{1});
    QCOMPARE(words.left.front().path, std::string("d"));
    QCOMPARE(words.left.front().only, std::vector<std::int64_t>{1});
}

} // namespace tst_import_text

QUARTERDECK_TEST(tst_import_text, TestImportText)
#include "tst_import_text.moc"
