#include "model/agents/run/artifacts.h"
#include "tests/model/agents/support/demo_kit.h"
#include "tests/model/agents/support/model_team_kit.h"
#include "tests/model/agents/support/work_files.h"
#include "tests/model/session/support/scripted_library.h"
#include "tests/support/test.h"
#include "tests/support/wait.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFloat16>
#include <QTemporaryDir>
#include <QTest>
#include <git2.h>
#include <nlohmann/json.hpp>

namespace tst_team_manifest {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using team::ArtifactLog;
using team::ToolPolicy;

/// What a log tells of the files that its team made, and the manifest at a run's end.
class TestTeamManifest final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { git_libgit2_init(); }
    void cleanupTestCase() { git_libgit2_shutdown(); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(QDir().mkpath(QString::fromStdString(chosen())));
    }
    void toldByTheLog();
    void whatWasRefusedIsNoFile();
    void manifestAtTheEnd();
    void oneForEachRun();
    void noneWithoutFiles();
    void tellsWhatBecameOfFiles();
    void writesOnceFromEveryEvent();
    void commitsWhereItIsWanted();
    void commitThatFailsIsANotice();
    void budgetThatIsReachedStaysSo();
    void tooManyFilesAreCounted();
    void readsFromTheNewestManifestOn();
    void halfALogIsNotJudged();

private:
    [[nodiscard]] std::string chosen() const { return m_folder->path().toStdString() + "/work"; }
    [[nodiscard]] QString pathOf(const char* name) const { return QString::fromStdString(chosen() + "/" + name); }
    /// The log of a run that made two files and reported them.
    [[nodiscard]] std::pair<SessionId, std::vector<Event>> loggedRun() const;
    void makeRepository() const
    {
        git_repository* made = nullptr;
        QCOMPARE(git_repository_init(&made, chosen().c_str(), 0), 0);
        git_repository_free(made);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

team::TeamDefinition writers()
{
    team::TeamDefinition team = scriptedTeam({"Mike"});
    team.roles.front().tools = {{"write_file", ToolPolicy::Allow}, {"edit_file", ToolPolicy::Allow}};
    return team;
}

bool isAtRest(const session::Session* session, const team::Teams& teams)
{
    return isQuiet(session, teams) && session->state()->openQuestions().empty();
}

std::vector<nlohmann::json> manifestsIn(const std::vector<Event>& log)
{
    std::vector<nlohmann::json> found;
    for (const MessagePublished& published : bodiesOf<MessagePublished>(log))
        if (const JsonValue one = team::manifestIn(published.message); !one.isNull())
            found.push_back(one.json());
    return found;
}

ArtifactLog artifactsOf(const std::vector<Event>& log)
{
    ArtifactLog artifacts;
    for (const Event& event : log)
        artifacts.add(event);
    return artifacts;
}

const char* const hashOfOne = "2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806"; // of "one\n"

std::vector<ModelAnswer> twoFiles()
{
    return {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"),
            calls("write_file", R"({"path": "old.txt", "content": "new\n"})", "c2"),
            calls("edit_file", R"({"path": "a.txt", "old_text": "one", "new_text": "two"})", "c3"),
            calls("end", "{}", "c4")};
}

} // namespace

std::pair<SessionId, std::vector<Event>> TestTeamManifest::loggedRun() const
{
    ModelTeamKit kit;
    kit.models->play("Mike", twoFiles());
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    if (!waitFor([&] { return isAtRest(session, *kit.teams); }))
        return {};
    return {session->id(), kit.kit.log(session->id())};
}

void TestTeamManifest::toldByTheLog()
{
    put(pathOf("old.txt"), "old\n");
    ModelTeamKit kit;
    kit.models->play("Mike", twoFiles());
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    const auto log = kit.kit.log(session->id());
    const ArtifactLog artifacts = artifactsOf(log);
    const auto files = artifacts.files();
    QCOMPARE(files.size(), std::size_t(2));
    QCOMPARE(files[0].path, std::string("a.txt"));
    QVERIFY(files[0].isNew);
    QCOMPARE(files[0].author, RoleName("Mike"));
    QCOMPARE(files[0].bytes, std::int64_t(4));
    QCOMPARE(files[1].path, std::string("old.txt"));
    QVERIFY(!files[1].isNew);
    // At any moment what was done by then.
    const EventSeq firstDone = [&] {
        for (const Event& event : log)
            if (const auto* one = std::get_if<MessagePublished>(&event.body); one && one->message.role == "tool")
                return event.seq;
        return EventSeq();
    }();
    QVERIFY(artifacts.filesAt(EventSeq{firstDone.value - 1}).empty());
    QCOMPARE(artifacts.filesAt(firstDone).size(), std::size_t(1));
    QCOMPARE(artifacts.filesAt(firstDone).front().sha256, std::string(hashOfOne));
    QVERIFY(files[0].sha256 != hashOfOne);
    QVERIFY(files[0].seq > artifacts.filesAt(firstDone).front().seq);
    // What was decided and then could not be done is not a file.
    std::vector<Event> failed = log;
    for (Event& event : failed)
        if (auto* one = std::get_if<MessagePublished>(&event.body))
            for (ContentBlock& block : one->message.content)
                if (auto* result = std::get_if<ToolResultBlock>(&block))
                    result->isError = true;
    QVERIFY(artifactsOf(failed).files().empty());
}

void TestTeamManifest::whatWasRefusedIsNoFile()
{
    put(pathOf("a.txt"), "one\n");
    QVERIFY(QFile::link(m_folder->path(), pathOf("link")));
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"), // it is so already
                      calls("write_file", R"({"path": "link/b.txt", "content": "b"})", "c2"),
                      calls("end", "{}", "c3")});
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    const auto log = kit.kit.log(session->id());
    QVERIFY(artifactsOf(log).files().empty());
    QVERIFY(manifestsIn(log).empty());
}

