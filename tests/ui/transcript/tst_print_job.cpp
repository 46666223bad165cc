#include "page_fixture.h"
#include "tests/support/canary.h"
#include "tests/support/hostile_messages.h"
#include "tests/support/page_answer.h"
#include "tests/support/page_test.h"
#include "ui/transcript/page_recovery.h"
#include "ui/transcript/print_job.h"
#include "ui/transcript/print_sheet.h"

#include <QDir>
#include <QFile>
#include <QPrinter>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QWebEngineScript>
#include <QWebEngineSettings>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace tst_print_job {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;

namespace {

constexpr int printTimeoutMs = 240'000; ///< what is hostile keeps a slow core busy for minutes

const std::string longOutput = [] {
    std::string lines;
    for (int line = 1; line <= 80; ++line)
        lines += "output line " + std::to_string(line) + "\n";
    return lines;
}();

/// A message with everything that is folded on a screen.
session::Row foldedRow(std::int64_t ordinal)
{
    session::Row row = messageRow(ordinal, "Bob", "Message " + std::to_string(ordinal) + ".");
    auto& message = std::get<MessagePublished>(row.event.body).message;
    message.content.emplace_back(ThinkingBlock{"What I thought.", {}});
    ToolUseBlock use;
    use.id = "call";
    use.name = "RunCode";
    use.input = JsonValue(nlohmann::json{{"path", {{"inner", {{"deep", "very deep value"}}}}}});
    message.content.emplace_back(use);
    ToolResultBlock result;
    result.id = "call";
    result.name = "RunCode";
    result.output = longOutput;
    message.content.emplace_back(result);
    return row;
}

session::Row plainRow(std::int64_t ordinal)
{
    if (ordinal == 7)
        return foldedRow(ordinal);
    if (ordinal == 9)
        return messageRow(
            ordinal, "Alice",
            "Message 9.\n\n```cpp\nint wide = 1; // " + std::string(300, 'w')
                + "end\n```\n\n```mermaid\ngraph TD; First-->Second;\n```\n\n| a | b |\n|---|---|\n| 中文 | 2 |");
    return messageRow(ordinal, ordinal % 3 == 0 ? "Mike" : "Alice", "Message " + std::to_string(ordinal) + ".");
}

PrintRequest requestOf(std::int64_t first, std::int64_t last, std::int64_t total)
{
    return {SessionId("s"),
            ChannelKey("everything"),
            {},
            {first},
            {last},
            total,
            QStringLiteral("Build a 2048 game"),
            QStringLiteral("Everything"),
            QStringLiteral("en"),
            threeMembers()};
}

struct Printing
{
    Printing(std::shared_ptr<FakeLibrary> source, PrintRequest request)
        : library(std::move(source))
        , job(library, theme.theme(), std::move(request))
        , finished(&job, &PrintJob::finished)
    { }

    /// Waits for the end; whether a file was written.
    [[nodiscard]] bool print()
    {
        job.toPdf(path());
        return waitFor([&] { return finished.count() > 0; }, printTimeoutMs) && !report().error
            && !report().isCancelled;
    }
    [[nodiscard]] PrintReport report() const { return finished.value(0).value(0).value<PrintReport>(); }
    [[nodiscard]] QString path() const { return folder.filePath(QStringLiteral("out.pdf")); }
    [[nodiscard]] QStringList files() const { return QDir(folder.path()).entryList(QDir::Files | QDir::Hidden); }
    /// The text on the pages, in reading order; a form feed ends each.
    [[nodiscard]] QString pages() const
    {
        QProcess program;
        program.start(QStringLiteral("pdftotext"), {path(), QStringLiteral("-")});
        program.waitForFinished(printTimeoutMs);
        return QString::fromUtf8(program.readAllStandardOutput());
    }
    [[nodiscard]] QString words() const { return pages().simplified(); }

    std::shared_ptr<FakeLibrary> library;
    ui::theme::ThemeController theme{*qApp};
    QTemporaryDir folder;
    PrintJob job;
    QSignalSpy finished;
};

std::shared_ptr<FakeLibrary> plainLibrary(std::int64_t total) { return std::make_shared<FakeLibrary>(total, plainRow); }

} // namespace

