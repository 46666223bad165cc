#include "model/agents/run/teams.h"
#include "model/agents/script/script.h"
#include "tests/support/test.h"

#include <QFile>
#include <QFloat16>
#include <QIODevice>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

namespace tst_script {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using team::loadScript;
using team::Script;
using team::ScriptStep;

/// Reading scripts: errors are named by file and step.
class TestScript final : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void demoIsPlayable_data();
    void demoIsPlayable();
    void languagesDifferInWordsOnly();
    void missingLanguageFallsBackToEnglish();
    void faultsAreNamed_data();
    void faultsAreNamed();
    void missingFileIsNamed();
    void brokenJsonIsNamed();

private:
    [[nodiscard]] Result<Script> loadText(const std::string& text, const std::string& language = "en") const;

    QTemporaryDir m_folder;
    nlohmann::json m_small; ///< a script that is right
};

void TestScript::initTestCase()
{
    m_small = nlohmann::json::parse(R"({
        "format": "quarterdeck-script", "version": 1, "title": "Small", "idea": {"en": "Go", "zh_CN": "开始"},
        "roles": [{"name": "Mike", "profile": "Team Leader", "leader": true}, {"name": "Bob", "profile": "Architect"}],
        "steps": [
            {"id": "plan", "role": "Mike", "after": ["idea"], "to": ["Bob"], "content": [{"text": ["One", "two"]}]},
            {"id": "size", "role": "Bob", "kind": "ask", "after": ["plan"],
             "question": {"text": "Size?", "options": [{"label": "4×4", "default": true, "values": {"n": "4"}}],
                          "otherwise": {"answer": "4×4", "n": "4"}}},
            {"id": "design", "role": "Bob", "after": ["size"], "to": ["Mike"], "content": [{"text": "{{size}} {{size.n}}"}]},
            {"id": "end", "role": "Mike", "kind": "end", "after": ["design"]}
        ]})");
}

