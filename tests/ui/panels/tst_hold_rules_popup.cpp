#include "tests/support/wait.h"
#include "tests/support/widgets_test.h"
#include "ui/panels/hold_rules_popup.h"
#include "ui/theme/form_parts.h"
#include "ui/theme/labels.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <memory>

namespace tst_hold_rules_popup {

using namespace quarterdeck;
using namespace quarterdeck::ui;
using conversation::HoldRule;
using conversation::HoldRuleId;
using conversation::RoleName;

namespace {

HoldRulesState twoRules()
{
    HoldRule deploy;
    deploy.id = HoldRuleId("1");
    deploy.name = "deploy";
    deploy.from = {RoleName("Alex")};
    deploy.text = "deploy";
    HoldRule other;
    other.id = HoldRuleId("2");
    other.isOn = false;
    other.to = {conversation::address::person};
    return {{deploy, other}, {"Mike", "Alex", "David"}};
}

} // namespace

/// What is held, rule by rule, and a new one as a sentence.
class TestHoldRulesPopup final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup() { m_window.reset(); }
    void rules_areSentencesWithASwitch();
    void everything_isTheFirst();
    void newRule_isWhatTheSentenceSays();
    void badPattern_isExplainedAndNotAdded();
    void preview_isAskedForAndShown();
    void like_beginsWithWhoSaysItToWhom();
    void whatIsWritten_staysWhenRulesChange();

private:
    template <typename T>
    [[nodiscard]] QList<T*> all(const char* name) const
    {
        QList<T*> found;
        for (T* one : m_popup->findChildren<T*>(QString::fromLatin1(name)))
            if (one->isVisibleTo(m_popup))
                found.append(one);
        return found;
    }
    [[nodiscard]] QLineEdit* text() const { return m_popup->findChild<QLineEdit*>(QStringLiteral("rules.text")); }
    [[nodiscard]] QPushButton* add() const { return m_popup->findChild<QPushButton*>(QStringLiteral("rules.add")); }
    [[nodiscard]] QString preview() const
    {
        return m_popup->findChild<theme::TextLabel*>(QStringLiteral("rules.preview"))->text();
    }
    void choose(const char* name, const QString& entry) const
    {
        auto* choice = m_popup->findChild<theme::ComboBox*>(QString::fromLatin1(name));
        choice->setCurrentIndex(choice->findText(entry));
    }

    theme::ThemeController m_theme{*qApp};
    std::unique_ptr<QWidget> m_window;
    HoldRulesPopup* m_popup = nullptr;
};

void TestHoldRulesPopup::init()
{
    m_window = std::make_unique<QWidget>();
    m_window->resize(600, 300);
    m_window->show();
    m_popup = new HoldRulesPopup(m_theme, m_window.get());
    m_popup->setRules(twoRules());
    m_popup->openBelow(*m_window);
}

void TestHoldRulesPopup::rules_areSentencesWithASwitch()
{
    const auto sentences = all<theme::TextLabel>("rules.sentence");
    QCOMPARE(sentences.size(), 3);
    QCOMPARE(sentences.at(1)->text(),
             QStringLiteral("deploy: Hold what Alex says to another if the text contains “deploy”"));
    QCOMPARE(sentences.at(2)->text(), QStringLiteral("Hold what any member says to you"));
    const auto switches = all<QCheckBox>("rules.on");
    QVERIFY(switches.at(1)->isChecked() && !switches.at(2)->isChecked());
    QSignalSpy set(m_popup, &HoldRulesPopup::ruleSet);
    QTest::mouseClick(switches.at(1), Qt::LeftButton);
    const auto changed = set.front().front().value<HoldRule>();
    QVERIFY(changed.id == HoldRuleId("1") && !changed.isOn && changed.text == "deploy");
    QSignalSpy removed(m_popup, &HoldRulesPopup::ruleRemoved);
    QTest::mouseClick(all<QToolButton>("rules.remove").at(1), Qt::LeftButton);
    QCOMPARE(removed.front().front().value<HoldRuleId>(), HoldRuleId("2"));
}

