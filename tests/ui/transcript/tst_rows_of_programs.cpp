#include "model/agents/run/artifacts.h"
#include "model/agents/run/session_notes.h"
#include "model/conversation/speaker.h"
#include "page_fixture.h"
#include "presented_row.h"
#include "tests/support/test.h"
#include "ui/present/row_limits.h"
#include "ui/transcript/people_json.h"
#include "ui/transcript/row_presenter.h"

#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_rows_of_programs {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using namespace quarterdeck::test;
using namespace quarterdeck::ui::transcript;
using nlohmann::json;

namespace {

session::Row answeredWith(const QuestionEnd& end)
{
    session::Row row = rowOf(fourOrFive());
    row.amendments = {{{9}, {5'000}, 0, QuestionEnded{QuestionId("q1"), end}}};
    return row;
}

json endOf(const QuestionEnd& end) { return present(answeredWith(end))["question"]["end"]; }

} // namespace

/// What rows say of what programs of others' making say, ask and are called.
class TestRowsOfPrograms final : public QObject
{
    Q_OBJECT
private slots:
    void aFilledInForm_standsBesideTheWords();
    void aMember_whoseNameLooksLikeThePersonsOrTheLeaders_isMarked_data();
    void aMember_whoseNameLooksLikeThePersonsOrTheLeaders_isMarked();
    void theProgramSpeaks_onlyWhereItLives_data();
    void theProgramSpeaks_onlyWhereItLives();
    void answersThatLookAlike_areMarked();
    void whatAProgramTells_bearsItsLevel_data();
    void whatAProgramTells_bearsItsLevel();
    void aProgramThatLeft_wasStoppedByNobody();
};

void TestRowsOfPrograms::aFilledInForm_standsBesideTheWords()
{
    QuestionEnd end;
    end.by = "person";
    end.form = JsonValue(json{{"size", 5}});
    QVERIFY(endOf(end)["form"] == json({{"size", 5}}));
    QVERIFY(endOf(end)["text"] == "");
    end.content = textBlocks("As large as it goes");
    QVERIFY(endOf(end)["text"] == "As large as it goes");
    end.content.clear();
    end.form = JsonValue(json{{"size", std::string(longestNote + 1, 'x')}});
    const json tooLong = endOf(end);
    QVERIFY(!tooLong.contains("form"));
    QVERIFY(tooLong["text"].get<std::string>().starts_with("{\"size\":\"xxx"));
}

void TestRowsOfPrograms::aMember_whoseNameLooksLikeThePersonsOrTheLeaders_isMarked_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("resembled");
    QTest::newRow("the person's") << "You"
                                  << "You";
    QTest::newRow("in other letters") << "Y\u043Eu"
                                      << "You";
    QTest::newRow("with something between") << "Y.o u"
                                            << "You";
    QTest::newRow("the leader's") << "M\u0456ke"
                                  << "Mike";
    QTest::newRow("the program's") << "Qu\u0430rterdeck"
                                   << "Quarterdeck";
    QTest::newRow("honest") << "Researcher"
                            << "";
}

void TestRowsOfPrograms::aMember_whoseNameLooksLikeThePersonsOrTheLeaders_isMarked()
{
    QFETCH(const QString, name);
    QFETCH(const QString, resembled);
    Presentation presentation = threeMembers();
    PresentedMember member = presentation.members.back();
    member.role = RoleName(name.toStdString());
    member.isLeader = false;
    member.addresses = {member.role.as<Address>()};
    presentation.members.push_back(member);
    const json speaker = present(message(name.toUtf8().constData()), {}, presentation)["speaker"];
    QCOMPARE(QString::fromStdString(speaker.value("lookalike", "")), resembled);
    QCOMPARE(QString::fromStdString(speaker.value("key", "")), name); // it is who it is
    QVERIFY(!present(message("Mike"), {}, presentation)["speaker"].contains("lookalike"));
}

void TestRowsOfPrograms::theProgramSpeaks_onlyWhereItLives_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("source");
    QTest::addColumn<bool>("hasMemberOfItsName");
    QTest::addColumn<bool>("isItself");
    const auto row = [](const char* what, SessionKind kind, const char* source, bool hasMember, bool isItself) {
        QTest::newRow(what) << static_cast<int>(kind) << source << hasMember << isItself;
    };
    row("a team of ours, or its log", SessionKind::Team, "", false, true);
    row("a demo", SessionKind::Demo, "", false, true);
    row("a team that a program made", SessionKind::Team, "api:x", false, false);
    row("another program's session", SessionKind::Remote, "api:x", false, false);
    row("a file of another program", SessionKind::Imported, "chat.json", false, false);
    row("a log in which a member is called so", SessionKind::Team, "", true, false);
}

void TestRowsOfPrograms::theProgramSpeaks_onlyWhereItLives()
{
    QFETCH(const int, kind);
    QFETCH(const QString, source);
    QFETCH(const bool, hasMemberOfItsName);
    QFETCH(const bool, isItself);
    ConversationState state;
    SessionStarted started;
    started.kind = static_cast<SessionKind>(kind);
    started.source = source.toStdString();
    state.apply({{1}, {1'000}, 0, started});
    if (hasMemberOfItsName) {
        Role role;
        role.name = RoleName(programName);
        state.apply({{2}, {1'000}, 0, RoleHired{role}});
    }
    const Presentation presentation = presentationOf(state, false, false);
    session::Row note = message("Bob");
    published(note).message = team::resumeNote();
    QCOMPARE(present(note, {}, presentation)["kind"] == "notice", isItself);
    published(note).message.causeBy = team::manifest::action;
    session::Row asked = rowOf(fourOrFive());
    std::get<QuestionAsked>(asked.event.body).question.asker = RoleName(programName);
    for (const session::Row& row : {note, asked}) {
        const json speaker = present(row, {}, presentation)["speaker"];
        QCOMPARE(speaker.contains("program"), isItself);
        QCOMPARE(speaker.value("lookalike", "") == programName, !isItself);
    }
}

void TestRowsOfPrograms::answersThatLookAlike_areMarked()
{
    QuestionAsked asked = fourOrFive();
    QVERIFY(!present(rowOf(asked))["question"].contains("note"));
    asked.question.options = {{"Yes", {}}, {"No", {}}, {"Y\u0435s", {}}};
    const json question = present(rowOf(asked))["question"];
    QVERIFY(question["options"][0].contains("lookalike"));
    QVERIFY(!question["options"][1].contains("lookalike"));
    QVERIFY(question["options"][2].contains("lookalike"));
    QVERIFY(question["note"].get<std::string>().find("look alike") != std::string::npos);
}

void TestRowsOfPrograms::whatAProgramTells_bearsItsLevel_data()
{
    QTest::addColumn<QString>("metadata");
    QTest::addColumn<QString>("level");
    QTest::newRow("an error") << R"({"level": "error"})"
                              << "error";
    QTest::newRow("a warning") << R"({"level": "warning"})"
                               << "warning";
    QTest::newRow("nothing bad") << R"({"level": "info"})"
                                 << "";
    QTest::newRow("something else") << R"({"level": {"error": 1}})"
                                    << "";
    QTest::newRow("nothing at all") << "null"
                                    << "";
}

void TestRowsOfPrograms::whatAProgramTells_bearsItsLevel()
{
    QFETCH(const QString, metadata);
    QFETCH(const QString, level);
    session::Row row = message("Bob", {address::person});
    published(row).message.metadata = JsonValue(json::parse(metadata.toStdString()));
    QCOMPARE(QString::fromStdString(present(row).value("level", "")), level);
}

void TestRowsOfPrograms::aProgramThatLeft_wasStoppedByNobody()
{
    const auto textOf = [](const RunStateChanged& change) {
        return present(rowOf(change))["notice"]["text"].get<std::string>();
    };
    QCOMPARE(textOf({RunState::Stopped, {}, {RunCauseKind::ProgramLeft}}), std::string("The program disconnected."));
    QCOMPARE(textOf({RunState::Stopped, {}, {}}), std::string("The team was stopped."));
    QCOMPARE(textOf({RunState::Running, {}, {RunCauseKind::ProgramBack}}), std::string("The program is back."));
}

} // namespace tst_rows_of_programs

QUARTERDECK_TEST(tst_rows_of_programs, TestRowsOfPrograms)
#include "tst_rows_of_programs.moc"
