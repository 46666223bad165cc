#include "model/transfer/import/folder_files.h"
#include "tests/model/transfer/sqlite_support.h"
#include "tests/model/transfer/transfer_support.h"
#include "tests/support/test.h"
#include "tests/support/test_library.h"
#include "tests/support/unprivileged.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>
#include <algorithm>

namespace tst_folder_import {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

QByteArray spoken(const char* text) { return R"({"role": "user", "content": ")" + QByteArray(text) + "\"}\n"; }

constexpr QFile::Permissions forAll = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup
    | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther;

} // namespace

} // namespace tst_folder_import

namespace tst_folder_import { // begun anew, since moc miscounts the braces of raw strings

/// Folders in the place of files.
class TestFolderImport final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void recordings_comeInByName();
    void others_arePassedOver();
    void foreignPickles_arePassedOver();
    void attachmentsAndLinks_areNotLookedInto();
    void teamFolder_isOneRecording();
    void damagedRecording_isSaid();
    void folderWithout_isSaid();
    void lockedFolders_areNamed();
    void deepFolders_areNamed();
    void tooManyFiles_areSaid();
    void asManyAsMayBe_areNotTooMany();
    void namedFile_isNeverPassedOver();
    void cancelled_leavesTheRest();

private:
    void put(const QString& name, const QByteArray& bytes) const
    {
        QVERIFY(QDir(m_folder->path()).mkpath(QFileInfo(name).path()));
        writeFile(*m_folder, name, bytes);
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    /// Of the files that were reported, below the test's folder.
    [[nodiscard]] QStringList names(const ImportReport& report) const
    {
        QStringList list;
        for (const transfer::FileReport& file : report.files)
            list << QDir(m_folder->path()).relativeFilePath(QString::fromStdString(file.path));
        return list;
    }

    QObject m_completions;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<Library> m_library;
};

void TestFolderImport::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_library = makeTestLibrary(&m_completions);
}

void TestFolderImport::recordings_comeInByName()
{
    put(QStringLiteral("all/b.jsonl"), spoken("b"));
    put(QStringLiteral("all/a.txt"), spoken("a")); // by content
    put(QStringLiteral("all/.hidden/deep/c"), spoken("c"));
    put(QStringLiteral("more/d.jsonl"), spoken("d"));
    put(QStringLiteral("e.jsonl"), spoken("e"));
    const ImportReport report = import(m_library, {path("all"), path("e.jsonl"), path("more")});
    QCOMPARE(names(report), (QStringList{"all/a.txt", "all/b.jsonl", "all/.hidden/deep/c", "e.jsonl", "more/d.jsonl"}));
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{5});
    QCOMPARE(report.passedOver, 0);
    // The same once more.
    transfer::ImportRequest again;
    again.files = {{path("all").toStdString(), {}}};
    again.ifKnown = transfer::DuplicatePolicy::LeaveAlone;
    for (const transfer::FileReport& file : import(m_library, again).files)
        QCOMPARE(file.known.size(), std::size_t{1});
    QCOMPARE(sessionsOf(*m_library).size(), std::size_t{5});
}

void TestFolderImport::others_arePassedOver()
{
    put(QStringLiteral("all/talk.jsonl"), spoken("a"));
    put(QStringLiteral("all/package.json"), R"({"name": "x", "version": "1"})");
    put(QStringLiteral("all/notes.md"), "# Notes");
    put(QStringLiteral("all/empty"), "");
    runSql(path("all/other.sqlite"), "CREATE TABLE places (url)");
    const ImportReport report = import(m_library, {path("all")});
    QCOMPARE(names(report), QStringList{"all/talk.jsonl"});
    QCOMPARE(report.passedOver, 4);
    QStringList passed;
    for (const std::string& file : report.passedOverFirst)
        passed << QFileInfo(QString::fromStdString(file)).fileName();
    QCOMPARE(passed, (QStringList{"empty", "notes.md", "other.sqlite", "package.json"}));
}

void TestFolderImport::foreignPickles_arePassedOver()
{
    put(QStringLiteral("all/model.pkl"),
        QByteArray::fromHex("80049512000000000000007d948c01619445") + "sklearn.linear");
    put(QStringLiteral("all/message.pkl"), readFile(dataPath(QStringLiteral("pickles/plain.pkl"))));
    const ImportReport report = import(m_library, {path("all")});
    QCOMPARE(names(report), QStringList{"all/message.pkl"});
    QVERIFY(!report.files.front().error);
    QCOMPARE(report.passedOver, 1);
}