void TestHoldRulesPopup::everything_isTheFirst()
{
    QCOMPARE(all<theme::TextLabel>("rules.sentence").at(0)->text(), QStringLiteral("Hold everything"));
    QSignalSpy set(m_popup, &HoldRulesPopup::ruleSet);
    QTest::mouseClick(all<QCheckBox>("rules.on").at(0), Qt::LeftButton);
    const auto rule = set.front().front().value<HoldRule>();
    QVERIFY(rule.id == conversation::holdsEverything && rule.isOn);
    QCOMPARE(all<QToolButton>("rules.remove").size(), 2); // it is only switched
}

void TestHoldRulesPopup::newRule_isWhatTheSentenceSays()
{
    QSignalSpy set(m_popup, &HoldRulesPopup::ruleSet);
    choose("rules.from", QStringLiteral("Alex"));
    choose("rules.to", QStringLiteral("you"));
    choose("rules.how", QStringLiteral("if it matches"));
    QTest::keyClicks(text(), QStringLiteral("\\bdeploy"));
    QTest::keyClicks(m_popup->findChild<QLineEdit*>(QStringLiteral("rules.name")), QStringLiteral(" publish "));
    QTest::mouseClick(add(), Qt::LeftButton);
    const auto rule = set.front().front().value<HoldRule>();
    QVERIFY(rule.id.isEmpty() && rule.isOn);
    QVERIFY(rule.from == std::set<RoleName>{RoleName("Alex")});
    QVERIFY(rule.to == conversation::AddressSet{conversation::address::person});
    QVERIFY(rule.isPattern && rule.text == "\\bdeploy" && rule.name == "publish");
    QVERIFY(text()->text().isEmpty());
}

void TestHoldRulesPopup::badPattern_isExplainedAndNotAdded()
{
    choose("rules.how", QStringLiteral("if it matches"));
    QTest::keyClicks(text(), QStringLiteral("(deploy"));
    QVERIFY(!add()->isEnabled());
    QVERIFY(preview().contains(QStringLiteral("(deploy")));
    QSignalSpy set(m_popup, &HoldRulesPopup::ruleSet);
    QTest::keyClick(text(), Qt::Key_Return);
    QVERIFY(set.empty());
    QTest::keyClicks(text(), QStringLiteral(")"));
    QVERIFY(add()->isEnabled());
}

void TestHoldRulesPopup::preview_isAskedForAndShown()
{
    QSignalSpy wanted(m_popup, &HoldRulesPopup::previewWanted);
    QTest::keyClicks(text(), QStringLiteral("dep"));
    QVERIFY(test::waitFor([&] { return !wanted.empty(); }));
    QCOMPARE(wanted.back().front().value<HoldRule>().text, std::string("dep"));
    m_popup->setPreview({3, 50});
    QVERIFY(preview().contains(QStringLiteral("3 of the last 50")));
    m_popup->setPreview({0, 50});
    QVERIFY(preview().contains(QStringLiteral("none of the last 50")));
    m_popup->setPreview({0, 0});
    QVERIFY(!preview().contains(QStringLiteral("50")));
}

void TestHoldRulesPopup::like_beginsWithWhoSaysItToWhom()
{
    m_popup->begin("Alex", "David");
    QSignalSpy set(m_popup, &HoldRulesPopup::ruleSet);
    QTest::mouseClick(add(), Qt::LeftButton);
    const auto rule = set.front().front().value<HoldRule>();
    QVERIFY(rule.from.contains(RoleName("Alex")) && rule.to.contains(conversation::Address("David")));
}

void TestHoldRulesPopup::whatIsWritten_staysWhenRulesChange()
{
    choose("rules.from", QStringLiteral("David"));
    QTest::keyClicks(text(), QStringLiteral("half"));
    HoldRulesState more = twoRules();
    more.members.emplace_back("Eve");
    more.rules.pop_back();
    m_popup->setRules(more);
    QCOMPARE(text()->text(), QStringLiteral("half"));
    QCOMPARE(m_popup->findChild<theme::ComboBox*>(QStringLiteral("rules.from"))->currentText(),
             QStringLiteral("David"));
    QCOMPARE(m_popup->findChild<theme::TextLabel*>(QStringLiteral("rules.count"))->text(), QStringLiteral("1 of 64"));
}

} // namespace tst_hold_rules_popup

QUARTERDECK_WIDGETS_TEST(tst_hold_rules_popup, TestHoldRulesPopup)
#include "tst_hold_rules_popup.moc"