/// Rows of a channel on paper.
class TestPrintJob final : public QObject
{
    Q_OBJECT

private slots:
    void allMessages_standInTheFileInOrder();
    void partOfAChannel_isPrintedAlone();
    void printer_getsThePages();
    void cards_stayWithTheirHeads();
    void foldedThings_areUnfolded();
    void controls_areNotPrinted();
    void paper_isLight();
    void progress_isTold();
    void hostileMessages_runNothing();
    void page_thatDies_isMadeAgain();
    void cancelled_leavesNoFile();
    void unreadableRows_leaveNoFile();
    void unwritablePlace_isSaid();
};

void TestPrintJob::allMessages_standInTheFileInOrder()
{
    constexpr int total = 130;
    Printing printing(plainLibrary(total), requestOf(0, total - 1, total));
    QVERIFY(printing.print());
    const QString words = printing.words();
    QVERIFY2(words.startsWith(QStringLiteral("Build a 2048 game Everything · 130 messages · ")),
             qPrintable(words.left(200)));
    qsizetype place = 0;
    for (int message = 0; message < total; ++message) {
        const qsizetype next = words.indexOf(QStringLiteral("Message %1.").arg(message), place);
        QVERIFY2(next >= 0, qPrintable(QString::number(message)));
        place = next;
    }
    QVERIFY(words.contains(QStringLiteral("中文")));
    QVERIFY(words.contains(QLatin1String("First")) && words.contains(QLatin1String("Second"))); // the diagram's
    QVERIFY(QString(words).remove(u' ').contains(QLatin1String("wwwend")));
}

void TestPrintJob::partOfAChannel_isPrintedAlone()
{
    Printing printing(plainLibrary(5000), requestOf(3000, 3009, 5000));
    QVERIFY(printing.print());
    const QString words = printing.words();
    QVERIFY2(words.contains(QStringLiteral("10 messages · Rows 3,001 to 3,010 of 5,000")), qPrintable(words.left(200)));
    QVERIFY(words.contains(QLatin1String("Message 3000.")) && words.contains(QLatin1String("Message 3009.")));
    QVERIFY(!words.contains(QLatin1String("Message 2999.")) && !words.contains(QLatin1String("Message 3010.")));
}

/// A printer that writes what it gets into a file. The engine hands it pictures of the pages.
void TestPrintJob::printer_getsThePages()
{
    Printing printing(plainLibrary(60), requestOf(0, 59, 60));
    auto printer = std::make_unique<QPrinter>();
    printer->setOutputFormat(QPrinter::PdfFormat);
    printer->setOutputFileName(printing.path());
    printer->setPageLayout(usualPage());
    printing.job.toPrinter(std::move(printer));
    QVERIFY(waitFor([&] { return printing.finished.count() > 0; }, printTimeoutMs));
    QVERIFY2(!printing.report().error, printing.report().error ? printing.report().error->sentence.c_str() : "");
    QFile file(printing.path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.readAll().startsWith("%PDF-"));
}