void TestFolderImport::attachmentsAndLinks_areNotLookedInto()
{
    put(QStringLiteral("all/talk.jsonl"), spoken("a"));
    put(QStringLiteral("all/talk.jsonl.attachments/0123"), spoken("not said"));
    put(QStringLiteral("all/.git/talk.jsonl"), spoken("not said"));
    put(QStringLiteral("all/mine.attachments/talk.jsonl"), spoken("b")); // of no file
    put(QStringLiteral("elsewhere/talk.jsonl"), spoken("not here"));
    QVERIFY(QFile::link(path("elsewhere"), path("all/link")));
    QVERIFY(QFile::link(path("all"), path("all/round")));
    const ImportReport report = import(m_library, {path("all")});
    QCOMPARE(names(report), (QStringList{"all/talk.jsonl", "all/mine.attachments/talk.jsonl"}));
    QCOMPARE(report.passedOver, 0);
}

void TestFolderImport::teamFolder_isOneRecording()
{
    put(QStringLiteral("all/team/environment/roles.json"),
        R"([{"role_class": "Architect", "module_name": "metagpt.roles.architect", "role_name": "Bob"}])");
    put(QStringLiteral("all/team/environment/roles/Architect_Bob/role_info.json"),
        R"({"name": "Bob", "profile": "A"})");
    put(QStringLiteral("all/team/environment/roles/Architect_Bob/memory.json"),
        R"([{"id": "1", "content": "The design", "role": "user", "cause_by": "a.B", "sent_from": "Bob",
             "send_to": ["<all>"]}])");
    const ImportReport report = import(m_library, {path("all")});
    QCOMPARE(names(report), QStringList{"all/team"});
    QVERIFY2(!report.files.at(0).error, report.files.at(0).error ? report.files.at(0).error->sentence.c_str() : "");
    QCOMPARE(report.files.at(0).messages, 1);
}

void TestFolderImport::damagedRecording_isSaid()
{
    put(QStringLiteral("all/talk.jsonl"), spoken("a"));
    put(QStringLiteral("all/log.jsonl"),
        R"({"format": "quarterdeck", "version": 1, "events": 7})"
        "\n");
    const ImportReport report = import(m_library, {path("all")});
    QCOMPARE(names(report), (QStringList{"all/log.jsonl", "all/talk.jsonl"}));
    QVERIFY(report.files.at(0).error && !report.files.at(1).error);
}

void TestFolderImport::folderWithout_isSaid()
{
    put(QStringLiteral("none/notes.md"), "# Notes");
    put(QStringLiteral("all/talk.jsonl"), spoken("a"));
    const ImportReport report = import(m_library, {path("none"), path("all")});
    QCOMPARE(names(report), (QStringList{"all/talk.jsonl", "none"}));
    QCOMPARE(QString::fromStdString(report.files.at(1).error->sentence),
             QString::fromUtf8("There is no recorded session in the folder “%1”.").arg(path("none")));
    QCOMPARE(report.passedOver, 1);
}

/// What may not be looked into is not empty.
void TestFolderImport::lockedFolders_areNamed()
{
    put(QStringLiteral("all/talk.jsonl"), spoken("a"));
    put(QStringLiteral("all/inner/more.jsonl"), spoken("b"));
    put(QStringLiteral("all/listed/more.jsonl"), spoken("c"));
    put(QStringLiteral("locked/talk.jsonl"), spoken("d"));
    for (const QString& name : {path("."), path("all"), path("all/talk.jsonl")})
        QVERIFY(QFile::setPermissions(name, forAll));
    for (const QString& name : {path("all/inner"), path("locked")})
        QVERIFY(QFile::setPermissions(name, QFile::Permissions()));
    QVERIFY(QFile::setPermissions(path("all/listed"), QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther));
    const QTemporaryDir home;
    const auto library =
        storage::openLibrary(home.filePath(QStringLiteral("library.db")).toStdString(), &m_completions);
    QVERIFY(library);
    QStringList files{home.path()};
    for (const QFileInfo& file : QDir(home.path()).entryInfoList(QDir::Files | QDir::Hidden))
        files << file.filePath();
    ImportReport report;
    {
        const Unprivileged unprivileged(files);
        report = import(*library, {path("all"), path("locked"), path("locked/talk.jsonl")});
    }
    for (const QString& name : {path("all/inner"), path("all/listed"), path("locked")})
        QVERIFY(QFile::setPermissions(name, forAll));
    QCOMPARE(names(report), (QStringList{"all/talk.jsonl", "all/inner", "all/listed", "locked", "locked/talk.jsonl"}));
    QVERIFY(!report.files.front().error);
    for (std::size_t i = 1; i < report.files.size(); ++i) {
        const QString start =
            QString::fromUtf8("“%1” cannot be read: ").arg(QString::fromStdString(report.files[i].path));
        QVERIFY2(report.files[i].error->sentence.starts_with(start.toStdString()),
                 report.files[i].error->sentence.c_str());
    }
    QCOMPARE(report.passedOver, 0);
}