void TestTeamManifest::manifestAtTheEnd()
{
    put(pathOf("old.txt"), "old\n");
    ModelTeamKit kit;
    kit.models->play("Mike", twoFiles());
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    const auto log = kit.kit.log(session->id());
    const auto manifests = manifestsIn(log);
    QCOMPARE(manifests.size(), std::size_t(1));
    const nlohmann::json& files = manifests.front().at("files");
    QCOMPARE(files.size(), std::size_t(2));
    const nlohmann::json expected{{"path", "old.txt"},
                                  {"author", "Mike"},
                                  {"is_new", false},
                                  {"bytes", 4},
                                  {"sha256", "7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c"}};
    QCOMPARE(files[1].dump(), expected.dump());
    QCOMPARE(files[0].at("path").get<std::string>(), std::string("a.txt"));
    QVERIFY(!manifests.front().contains("commit") && !manifests.front().contains("problem"));
    const auto messages = bodiesOf<MessagePublished>(log);
    const Message& told = messages.back().message;
    QCOMPARE(told.sentFrom, Address("Quarterdeck"));
    QVERIFY(contains(textOf(told), "- `a.txt` · 4 byte"));
    QVERIFY(messages.back().route.deliveries.empty()); // no model is told
    QCOMPARE(*session->state(), foldOf(log));
}

void TestTeamManifest::oneForEachRun()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"), calls("end", "{}", "c2"),
                      says("Nothing to do."), calls("write_file", R"({"path": "b.txt", "content": "two\n"})", "c3"),
                      calls("end", "{}", "c4")});
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    const SessionId id = session->id();
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    QCOMPARE(manifestsIn(kit.kit.log(id)).size(), std::size_t(1));
    session = kit.restart(id); // nothing new: no second one
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    kit.kit.tell(*session, "", "And?");
    QVERIFY(waitFor([&] { return contains(transcriptOf(kit.kit.log(id)), "Nothing to do."); }));
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    QCOMPARE(manifestsIn(kit.kit.log(id)).size(), std::size_t(1));
    kit.kit.tell(*session, "", "Go on");
    QVERIFY(waitFor([&] { return manifestsIn(kit.kit.log(id)).size() == 2 && isAtRest(session, *kit.teams); }));
    QCOMPARE(manifestsIn(kit.kit.log(id)).back().at("files").size(), std::size_t(2));
}

void TestTeamManifest::noneWithoutFiles()
{
    ModelTeamKit kit;
    kit.models->play("Mike", {calls("end", "{}")});
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    QVERIFY(manifestsIn(kit.kit.log(session->id())).empty());
}

/// The manifest tells what exists, not what was intended.
void TestTeamManifest::tellsWhatBecameOfFiles()
{
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"),
                      calls("write_file", R"({"path": "b.txt", "content": "two\n"})", "c2"),
                      calls("ask_human", R"({"question": "Well?"})", "c3"), calls("end", "{}", "c4")});
    session::Session* session = kit.start(writers(), "Build it", {chosen()});
    QVERIFY(waitFor([&] { return !session->state()->openQuestions().empty(); }));
    put(pathOf("a.txt"), "the person's\n");
    QVERIFY(QFile::remove(pathOf("b.txt")));
    QVERIFY(manifestsIn(kit.kit.log(session->id())).empty()); // who waits is not at the end
    kit.kit.submit(*session, DeclineQuestion{session->state()->openQuestions().front().question.id});
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    const nlohmann::json files = manifestsIn(kit.kit.log(session->id())).at(0).at("files");
    QCOMPARE(files[0].at("bytes").get<int>(), 13);
    QCOMPARE(files[0].at("note").get<std::string>(), std::string("changed since by somebody else"));
    QVERIFY(files[1].at("sha256").is_null());
    QCOMPARE(files[1].at("note").get<std::string>(), std::string("no longer there"));
}