Result<Script> TestScript::loadText(const std::string& text, const std::string& language) const
{
    const QString path = m_folder.filePath(QStringLiteral("small.json"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0)
        return tl::make_unexpected(Error{ErrorCode::Io, "cannot write", {}});
    file.close();
    return loadScript(path.toStdString(), language);
}

void TestScript::demoIsPlayable_data()
{
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("title");
    QTest::newRow("English") << "en"
                             << "Build a 2048 game";
    QTest::newRow("Chinese") << "zh_CN" << QStringLiteral("做一个 2048 游戏");
}

void TestScript::demoIsPlayable()
{
    QFETCH(QString, language);
    QFETCH(QString, title);
    const auto script = loadScript(team::demoScriptPath, language.toStdString());
    QVERIFY2(script.has_value(), script ? "" : script.error().sentence.c_str());
    QCOMPARE(QString::fromStdString(script->settings.title), title);
    QCOMPARE(script->settings.kind, SessionKind::Demo);
    QCOMPARE(script->settings.budget, std::optional(3.0));
    QCOMPARE(script->team.size(), std::size_t(5));
    QCOMPARE(script->images.size(), std::size_t(2));
    for (const auto& [name, image] : script->images)
        QVERIFY(image.bytes.size() > 1000 && image.bytes.size() < 100'000);
    for (const Role& role : script->team)
        QVERIFY(script->replies.at(role.name).size() >= 2);
}

void TestScript::languagesDifferInWordsOnly()
{
    const Script english = *loadScript(team::demoScriptPath, "en");
    const Script chinese = *loadScript(team::demoScriptPath, "zh_CN");
    QCOMPARE(english.steps.size(), chinese.steps.size());
    for (std::size_t i = 0; i < english.steps.size(); ++i) {
        QCOMPARE(english.steps[i].id, chinese.steps[i].id);
        QCOMPARE(english.steps[i].content.size(), chinese.steps[i].content.size());
        for (std::size_t b = 0; b < english.steps[i].content.size(); ++b) {
            const auto* one = std::get_if<TextBlock>(&english.steps[i].content[b]);
            const auto* other = std::get_if<TextBlock>(&chinese.steps[i].content[b]);
            QCOMPARE(one == nullptr, other == nullptr);
            if (one != nullptr)
                QVERIFY2(one->text != other->text, english.steps[i].id.c_str());
        }
    }
}

void TestScript::missingLanguageFallsBackToEnglish()
{
    const auto script = loadText(m_small.dump(), "fr");
    QVERIFY(script.has_value());
    QCOMPARE(script->idea, std::string("Go"));
    QCOMPARE(loadText(m_small.dump(), "zh_CN")->idea, std::string("开始"));
    QCOMPARE(std::get<TextBlock>(script->steps[0].content[0]).text, std::string("One\ntwo"));
}

void TestScript::faultsAreNamed_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* pointer, const char* value, const char* where) {
        QTest::newRow(name) << QString::fromUtf8(pointer) << QString::fromUtf8(value) << QString::fromUtf8(where);
    };
    row("no script", "/format", "\"other\"", "head");
    row("newer version", "/version", "2", "head");
    row("no title", "/title", "5", "head");
    row("no leader", "/roles/0/leader", "false", "roles");
    row("two of one name", "/roles/1/name", "\"Mike\"", "roles");
    row("stranger acts", "/steps/0/role", "\"Eve\"", "plan");
    row("unknown kind", "/steps/0/kind", "\"sing\"", "plan");
    row("unknown block", "/steps/0/content", "[{\"song\": \"la\"}]", "plan");
    row("unknown image", "/steps/0/content", "[{\"image\": \"none.png\"}]", "plan");
    row("says nothing", "/steps/0/content", "[]", "plan");
    row("to nobody", "/steps/2/to", "[]", "design");
    row("leader to two", "/steps/0/to", "[\"Bob\", \"Alice\"]", "plan");
    row("waits for what is later", "/steps/1/after", "[\"design\"]", "size");
    row("waits for what nobody tells", "/steps/0/to", "[\"Alice\"]", "size");
    row("not the leader has the idea", "/steps/1/after", "[\"idea\"]", "size");
    row("same id twice", "/steps/2/id", "\"size\"", "size");
    row("quotes no question", "/steps/0/content", "[{\"text\": \"{{size}}\"}]", "plan");
    row("quotes an unknown value", "/steps/2/content", "[{\"text\": \"{{size.m}}\"}]", "design");
    row("question without a way out", "/steps/1/question/otherwise", "{}", "size");
    row("wrong type", "/steps/1/after", "5", "size");
}

void TestScript::faultsAreNamed()
{
    QFETCH(QString, pointer);
    QFETCH(QString, value);
    QFETCH(QString, where);
    QVERIFY(loadText(m_small.dump()).has_value());
    nlohmann::json broken = m_small;
    broken[nlohmann::json::json_pointer(pointer.toStdString())] = nlohmann::json::parse(value.toStdString());
    const auto script = loadText(broken.dump());
    QVERIFY(!script.has_value());
    QCOMPARE(script.error().code, ErrorCode::BadInput);
    const QString sentence = QString::fromStdString(script.error().sentence);
    QVERIFY2(sentence.contains(QStringLiteral("small.json")) && sentence.contains(where), qPrintable(sentence));
}

void TestScript::missingFileIsNamed()
{
    const auto script = loadScript("/nowhere/none.json", "en");
    QVERIFY(!script.has_value());
    QVERIFY(QString::fromStdString(script.error().sentence).contains(QStringLiteral("none.json")));
}

void TestScript::brokenJsonIsNamed()
{
    const auto script = loadText("{\"format\": ");
    QVERIFY(!script.has_value());
    QVERIFY(QString::fromStdString(script.error().sentence).contains(QStringLiteral("small.json")));
}

} // namespace tst_script

QUARTERDECK_TEST(tst_script, TestScript)
#include "tst_script.moc"