/// A question, a picture or a diagram goes to the next page as a whole: who asks, or shows it, goes with it.
void TestPrintJob::cards_stayWithTheirHeads()
{
    constexpr int total = 60;
    const auto cardRow = [](std::int64_t ordinal) {
        std::string lines;
        for (std::int64_t line = 0; line < 6 + ordinal * 7 % 11; ++line)
            lines += ordinal % 2 == 0 ? " N" + std::to_string(line) + "-->N" + std::to_string(line + 1) + "\n"
                                      : "a line of reasons\n";
        if (ordinal % 2 == 0)
            return messageRow(ordinal, "Alice", "```mermaid\ngraph TD\n" + lines + "```\n\nShown.");
        QuestionAsked asked;
        asked.question.id = QuestionId("q" + std::to_string(ordinal));
        asked.question.asker = RoleName("Bob");
        asked.question.text = "Shall it be so?";
        asked.question.reason = lines;
        return session::Row{{ordinal}, {{ordinal + 1}, {1'760'000'000'000 + ordinal * 60'000}, 0, asked}, {}};
    };
    Printing printing(std::make_shared<FakeLibrary>(total, cardRow), requestOf(0, total - 1, total));
    QVERIFY(printing.print());
    QStringList pages = printing.pages().split(u'\f', Qt::SkipEmptyParts);
    QVERIFY2(pages.size() > 8, qPrintable(QString::number(pages.size())));
    for (const QString& page : pages) {
        const QString words = page.simplified();
        for (const auto& [head, card] : {std::pair("Bob", "Shall it be so?"), {"Alice", "N0"}}) {
            const qsizetype at = words.indexOf(QLatin1String(card));
            QVERIFY2(at < 0 || words.left(at).contains(QLatin1String(head)), qPrintable(words.left(200)));
        }
    }
}

void TestPrintJob::foldedThings_areUnfolded()
{
    Printing printing(plainLibrary(9), requestOf(0, 8, 9));
    QVERIFY(printing.print());
    const QString words = printing.words();
    for (const char* folded : {"What I thought.", "very deep value", "output line 60"})
        QVERIFY2(words.contains(QString::fromUtf8(folded)), folded);
    QVERIFY(!words.contains(QLatin1String("output line 61")));
    QVERIFY(words.contains(QLatin1String("20 more lines are not printed.")));
}

void TestPrintJob::controls_areNotPrinted()
{
    const auto library = std::make_shared<FakeLibrary>(3, [](std::int64_t ordinal) {
        if (ordinal != 1) {
            session::Row row =
                ordinal == 0 ? plainRow(7) : messageRow(9, "Bob", "See ![a board](https://example.com/board.png)");
            row.ordinal = {ordinal};
            row.event.seq = {ordinal + 1};
            return row;
        }
        QuestionAsked asked;
        asked.question.id = QuestionId("q");
        asked.question.asker = RoleName("Bob");
        asked.question.text = "Which board?";
        asked.question.options = {{"4×4", {}}, {"5×5", {}}};
        return session::Row{{1}, {{2}, {1'760'000'000'000}, 0, asked}, {}};
    });
    Printing printing(library, requestOf(0, 2, 3));
    QVERIFY(printing.print());
    const QString words = printing.words();
    QVERIFY(words.contains(QLatin1String("Which board?")) && words.contains(QStringLiteral("5×5")));
    QVERIFY(words.contains(QLatin1String("example.com")) && words.contains(QLatin1String("inner: 1 field")));
    for (const char* control : {"Reply", "Copy", "Open in", "Show", "Later", "Decline", "Answer", "Wrap", "Raw"})
        QVERIFY2(!words.contains(QString::fromUtf8(control)), control);
}

void TestPrintJob::paper_isLight()
{
    ui::theme::ThemeController theme(*qApp);
    theme.setChoice(ui::theme::ThemeChoice::Dark);
    theme.setHighContrast(true);
    PrintSheet sheet(plainLibrary(4), theme.theme(), requestOf(0, 3, 4));
    QSignalSpy ready(&sheet, &PrintSheet::ready);
    sheet.load();
    QVERIFY(waitFor([&] { return ready.count() > 0; }, printTimeoutMs));
    const auto look = test::answerOf(
        sheet.webPage(),
        QStringLiteral("[document.documentElement.dataset.theme, document.documentElement.dataset.contrast,"
                       "getComputedStyle(document.body).backgroundColor].join()"));
    QVERIFY(look.has_value());
    QCOMPARE(look->toString(), QStringLiteral("light,,rgb(255, 255, 255)"));
    QVERIFY(sheet.webPage().settings()->testAttribute(QWebEngineSettings::PrintElementBackgrounds));
    theme.setChoice(ui::theme::ThemeChoice::System);
    theme.setHighContrast(false);
}

void TestPrintJob::progress_isTold()
{
    Printing printing(plainLibrary(40), requestOf(0, 39, 40));
    QSignalSpy progressed(&printing.job, &PrintJob::progressed);
    QVERIFY(printing.print());
    QCOMPARE(progressed.first(), (QVariantList{1, 40, false}));
    QCOMPARE(progressed.last(), (QVariantList{40, 40, true}));
}

/// Some at a time: a page of all of them is hundreds of thousands of elements, which nobody prints.
void TestPrintJob::hostileMessages_runNothing()
{
    Canary canary;
    std::vector<std::string> texts;
    for (const auto& [name, text] : hostileMessages(
             {QStringLiteral(HOSTILE_FOLDER "/messages.jsonl"), QStringLiteral(HOSTILE_FOLDER "/further.jsonl")}))
        texts.push_back(
            QString::fromStdString(text).replace(QStringLiteral("canary.invalid"), canary.host()).toStdString());
    QVERIFY(texts.size() >= 72);
    constexpr std::size_t atOnce = 12;
    for (std::size_t first = 0; first < texts.size(); first += atOnce) {
        const auto total = static_cast<std::int64_t>(std::min(atOnce, texts.size() - first));
        const auto library = std::make_shared<FakeLibrary>(total, [texts, first](std::int64_t ordinal) {
            return messageRow(ordinal, "Bob",
                              "Case " + std::to_string(ordinal) + " begins.\n\n"
                                  + texts[first + static_cast<std::size_t>(ordinal)]);
        });
        Printing printing(library, requestOf(0, total - 1, total));
        QVERIFY2(printing.print(), printing.report().error ? printing.report().error->sentence.c_str() : "");
        const QString words = printing.words();
        for (int number = 0; number < total; ++number)
            QVERIFY2(words.contains(QStringLiteral("Case %1 begins.").arg(number)),
                     qPrintable(QString::number(number)));
    }
    QCOMPARE(canary.calls, 0);
}

void TestPrintJob::page_thatDies_isMadeAgain()
{
    ui::theme::ThemeController theme(*qApp);
    PrintSheet sheet(plainLibrary(200), theme.theme(), requestOf(0, 199, 200));
    QSignalSpy drawn(&sheet, &PrintSheet::drawn);
    QSignalSpy ready(&sheet, &PrintSheet::ready);
    sheet.load();
    QVERIFY(waitFor([&] { return drawn.count() > 5; }, printTimeoutMs));
    endRenderProcess(sheet.webPage().renderProcessPid());
    QVERIFY(waitFor([&] { return ready.count() > 0; }, printTimeoutMs));
    QCOMPARE(drawn.last().first().toInt(), 200);
}

void TestPrintJob::cancelled_leavesNoFile()
{
    Printing printing(plainLibrary(500), requestOf(0, 499, 500));
    QSignalSpy progressed(&printing.job, &PrintJob::progressed);
    printing.job.toPdf(printing.path());
    QVERIFY(waitFor([&] { return progressed.count() > 0; }, printTimeoutMs));
    printing.job.cancel();
    QCOMPARE(printing.finished.count(), 1);
    QVERIFY(printing.report().isCancelled);
    QVERIFY(!waitFor([&] { return printing.finished.count() > 1 || !printing.files().isEmpty(); }, 500));
}

void TestPrintJob::unreadableRows_leaveNoFile()
{
    const auto library = plainLibrary(20);
    library->failReads({conversation::ErrorCode::Damaged, "The row cannot be read.", {}});
    Printing printing(library, requestOf(0, 19, 20));
    QVERIFY(!printing.print());
    QCOMPARE(printing.report().error->sentence, std::string("The row cannot be read."));
    QVERIFY(printing.files().isEmpty());
}

void TestPrintJob::unwritablePlace_isSaid()
{
    Printing printing(plainLibrary(3), requestOf(0, 2, 3));
    const QString place = printing.folder.filePath(QStringLiteral("no/such/folder.pdf"));
    printing.job.toPdf(place);
    QVERIFY(waitFor([&] { return printing.finished.count() > 0; }, printTimeoutMs));
    QVERIFY(printing.report().error.has_value());
    QVERIFY(QString::fromStdString(printing.report().error->sentence).contains(place));
    QVERIFY(printing.files().isEmpty());
}

} // namespace tst_print_job

QUARTERDECK_PAGE_TEST(tst_print_job, TestPrintJob)
#include "tst_print_job.moc"