void TestTeamManifest::writesOnceFromEveryEvent()
{
    SessionId id;
    std::vector<Event> whole;
    const auto play = [](ScriptedModels& models) {
        models.play("Mike",
                    {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"), calls("end", "{}", "c2")});
    };
    {
        ModelTeamKit kit;
        play(*kit.models);
        session::Session* session = kit.start(writers(), "Build it", {chosen()});
        id = session->id();
        QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
        whole = kit.kit.log(id);
    }
    for (std::size_t length = 3; length <= whole.size(); ++length) {
        QDir(QString::fromStdString(chosen())).removeRecursively();
        QVERIFY(QDir().mkpath(QString::fromStdString(chosen())));
        const std::vector<Event> cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
        if (contains(transcriptOf(cut), "is written:"))
            put(pathOf("a.txt"), "one\n");
        ModelTeamKit kit;
        play(*kit.models);
        storeCut(kit.kit, id, whole, length, SessionKind::Team);
        session::Session* session = kit.kit.open(id);
        QVERIFY(waitFor([&] { return !manifestsIn(kit.kit.log(id)).empty() && isAtRest(session, *kit.teams); }));
        QVERIFY2(manifestsIn(kit.kit.log(id)).size() == 1, transcriptOf(kit.kit.log(id)).c_str());
    }
}

void TestTeamManifest::commitsWhereItIsWanted()
{
    for (const bool isWanted : {false, true}) {
        init();
        put(pathOf("mine.txt"), "the person's\n");
        makeRepository();
        ModelTeamKit kit;
        kit.models->play("Mike", twoFiles());
        session::Session* session = kit.start(writers(), "Build it", {chosen(), isWanted});
        QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
        const nlohmann::json manifest = manifestsIn(kit.kit.log(session->id())).at(0);
        QCOMPARE(manifest.contains("commit"), isWanted);
        QCOMPARE(QFile::exists(pathOf(".git/refs/heads")), true);
        git_repository* repository = nullptr;
        QCOMPARE(git_repository_open(&repository, chosen().c_str()), 0);
        git_object* head = nullptr;
        QCOMPARE(git_revparse_single(&head, repository, "HEAD") == 0, isWanted);
        if (isWanted) {
            const auto* commit = reinterpret_cast<git_commit*>(head);
            const std::string message = git_commit_message(commit);
            QVERIFY2(contains(message, "Quarterdeck: A run\n"), message.c_str());
            QVERIFY(contains(message, "a.txt (Mike)\nold.txt (Mike)\n"));
            QVERIFY(contains(message, "Session: " + session->id().str()));
            QCOMPARE(manifest.at("commit").get<std::string>(), std::string(git_oid_tostr_s(git_commit_id(commit))));
            git_object* mine = nullptr;
            QVERIFY(git_revparse_single(&mine, repository, "HEAD:mine.txt") != 0);
        }
        git_object_free(head);
        git_repository_free(repository);
    }
}

void TestTeamManifest::commitThatFailsIsANotice()
{
    put(pathOf("mine.txt"), "the person's\n");
    makeRepository();
    put(pathOf(".git/MERGE_HEAD"), "0000000000000000000000000000000000000000\n");
    ModelTeamKit kit;
    kit.models->play("Mike", twoFiles());
    session::Session* session = kit.start(writers(), "Build it", {chosen(), true});
    QVERIFY(waitFor([&] { return isAtRest(session, *kit.teams); }));
    const auto log = kit.kit.log(session->id());
    const nlohmann::json manifest = manifestsIn(log).at(0);
    QVERIFY(!manifest.contains("commit"));
    QVERIFY(contains(manifest.at("problem").get<std::string>(), "could not be committed"));
    QVERIFY(contains(textOf(bodiesOf<MessagePublished>(log).back().message), "could not be committed"));
    QCOMPARE(session->state()->runState(), RunState::Finished); // as without
    QCOMPARE(bytesOf(pathOf("a.txt")), QByteArray("two\n"));
}

/// The person let the run end with its budget used up: a following manifest is no reason to ask again.
void TestTeamManifest::budgetThatIsReachedStaysSo()
{
    team::TeamDefinition team = writers();
    team.budget = 0.001;
    ModelTeamKit kit;
    kit.models->play("Mike",
                     {calls("write_file", R"({"path": "a.txt", "content": "one\n"})"), calls("end", "{}", "c2")});
    session::Session* session = kit.start(team, "Build it", {chosen()});
    QVERIFY(waitFor([&] { return !session->state()->openQuestions().empty(); }));
    AnswerQuestion finish;
    finish.id = session->state()->openQuestions().front().question.id;
    finish.option = session->state()->openQuestions().front().question.options.at(1).label;
    kit.kit.submit(*session, finish);
    QVERIFY(waitFor([&] { return manifestsIn(kit.kit.log(session->id())).size() == 1; }));
    for (const char* title : {"One", "Two", "Three"}) // each makes the team look whether there is more to do
        kit.kit.submit(*session, RenameSession{title});
    QVERIFY(waitFor([&] { return !kit.runner(session).isActing(); }));
    QCOMPARE(session->state()->runState(), RunState::Finished);
    QVERIFY(session->state()->openQuestions().empty());
    QCOMPARE(bodiesOf<QuestionAsked>(kit.kit.log(session->id())).size(), std::size_t(1));
}

void TestTeamManifest::tooManyFilesAreCounted()
{
    team::ManifestRequest order{{chosen()}, {}, "A run", SessionId("s")};
    for (int i = 0; i < 1'003; ++i) {
        team::Artifact file;
        file.path = "file" + std::to_string(i);
        file.author = RoleName("Mike");
        order.artifacts.push_back(file);
    }
    const Message told = messageOf(buildManifest(order));
    const nlohmann::json manifest = team::manifestIn(told).json();
    QCOMPARE(manifest.at("files").size(), std::size_t(1'000));
    QCOMPARE(manifest.at("left_out").get<int>(), 3);
    QVERIFY2(contains(textOf(told), "and 953 more"), textOf(told).c_str());
    QVERIFY2(contains(textOf(told), "3 more were created or changed"), textOf(told).c_str());
    order.artifacts.resize(1'000);
    QVERIFY(!team::manifestIn(messageOf(buildManifest(order))).json().contains("left_out"));
}

void TestTeamManifest::readsFromTheNewestManifestOn()
{
    const auto [id, log] = loggedRun();
    QCOMPARE(manifestsIn(log).size(), std::size_t(1));
    QObject context;
    const auto library = std::make_shared<ScriptedLibrary>(&context);
    EngineKit kit(EngineKit::Where::Memory, [&](const auto&) { return library; });
    storeCut(kit, id, log, log.size(), SessionKind::Team);
    session::Session* session = kit.open(id);
    QVERIFY(session != nullptr);
    library->holdReads();
    const team::ManifestRecorder keeper(*session, {chosen()}, [] { return false; });
    const auto after = static_cast<std::size_t>(session->state()->newestNote(team::manifest::action).value);
    QCOMPARE(manifestsIn({log.begin() + static_cast<std::ptrdiff_t>(after) - 1, log.end()}).size(), std::size_t(1));
    QCOMPARE(library->heldReads(), after == log.size() ? std::size_t(0) : std::size_t(1));
    library->releaseReads();
    QVERIFY(waitFor([&] { return keeper.isSettled(); }));
    QVERIFY(library->appends.empty());
}

/// A piece of a long log cannot be read: what else was changed is unknown.
void TestTeamManifest::halfALogIsNotJudged()
{
    auto [id, log] = loggedRun();
    const auto isManifest = [](const Event& event) {
        const auto* one = std::get_if<MessagePublished>(&event.body);
        return one != nullptr && !team::manifestIn(one->message).isNull();
    };
    log.erase(std::ranges::find_if(log, isManifest), log.end());
    for (int i = 0; i < 600; ++i)
        log.push_back({{}, log.back().time, 0, SessionRenamed{"Title " + std::to_string(i)}});
    for (std::size_t i = 0; i < log.size(); ++i)
        log[i].seq = EventSeq{static_cast<std::int64_t>(i + 1)};

    QObject context;
    const auto library = std::make_shared<ScriptedLibrary>(&context);
    EngineKit kit(EngineKit::Where::Memory, [&](const auto&) { return library; });
    storeCut(kit, id, log, log.size(), SessionKind::Team);
    session::Session* session = kit.open(id);
    QVERIFY(session != nullptr);
    library->holdReads();
    {
        team::ManifestRecorder keeper(*session, {chosen()}, [] { return false; });
        QVERIFY(waitFor([&] { return library->heldReads() == 1; }));
        library->failReads(true); // of those that are not yet asked for
        library->releaseRead(0);
        QVERIFY(waitFor([&] { return library->heldReads() == 1; }));
        library->releaseReads();
        keeper.look();
        QVERIFY(!waitFor([&] { return library->appends.size() > 0; }, 50));
        QVERIFY(waitFor([&] { return keeper.isSettled(); }));
    }
    library->failReads(false);
    QVERIFY(manifestsIn(kit.log(id)).empty());
    const team::ManifestRecorder keeper(*session, {chosen()}, [] { return false; });
    QVERIFY(waitFor([&] { return manifestsIn(kit.log(id)).size() == 1; }));
}

} // namespace tst_team_manifest

QUARTERDECK_TEST(tst_team_manifest, TestTeamManifest)
#include "tst_team_manifest.moc"
