#include "model/agents/environment/git.h"
#include "tests/support/test.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <git2.h>

namespace tst_archive_commit {

using namespace quarterdeck;
using namespace quarterdeck::team;

/// Commits of a team's files into real repositories, some of them with work of the person's in them.
class TestArchiveCommit final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { git_libgit2_init(); }
    void cleanupTestCase() { git_libgit2_shutdown(); }
    void init();
    void cleanup() { git_repository_free(m_repository); }
    void commitsTheFilesAndNoOther();
    void leavesWhatIsStaged();
    void isTheFirstCommit();
    void commitsNothingTwice();
    void keepsTheModeOfAFile();
    void leavesOut_data();
    void leavesOut();
    void runsNoHook();
    void refuses_data();
    void refuses();
    void mendsAnIndexThatIsLeftBehind_data();
    void mendsAnIndexThatIsLeftBehind();
    void leavesWhatIsTakenOutOfTheIndex();
    void saysWhenTheIndexCannotFollow();
    void leavesWhatIsStagedMeanwhile();

private:
    [[nodiscard]] std::string root() const { return m_folder->path().toStdString(); }
    void put(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder->filePath(name);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    void stage(const char* name) const
    {
        git_index* index = nullptr;
        QCOMPARE(git_repository_index(&index, m_repository), 0);
        QCOMPARE(git_index_add_bypath(index, name), 0);
        QCOMPARE(git_index_write(index), 0);
        git_index_free(index);
    }
    [[nodiscard]] QByteArray indexBytes() const
    {
        QFile file(m_folder->filePath(QStringLiteral(".git/index")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    [[nodiscard]] std::optional<IndexEntry> staged(const char* name) const
    {
        git_index* index = nullptr;
        if (git_repository_index(&index, m_repository) != 0)
            return std::nullopt;
        git_index_read(index, 1);
        const auto entry = entryOf(index, name);
        git_index_free(index);
        return entry;
    }
    /// As the person does it.
    void commitAll(const char* module = nullptr) const;
    [[nodiscard]] static ArchivedFile file(const char* path, const char* bytes)
    {
        return {RelativePath::of(path).value(), bytes};
    }
    /// "M a.txt" and the like for what git calls changed, "I" staged, "W" in the folder.
    [[nodiscard]] QStringList status() const;
    [[nodiscard]] QStringList filesAtHead() const;
    [[nodiscard]] QByteArray atHead(const char* path) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    git_repository* m_repository = nullptr;
};

void TestArchiveCommit::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QCOMPARE(git_repository_init(&m_repository, root().c_str(), 0), 0);
}

/// `module`: another repository, as git has it.
void TestArchiveCommit::commitAll(const char* module) const
{
    git_index* index = nullptr;
    git_oid treeId;
    git_oid id;
    git_tree* tree = nullptr;
    git_signature* person = nullptr;
    git_repository_index(&index, m_repository);
    git_index_add_all(index, nullptr, 0, nullptr, nullptr);
    if (module != nullptr) {
        git_index_entry entry{};
        entry.mode = GIT_FILEMODE_COMMIT;
        entry.path = module;
        git_oid_fromstr(&entry.id, "1234567890123456789012345678901234567890");
        QCOMPARE(git_index_add(index, &entry), 0);
    }
    git_index_write(index);
    git_index_write_tree(&treeId, index);
    git_tree_lookup(&tree, m_repository, &treeId);
    git_signature_now(&person, "Person", "person@example.org");
    QCOMPARE(git_commit_create(&id, m_repository, "HEAD", person, person, nullptr, "Mine", tree, 0, nullptr), 0);
    git_signature_free(person);
    git_tree_free(tree);
    git_index_free(index);
}

QStringList TestArchiveCommit::status() const
{
    QStringList lines;
    git_status_options options = GIT_STATUS_OPTIONS_INIT;
    options.flags = GIT_STATUS_OPT_INCLUDE_UNTRACKED | GIT_STATUS_OPT_RECURSE_UNTRACKED_DIRS;
    git_status_list* list = nullptr;
    git_status_list_new(&list, m_repository, &options);
    for (std::size_t i = 0; i < git_status_list_entrycount(list); ++i) {
        const git_status_entry* entry = git_status_byindex(list, i);
        if (entry->head_to_index != nullptr)
            lines << QStringLiteral("I ") + QString::fromUtf8(entry->head_to_index->new_file.path);
        if (entry->index_to_workdir != nullptr)
            lines << QStringLiteral("W ") + QString::fromUtf8(entry->index_to_workdir->new_file.path);
    }
    git_status_list_free(list);
    return lines;
}

QStringList TestArchiveCommit::filesAtHead() const
{
    git_object* tree = nullptr;
    if (git_revparse_single(&tree, m_repository, "HEAD^{tree}") != 0)
        return {};
    QStringList names;
    const auto add = [](const char* folder, const git_tree_entry* entry, void* into) {
        if (git_tree_entry_type(entry) == GIT_OBJECT_BLOB)
            static_cast<QStringList*>(into)->append(QString::fromUtf8(folder)
                                                    + QString::fromUtf8(git_tree_entry_name(entry)));
        return 0;
    };
    git_tree_walk(reinterpret_cast<git_tree*>(tree), GIT_TREEWALK_PRE, add, &names);
    git_object_free(tree);
    return names;
}

QByteArray TestArchiveCommit::atHead(const char* path) const
{
    git_object* blob = nullptr;
    if (git_revparse_single(&blob, m_repository, (std::string("HEAD:") + path).c_str()) != 0)
        return "(not there)";
    auto* found = reinterpret_cast<git_blob*>(blob);
    const QByteArray bytes(static_cast<const char*>(git_blob_rawcontent(found)),
                           static_cast<qsizetype>(git_blob_rawsize(found)));
    git_object_free(blob);
    return bytes;
}

void TestArchiveCommit::commitsTheFilesAndNoOther()
{
    put(QStringLiteral("old.txt"), "old\n");
    put(QStringLiteral("other.txt"), "other\n");
    commitAll();
    put(QStringLiteral("old.txt"), "new\n");
    put(QStringLiteral("src/made.txt"), "made\n");
    put(QStringLiteral("other.txt"), "the person is at it\n");
    put(QStringLiteral("untracked.txt"), "mine\n");
    const auto done =
        commitFiles(root(), {file("old.txt", "new\n"), file("src/made.txt", "made\n")}, "Title\n\nBody\n");
    QVERIFY2(done, done ? "" : done.error().c_str());
    QVERIFY(done->leftOut.empty());
    QCOMPARE(filesAtHead(),
             (QStringList{QStringLiteral("old.txt"), QStringLiteral("other.txt"), QStringLiteral("src/made.txt")}));
    QCOMPARE(atHead("old.txt"), QByteArray("new\n"));
    QCOMPARE(atHead("other.txt"), QByteArray("other\n"));
    // What was committed counts as unchanged; the person's part is as it was.
    QCOMPARE(status(), (QStringList{QStringLiteral("W other.txt"), QStringLiteral("W untracked.txt")}));
    git_object* head = nullptr;
    QCOMPARE(git_revparse_single(&head, m_repository, "HEAD"), 0);
    const auto* commit = reinterpret_cast<git_commit*>(head);
    QCOMPARE(git_commit_author(commit)->name, "Quarterdeck");
    QCOMPARE(git_commit_message(commit), "Title\n\nBody\n");
    QCOMPARE(git_commit_parentcount(commit), 1U);
    QCOMPARE(QByteArray(git_oid_tostr_s(git_commit_id(commit))), QByteArray::fromStdString(done->id));
    git_object_free(head);
}

void TestArchiveCommit::leavesWhatIsStaged()
{
    put(QStringLiteral("a.txt"), "a\n");
    put(QStringLiteral("b.txt"), "b\n");
    commitAll();
    put(QStringLiteral("a.txt"), "a of the person\n");
    put(QStringLiteral("fresh.txt"), "fresh\n");
    stage("a.txt");
    stage("fresh.txt");
    const auto done =
        commitFiles(root(), {file("a.txt", "a of the team\n"), file("b.txt", "b of the team\n")}, "Title\n");
    QVERIFY(done);
    QCOMPARE(done->leftOut.size(), std::size_t(1));
    QCOMPARE(done->leftOut.at("a.txt"), SkippedFile::Staged);
    QCOMPARE(atHead("a.txt"), QByteArray("a\n"));
    QCOMPARE(atHead("b.txt"), QByteArray("b of the team\n"));
    QCOMPARE(atHead("fresh.txt"), QByteArray("(not there)"));
    const QStringList now = status();
    QVERIFY(now.contains(QStringLiteral("I a.txt")) && now.contains(QStringLiteral("I fresh.txt")));
    QVERIFY(!now.contains(QStringLiteral("I b.txt")));
}

void TestArchiveCommit::isTheFirstCommit()
{
    put(QStringLiteral("a.txt"), "a\n");
    const auto done = commitFiles(root(), {file("a.txt", "a\n")}, "First\n");
    QVERIFY(done && !done->id.empty());
    QCOMPARE(filesAtHead(), QStringList{QStringLiteral("a.txt")});
    QCOMPARE(status(), QStringList());
}

/// Also when the program ended before it could tell of its commit.
void TestArchiveCommit::commitsNothingTwice()
{
    put(QStringLiteral("a.txt"), "a\n");
    const auto first = commitFiles(root(), {file("a.txt", "a\n")}, "First\n");
    const auto again = commitFiles(root(), {file("a.txt", "a\n")}, "First\n");
    QVERIFY(first && again);
    QCOMPARE(again->id, first->id);
    const auto other = commitFiles(root(), {file("a.txt", "a\n")}, "Another\n");
    QVERIFY(other && other->id.empty());
}

void TestArchiveCommit::keepsTheModeOfAFile()
{
    put(QStringLiteral("run.sh"), "one\n");
    QVERIFY(QFile(m_folder->filePath(QStringLiteral("run.sh")))
                .setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    commitAll();
    put(QStringLiteral("run.sh"), "two\n");
    QVERIFY(commitFiles(root(), {file("run.sh", "two\n")}, "Title\n"));
    QCOMPARE(atHead("run.sh"), QByteArray("two\n"));
    QCOMPARE(status(), QStringList()); // it can still be run
}

void TestArchiveCommit::leavesOut_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("why");
    QTest::newRow("ignored") << QStringLiteral("build/out.txt") << static_cast<int>(SkippedFile::Ignored);
    QTest::newRow("of another repository") << QStringLiteral("inner/a.txt") << static_cast<int>(SkippedFile::Nested);
    QTest::newRow("that is a link in git") << QStringLiteral("link.txt") << static_cast<int>(SkippedFile::NoFile);
    QTest::newRow("that is a repository in git") << QStringLiteral("module") << static_cast<int>(SkippedFile::Nested);
}

void TestArchiveCommit::leavesOut()
{
    QFETCH(QString, path);
    QFETCH(int, why);
    put(QStringLiteral(".gitignore"), "build/\n");
    QVERIFY(QFile::link(QStringLiteral("elsewhere"), m_folder->filePath(QStringLiteral("link.txt"))));
    commitAll("module");
    QVERIFY(QFile::remove(m_folder->filePath(QStringLiteral("link.txt"))));
    const QStringList before = filesAtHead();
    git_repository* inner = nullptr;
    QCOMPARE(git_repository_init(&inner, m_folder->filePath(QStringLiteral("inner")).toUtf8().constData(), 0), 0);
    git_repository_free(inner);
    put(path, "x\n");
    const auto done = commitFiles(root(), {file(path.toUtf8().constData(), "x\n")}, "Title\n");
    QVERIFY(done && done->id.empty());
    QCOMPARE(static_cast<int>(done->leftOut.at(path.toStdString())), why);
    QCOMPARE(filesAtHead(), before);
}

void TestArchiveCommit::runsNoHook()
{
    for (const char* hook : {"pre-commit", "commit-msg", "post-commit", "reference-transaction"}) {
        const QString path = QStringLiteral(".git/hooks/") + QString::fromLatin1(hook);
        put(path, "#!/bin/sh\ntouch \"$(dirname \"$0\")/../../ran\"\nexit 1\n");
        QVERIFY(QFile(m_folder->filePath(path)).setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    }
    QVERIFY(commitFiles(root(), {file("a.txt", "a\n")}, "Title\n"));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("ran"))));
}

void TestArchiveCommit::refuses_data()
{
    QTest::addColumn<QString>("made"); // what stands in the way
    QTest::newRow("a merge is not finished") << QStringLiteral(".git/MERGE_HEAD");
    QTest::newRow("git is at work") << QStringLiteral(".git/index.lock");
}

void TestArchiveCommit::refuses()
{
    QFETCH(QString, made);
    put(QStringLiteral("a.txt"), "a\n");
    commitAll();
    put(made, QByteArray("0000000000000000000000000000000000000000\n"));
    const auto done = commitFiles(root(), {file("b.txt", "b\n")}, "Title\n");
    QVERIFY(!done);
    QVERIFY(!done.error().empty());
    QVERIFY(QFile::remove(m_folder->filePath(made)));
    QCOMPARE(filesAtHead(), QStringList{QStringLiteral("a.txt")});
    QCOMPARE(status(), QStringList());
    QTemporaryDir none;
    QVERIFY(!commitFiles(none.path().toStdString(), {file("b.txt", "b\n")}, "Title\n"));
}

void TestArchiveCommit::mendsAnIndexThatIsLeftBehind_data()
{
    QTest::addColumn<bool>("isAnotherCommit");
    QTest::newRow("told again") << false;
    QTest::newRow("by the next commit") << true;
}

/// The program was killed after its commit: the index still has the earlier state.
void TestArchiveCommit::mendsAnIndexThatIsLeftBehind()
{
    QFETCH(bool, isAnotherCommit);
    put(QStringLiteral("a.txt"), "a\n");
    put(QStringLiteral("mine.txt"), "mine\n");
    commitAll();
    const QByteArray before = indexBytes();
    put(QStringLiteral("a.txt"), "a of the team\n");
    put(QStringLiteral("new.txt"), "new\n");
    std::vector<ArchivedFile> files{file("a.txt", "a of the team\n"), file("new.txt", "new\n")};
    const auto first = commitFiles(root(), files, "First\n");
    QVERIFY(first && first->problem.empty());
    put(QStringLiteral(".git/index"), before);
    QVERIFY(status().contains(QStringLiteral("I a.txt"))); // the reverse of what was committed
    if (isAnotherCommit) {
        put(QStringLiteral("new.txt"), "newer\n");
        files[1].bytes = "newer\n";
    }
    const auto again = commitFiles(root(), files, isAnotherCommit ? "Second\n" : "First\n");
    QVERIFY(again && again->leftOut.empty() && again->problem.empty());
    QCOMPARE(again->id == first->id, !isAnotherCommit);
    QCOMPARE(status(), QStringList());
    QCOMPARE(atHead("a.txt"), QByteArray("a of the team\n"));
    // Of what the person commits nothing is taken for ours.
    put(QStringLiteral("mine.txt"), "mine, staged\n");
    stage("mine.txt");
    const auto third = commitFiles(root(), {file("mine.txt", "of the team\n")}, "Third\n");
    QVERIFY(third && third->id.empty());
    QCOMPARE(third->leftOut.at("mine.txt"), SkippedFile::Staged);
}

/// As by git rm --cached: the person's, though the index holds of the file what it held before our commit.
void TestArchiveCommit::leavesWhatIsTakenOutOfTheIndex()
{
    put(QStringLiteral("a.txt"), "a\n");
    commitAll();
    put(QStringLiteral("a.txt"), "a of the team\n");
    put(QStringLiteral("secret.txt"), "secret\n");
    const auto secret = file("secret.txt", "secret\n");
    const auto first = commitFiles(root(), {file("a.txt", "a of the team\n"), secret}, "First\n");
    QVERIFY(first && first->problem.empty() && first->leftOut.empty());
    git_index* index = nullptr;
    QCOMPARE(git_repository_index(&index, m_repository), 0);
    QCOMPARE(git_index_read(index, 1), 0);
    QCOMPARE(git_index_remove_bypath(index, "secret.txt"), 0);
    QCOMPARE(git_index_write(index), 0);
    git_index_free(index);
    put(QStringLiteral("a.txt"), "newer\n");
    const auto second = commitFiles(root(), {file("a.txt", "newer\n"), secret}, "Second\n");
    QVERIFY(second && second->problem.empty());
    QCOMPARE(second->leftOut.at("secret.txt"), SkippedFile::Staged);
    QVERIFY(!staged("secret.txt"));
    QCOMPARE(atHead("a.txt"), QByteArray("newer\n"));
}

void TestArchiveCommit::saysWhenTheIndexCannotFollow()
{
    put(QStringLiteral("a.txt"), "a\n");
    commitAll();
    put(QStringLiteral("a.txt"), "a of the team\n");
    // It is in git's way, and nobody is at work.
    const QString lock = m_folder->filePath(QStringLiteral(".git/index.lock"));
    QVERIFY(QFile::link(QStringLiteral("nowhere"), lock));
    const auto done = commitFiles(root(), {file("a.txt", "a of the team\n")}, "Title\n");
    QVERIFY(done && !done->id.empty());
    QVERIFY(!done->problem.empty());
    QCOMPARE(atHead("a.txt"), QByteArray("a of the team\n"));
    QVERIFY(QFile::remove(lock));
    const auto again = commitFiles(root(), {file("a.txt", "a of the team\n")}, "Title\n");
    QVERIFY(again && again->problem.empty());
    QCOMPARE(status(), QStringList());
}

void TestArchiveCommit::leavesWhatIsStagedMeanwhile()
{
    for (const char* name : {"a.txt", "b.txt", "c.txt"})
        put(QString::fromLatin1(name), "old\n");
    commitAll();
    std::vector<GitIndexUpdate> steps;
    for (const char* name : {"a.txt", "b.txt"})
        steps.push_back({name, staged(name), {{}, GIT_FILEMODE_BLOB, 4}});
    for (GitIndexUpdate& step : steps)
        QCOMPARE(git_blob_create_from_buffer(&step.after.id, m_repository, "new\n", 4), 0);
    put(QStringLiteral("a.txt"), "part of it\n"); // as by git add -p
    put(QStringLiteral("c.txt"), "mine\n");
    stage("a.txt");
    stage("c.txt");
    const auto part = staged("a.txt");
    const auto mine = staged("c.txt");
    git_repository* other = nullptr; // as of a program that has read the index before
    QCOMPARE(git_repository_open(&other, root().c_str()), 0);
    QCOMPARE(updateGitIndex(other, steps), std::string());
    git_repository_free(other);
    QVERIFY(staged("a.txt") == part);
    QVERIFY(staged("b.txt") == std::optional(steps[1].after));
    QVERIFY(staged("c.txt") == mine);
}

} // namespace tst_archive_commit

QUARTERDECK_TEST(tst_archive_commit, TestArchiveCommit)
#include "tst_archive_commit.moc"
