#include "model/agents/environment/workspace.h"
#include "tests/support/test.h"

#include "model/agents/environment/git.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_workspace {

using namespace quarterdeck;
using namespace quarterdeck::team;
using nlohmann::json;

/// The calls of a workspace, as an agent uses them.
class TestWorkspace final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void proposesAndCarriesOut();
    void carriesOutOnce();
    void leavesWhatSomebodyElseChanged();
    void editsExactly_data();
    void editsExactly();
    void refusesWhatIsNoText();
    void readsInPieces();
    void listsFiles();
    void personsWordCounts();
    void differencesAreUnified();
    void isOfferedByWhatRolesName();

private:
    [[nodiscard]] static EnvironmentCall request(const char* call, json arguments)
    {
        return {conversation::RoleName("Alex"), call, conversation::JsonValue(std::move(arguments))};
    }
    [[nodiscard]] ProposedChange proposal(const EnvironmentCall& wish) const
    {
        EnvironmentProposal outcome = m_workspace->propose(wish);
        if (const auto* answer = std::get_if<EnvironmentResult>(&outcome))
            qFatal("%s", answer->text.c_str());
        return std::get<ProposedChange>(std::move(outcome));
    }
    [[nodiscard]] EnvironmentResult refusal(const EnvironmentCall& wish) const
    {
        const EnvironmentProposal outcome = m_workspace->propose(wish);
        return std::holds_alternative<EnvironmentResult>(outcome) ? std::get<EnvironmentResult>(outcome)
                                                                  : EnvironmentResult{"(not refused)", false};
    }
    EnvironmentResult write(const char* path, const std::string& content) const
    {
        const EnvironmentCall wish = request("write_file", {{"path", path}, {"content", content}});
        return m_workspace->applyChange(wish, proposal(wish).token, {});
    }
    [[nodiscard]] QByteArray onDisk(const char* path) const
    {
        QFile file(m_folder->filePath(QLatin1String(path)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(not there)");
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentEnvironment> m_workspace;
};

void TestWorkspace::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = Workspace::make({m_folder->path().toStdString(), false});
    QVERIFY(m_workspace != nullptr);
}

void TestWorkspace::proposesAndCarriesOut()
{
    const EnvironmentCall wish = request("write_file", {{"path", "src/a.txt"}, {"content", "one\ntwo\n"}});
    const ProposedChange change = proposal(wish);
    QCOMPARE(onDisk("src/a.txt"), QByteArray("(not there)"));
    QCOMPARE(change.subject, std::string("src/a.txt"));
    QCOMPARE(change.added, 2);
    QCOMPARE(change.removed, 0);
    QCOMPARE(change.text, std::optional<std::string>("one\ntwo\n"));
    QCOMPARE(change.diff, std::string("--- /dev/null\n+++ b/src/a.txt\n@@ -0,0 +1,2 @@\n+one\n+two\n"));
    const EnvironmentResult done = m_workspace->applyChange(wish, change.token, {});
    QCOMPARE(done.text, std::string("\"src/a.txt\" is written: 2 lines, 8 bytes."));
    QVERIFY(!done.isError);
    QCOMPARE(onDisk("src/a.txt"), QByteArray("one\ntwo\n"));
    QCOMPARE(refusal(wish).text, std::string("\"src/a.txt\" is so already; nothing was changed."));
    QVERIFY(!refusal(wish).isError);
}

void TestWorkspace::carriesOutOnce()
{
    (void)write("a", "x");
    const EnvironmentCall wish = request("edit_file", {{"path", "a"}, {"old_text", "x"}, {"new_text", "xx"}});
    const ProposedChange change = proposal(wish);
    const EnvironmentResult first = m_workspace->applyChange(wish, change.token, {});
    const EnvironmentResult second = m_workspace->applyChange(wish, change.token, {}); // as after a crash
    QVERIFY(first == second);
    QCOMPARE(onDisk("a"), QByteArray("xx"));
}

void TestWorkspace::leavesWhatSomebodyElseChanged()
{
    (void)write("a", "x");
    const EnvironmentCall wish = request("write_file", {{"path", "a"}, {"content", "mine"}});
    const ProposedChange change = proposal(wish);
    (void)write("a", "somebody's");
    QVERIFY(m_workspace->applyChange(wish, change.token, {}).isError);
    QVERIFY(m_workspace->applyChange(wish, change.token, "the person's").isError);
    QVERIFY(std::get<EnvironmentResult>(m_workspace->proposeEdited(wish, change.token, "the person's")).isError);
    QCOMPARE(onDisk("a"), QByteArray("somebody's"));
    // A new file that exists by then, and one that is gone.
    const EnvironmentCall made = request("write_file", {{"path", "b"}, {"content", "mine"}});
    const ProposedChange making = proposal(made);
    (void)write("b", "somebody's");
    QVERIFY(m_workspace->applyChange(made, making.token, {}).isError);
    QFile::remove(m_folder->filePath(QStringLiteral("a")));
    QVERIFY(m_workspace->applyChange(wish, change.token, {}).isError);
    QCOMPARE(onDisk("a"), QByteArray("(not there)"));
}

void TestWorkspace::editsExactly_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("after"); // with "X" in its place; empty: refused
    QTest::newRow("once") << QStringLiteral("b\nc") << QStringLiteral("a\nX\na\n");
    QTest::newRow("more than once") << QStringLiteral("a\n") << QString();
    QTest::newRow("overlapping") << QStringLiteral("a") << QString();
    QTest::newRow("not there") << QStringLiteral("B") << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TestWorkspace::editsExactly()
{
    QFETCH(QString, from);
    QFETCH(QString, after);
    (void)write("f", "a\nb\nc\na\n");
    const EnvironmentCall wish =
        request("edit_file", {{"path", "f"}, {"old_text", from.toStdString()}, {"new_text", "X"}});
    if (after.isEmpty()) {
        QVERIFY(refusal(wish).isError);
        return;
    }
    QVERIFY(!m_workspace->applyChange(wish, proposal(wish).token, {}).isError);
    QCOMPARE(QString::fromUtf8(onDisk("f")), after);
    QVERIFY(refusal(request("edit_file", {{"path", "g"}, {"old_text", "a"}, {"new_text", "b"}})).isError);
}

void TestWorkspace::refusesWhatIsNoText()
{
    QVERIFY(refusal(request("write_file", {{"path", "a"}, {"content", std::string("a\0b", 3)}})).isError);
    QVERIFY(refusal(request("write_file", {{"path", "a"}, {"content", "\xff\xfe"}})).isError);
    QVERIFY(refusal(request("write_file", {{"path", "../a"}, {"content", "x"}})).isError);
    QVERIFY(refusal(request("write_file", {{"path", std::string("a\0b", 3)}, {"content", "x"}})).isError);
    QVERIFY(refusal(request("write_file", {{"path", "a"}, {"content", std::string(1'000'001, 'x')}})).isError);
    QFile binary(m_folder->filePath(QStringLiteral("picture")));
    QVERIFY(binary.open(QIODevice::WriteOnly));
    binary.write("\x89PNG\0\0", 6);
    binary.close();
    QVERIFY(m_workspace->read(request("read_file", {{"path", "picture"}})).isError);
    QVERIFY(refusal(request("write_file", {{"path", "picture"}, {"content", "x"}})).isError);
    QVERIFY(m_workspace->read(request("read_file", {{"path", "/etc/passwd"}})).isError);
    QVERIFY(m_workspace->read(request("list_files", {{"folder", ".."}})).isError);
    QCOMPARE(onDisk("a"), QByteArray("(not there)"));
}

void TestWorkspace::readsInPieces()
{
    const auto read = [&](json arguments) {
        arguments["path"] = "f";
        return m_workspace->read(request("read_file", std::move(arguments)));
    };
    QVERIFY(read({}).isError); // not there
    (void)write("f", "one\ntwo\nthree");
    QCOMPARE(read({}).text, std::string("one\ntwo\nthree"));
    QCOMPARE(read({{"first_line", 2}, {"lines", 1}}).text, std::string("two\n[Lines 2 to 2 of 3.]"));
    QCOMPARE(read({{"first_line", 3}}).text, std::string("three\n[Lines 3 to 3 of 3.]"));
    QCOMPARE(read({{"first_line", 9}}).text, std::string("The file has 3 lines."));
    QCOMPARE(read({{"first_line", -5}, {"lines", -1}}).text, std::string("one\n[Lines 1 to 1 of 3.]"));
    std::string many;
    for (int i = 1; i <= 4000; ++i)
        many += "line " + std::to_string(i) + "\n";
    (void)write("f", many);
    const std::string shown = read({}).text;
    QVERIFY(shown.size() < 16'000);
    QVERIFY2(shown.ends_with(" of 4000.]"), shown.substr(shown.size() - 60).c_str());
    (void)write("f", std::string(50'000, 'x'));
    QCOMPARE(read({}).text.size(), std::size_t(50'000)); // one line is whole; the prompt shortens it
    (void)write("f", "");
    QCOMPARE(read({}).text, std::string("(The file is empty.)"));
}

void TestWorkspace::listsFiles()
{
    QCOMPARE(m_workspace->read(request("list_files", json::object())).text, std::string("(There is nothing in it.)"));
    (void)write("b/c", "123");
    (void)write("a", "1");
    QCOMPARE(m_workspace->read(request("list_files", json::object())).text,
             std::string("a (1 bytes)\nb/\nb/c (3 bytes)\n"));
    QCOMPARE(m_workspace->read(request("list_files", {{"folder", "b"}})).text, std::string("b/c (3 bytes)\n"));
}

void TestWorkspace::personsWordCounts()
{
    const EnvironmentCall wish = request("write_file", {{"path", "a"}, {"content", "mine"}});
    const ProposedChange mine = proposal(wish);
    const auto theirs = std::get<ProposedChange>(m_workspace->proposeEdited(wish, mine.token, "theirs"));
    QVERIFY(theirs.token != mine.token);
    QVERIFY(m_workspace->applyChange(wish, mine.token, "theirs").isError); // not what that token stands for
    QVERIFY(!m_workspace->applyChange(wish, theirs.token, "theirs").isError);
    QCOMPARE(onDisk("a"), QByteArray("theirs"));
    QVERIFY(!m_workspace->applyChange(wish, theirs.token, "theirs").isError);
}

void TestWorkspace::differencesAreUnified()
{
    const TextDiff diff =
        diffOf("ä.txt", {true, "1\n2\n3\n4\n5\n6\n7\n8\n9"}, {true, "1\n2\n3\n4\nV\n6\n7\n8\n9\n"}).value();
    QCOMPARE(QString::fromStdString(diff.text),
             QString::fromUtf8(
                 "--- a/ä.txt\n+++ b/ä.txt\n@@ -2,8 +2,8 @@\n 2\n 3\n 4\n-5\n+V\n 6\n 7\n 8\n-9\n\\ No newline at "
                 "end of file\n+9\n"));
    QCOMPARE(diff.added, 2);
    QCOMPARE(diff.removed, 2);
    const TruncatedDiff cut = firstLines(diff.text, 35);
    QCOMPARE(cut.text, std::string("--- a/ä.txt\n+++ b/ä.txt\n"));
    QCOMPARE(cut.linesLeftOut, 12);
    QCOMPARE(firstLines(diff.text, 10'000).linesLeftOut, 0);
}

void TestWorkspace::isOfferedByWhatRolesName()
{
    TeamDefinition team;
    RoleDefinition writer;
    writer.name = conversation::RoleName("Alex");
    writer.tools = {{"write_file", ToolPolicy::Ask}, {"read_file", ToolPolicy::Deny}};
    team.roles = {writer, {}};
    const Environments environments(team, {m_folder->path().toStdString(), false});
    QVERIFY(environments.callNamed("write_file") != nullptr);
    QVERIFY(environments.callNamed("write_file")->isWriting);
    QVERIFY(environments.callNamed("ask_human") == nullptr);
    QCOMPARE(environments.toolsFor(writer).size(), std::size_t(1));
    QCOMPARE(environments.toolsFor(writer).front().name, std::string("write_file"));
    QVERIFY(environments.toolsFor({}).empty());               // what is not named is not allowed
    QVERIFY(Environments(team, {}).toolsFor(writer).empty()); // there is no folder
    QVERIFY(isEnvironmentTool("edit_file"));
    QVERIFY(!isEnvironmentTool("end"));
}

} // namespace tst_workspace

QUARTERDECK_TEST(tst_workspace, TestWorkspace)
#include "tst_workspace.moc"