void TestFolderImport::deepFolders_areNamed()
{
    QString deep = QStringLiteral("all");
    for (int i = 0; i < 65; ++i)
        deep += QStringLiteral("/d");
    put(QStringLiteral("all/talk.jsonl"), spoken("a"));
    put(deep.chopped(2) + QStringLiteral("/last.jsonl"), spoken("b"));
    put(deep + QStringLiteral("/more.jsonl"), spoken("c"));
    const ImportReport report = import(m_library, {path("all")});
    QCOMPARE(names(report), (QStringList{"all/talk.jsonl", deep.chopped(2) + "/last.jsonl", deep}));
    QVERIFY(!report.files.at(1).error);
    QCOMPARE(QString::fromStdString(report.files.at(2).error->sentence),
             QString::fromUtf8("The contents of “%1” were skipped: it is more than 64 folders deep.").arg(path(deep)));
}

void TestFolderImport::tooManyFiles_areSaid()
{
    for (const char* name : {"all/a", "all/b", "all/c", "all/d/e", "more/f"})
        put(QLatin1String(name), spoken("x"));
    transfer::SubAgentFileCache parts;
    const std::atomic<bool> isCancelled = false;
    const std::vector<transfer::ImportFile> request = {{path("all").toStdString(), {}},
                                                       {path("more").toStdString(), {}}};
    const auto wanted = transfer::listFilesToImport(request, parts, isCancelled, {3, 64});
    QCOMPARE(wanted.size(), std::size_t{5});
    QVERIFY(!wanted.at(2).failure);
    QCOMPARE(QString::fromStdString(wanted.at(3).failure->sentence),
             QString::fromUtf8(
                 "“%1” has too many files: only the first 3 were read. “%2” and the files after it were skipped.")
                 .arg(path("all"), path("all/d/e")));
    QVERIFY(!wanted.at(4).failure); // a folder of its own
}

void TestFolderImport::asManyAsMayBe_areNotTooMany()
{
    for (const char* name : {"all/a", "all/b", "all/c", "all/.git/d", "named"})
        put(QLatin1String(name), spoken("x"));
    QVERIFY(QDir(path("all")).mkpath(QStringLiteral("empty")));
    transfer::SubAgentFileCache parts;
    const std::atomic<bool> isCancelled = false;
    const std::vector<transfer::ImportFile> request = {{path("named").toStdString(), {}},
                                                       {path("all").toStdString(), {}}};
    const auto wanted = transfer::listFilesToImport(request, parts, isCancelled, {3, 64});
    QCOMPARE(wanted.size(), std::size_t{4});
    QVERIFY(std::ranges::none_of(wanted, [](const transfer::FileToImport& one) { return one.failure.has_value(); }));
}

void TestFolderImport::namedFile_isNeverPassedOver()
{
    put(QStringLiteral("notes.md"), "# Notes");
    const ImportReport report = import(m_library, {path("notes.md")});
    QVERIFY(report.files.at(0).error);
    QCOMPARE(report.passedOver, 0);
}

void TestFolderImport::cancelled_leavesTheRest()
{
    for (int i = 0; i < 20; ++i)
        put(QStringLiteral("all/%1.jsonl").arg(i), spoken("a"));
    transfer::ImportRequest request;
    request.files = {{path("all").toStdString(), {}}, {path("said.jsonl").toStdString(), {}}};
    transfer::ImportJob job(m_library, request);
    std::optional<ImportReport> result;
    QObject::connect(&job, &transfer::ImportJob::finished, &job, [&](const ImportReport& report) { result = report; });
    job.cancel();
    job.start();
    require([&] { return result.has_value(); });
    QVERIFY(result->isCancelled && result->files.empty());
    QCOMPARE(result->notBegun, std::vector<std::string>{path("said.jsonl").toStdString()});
    QVERIFY(sessionsOf(*m_library).empty());
}

} // namespace tst_folder_import

QUARTERDECK_TEST(tst_folder_import, TestFolderImport)
#include "tst_folder_import.moc"
