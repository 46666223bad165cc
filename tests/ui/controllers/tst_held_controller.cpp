#include "desk.h"
#include "model/conversation/channel.h"
#include "tests/support/widgets_test.h"
#include "ui/controllers/held_controller.h"
#include "ui/panels/held_card.h"
#include "ui/panels/hold_bar.h"
#include "ui/panels/hold_rules_popup.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace tst_held_controller {

using namespace quarterdeck;
using namespace quarterdeck::conversation;
using test::said;
using test::waitFor;
using ui::ActionId;

namespace {

/// The panel and the bar on a desk with a session whose members talk.
struct Steered : test::Desk
{
    Steered() { static_cast<void>(show(session->id())); }

    void speak(const char* text, const char* from = "Alex") { kit.submit(session, said(from, text, "David")); }
    [[nodiscard]] bool comesToShow(const char* text) const
    {
        return waitFor([&] { return isShown() && card().text == QString::fromLatin1(text); });
    }
    [[nodiscard]] bool comesToShowNothing() const
    {
        return waitFor([&] { return !isShown(); });
    }
    [[nodiscard]] bool isShown() const { return !panel.heldCard().isHidden(); }
    [[nodiscard]] const ui::HeldCardState& card() const { return panel.heldCard().view(); }
    [[nodiscard]] QStringList delivered() const
    {
        QStringList texts;
        for (const session::Event& event : kit.log(session->id()))
            if (const auto* published = std::get_if<MessagePublished>(&event.body); published && !published->route.hold)
                texts << QString::fromStdString(textOf(published->message));
        return texts;
    }
    [[nodiscard]] session::Rows rows() const
    {
        std::optional<session::Rows> found;
        kit.library->readRows({session->id(), channel::everything, {0}, 200, {}},
                              [&](session::Result<session::Rows> read) { found = read ? *read : session::Rows(); });
        kit.settle();
        return found.value_or(session::Rows());
    }
    /// Of the last message.
    [[nodiscard]] bool isNewsFor(const char* role) const
    {
        const auto published = std::get<MessagePublished>(kit.log(session->id()).back().body);
        return std::ranges::any_of(published.route.deliveries, [&](const Delivery& one) {
            return one.role == RoleName(role) && one.makesActive();
        });
    }
    void emitReleased(const ui::HeldEdit& edit = {}) { emit panel.heldCard().released(card().seq, edit); }

    session::Session* session = kit.create("first");
    ui::ActionRegistry actions{theme};
    ui::NeedsYouPanel panel{theme};
    ui::HoldBar bar{theme, actions};
    ui::HoldRulesPopup rules{theme, &bar};
    ui::HeldController controller{{panel, bar, rules, bar}, viewed, actions, notices};
};

} // namespace

/// Held messages of the session shown.
class TestHeldController final : public QObject
{
    Q_OBJECT
private slots:
    void holdEverything_andLetGo();
    void otherWords();
    void dropped_andItsSpeakerIsTold();
    void dropped_withoutAWord();
    void whatReachesOthersNow_isAskedAgain();
    void aReadThatIsLeft_isBegunAnew();
    void theChosenOneIsShown();
    void step_letsTheOldestGo();
    void allGo();
    void stopHolding_leavesWhatWaits();
    void replay_showsNone();
    void anotherSession_hasItsOwn();
    void whatCannotBeStored_isSaid();
    void rule_isSetAndTriedOnWhatWasSaid();
};

void TestHeldController::holdEverything_andLetGo()
{
    Steered s;
    QVERIFY(s.bar.isHidden() && s.comesToShowNothing());
    QVERIFY(s.actions[ActionId::RunHold].isEnabled() && !s.actions[ActionId::RunStepMessage].isEnabled());
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    QVERIFY(s.actions[ActionId::RunHold].isChecked());
    s.speak("deploy it");
    QVERIFY(s.comesToShow("deploy it"));
    QCOMPARE(s.card().speaker, QStringLiteral("Alex"));
    QVERIFY(s.card().recipients.contains(QStringLiteral("David")));
    QVERIFY(s.delivered().isEmpty());
    s.emitReleased();
    QVERIFY(s.comesToShowNothing());
    QCOMPARE(s.delivered(), QStringList{"deploy it"});
}

void TestHeldController::otherWords()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("deploy it");
    QVERIFY(s.comesToShow("deploy it"));
    s.emitReleased({QStringLiteral("stage it"), "Bob"});
    QVERIFY(s.comesToShowNothing());
    QCOMPARE(s.delivered(), QStringList{"stage it"});
    QVERIFY(s.isNewsFor("Bob"));
}

void TestHeldController::dropped_andItsSpeakerIsTold()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("deploy it");
    QVERIFY(s.comesToShow("deploy it"));
    emit s.panel.heldCard().dropped(s.card().seq, {QStringLiteral("too early"), true});
    QVERIFY(s.comesToShowNothing());
    QCOMPARE(s.delivered().size(), 1); // to Alex
    QVERIFY(s.delivered().front().contains(QStringLiteral("deploy it")));
    QVERIFY(s.delivered().front().contains(QStringLiteral("too early")));
    QCOMPARE(s.session->state()->role(RoleName("David"))->unread(), std::int64_t(0));
    QVERIFY(s.session->state()->role(RoleName("Alex"))->unread() > 0);
}

void TestHeldController::dropped_withoutAWord()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("deploy it");
    QVERIFY(s.comesToShow("deploy it"));
    emit s.panel.heldCard().dropped(s.card().seq, {{}, false});
    QVERIFY(s.comesToShowNothing());
    QVERIFY(s.delivered().isEmpty());
}

/// It was held while only David would have got it.
void TestHeldController::whatReachesOthersNow_isAskedAgain()
{
    Steered s;
    s.kit.submit(s.session, SetPublicChat{false});
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("deploy it");
    QVERIFY(s.comesToShow("deploy it"));
    s.kit.submit(s.session, SetPublicChat{true});
    s.emitReleased();
    QVERIFY(waitFor([&] { return s.panel.heldCard().findChild<QWidget*>("held.problem") != nullptr; }));
    QVERIFY(s.delivered().isEmpty());
    ui::HeldEdit anyway;
    anyway.mayReachOthers = true;
    s.emitReleased(anyway);
    QVERIFY(s.comesToShowNothing());
    QCOMPARE(s.delivered(), QStringList{"deploy it"});
}

/// Its text is being read when another session is shown.
void TestHeldController::aReadThatIsLeft_isBegunAnew()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    session::Session* other = s.kit.create("other");
    s.kit.library->holdReads();
    s.speak("deploy it");
    QVERIFY(waitFor([&] { return s.kit.library->heldReads() > 0; }));
    QVERIFY(s.show(other->id()));
    s.kit.library->releaseReads();
    s.kit.settle();
    QVERIFY(s.show(s.session->id()));
    QVERIFY(s.comesToShow("deploy it"));
}

void TestHeldController::theChosenOneIsShown()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("one");
    s.speak("two", "Bob");
    QVERIFY(s.comesToShow("one"));
    QVERIFY(waitFor([&] { return s.card().others == 1; }));
    QSignalSpy wanted(&s.controller, &ui::HeldController::panelRequested);
    s.controller.choose(s.session->state()->held().back()->seq);
    QCOMPARE(wanted.size(), 1);
    QVERIFY(s.comesToShow("two"));
    s.emitReleased();
    QVERIFY(s.comesToShow("one")); // the oldest again
}

void TestHeldController::step_letsTheOldestGo()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("one");
    s.speak("two");
    QVERIFY(waitFor([&] { return s.actions[ActionId::RunStepMessage].isEnabled(); }));
    s.actions[ActionId::RunStepMessage].trigger();
    QVERIFY(s.comesToShow("two"));
    QCOMPARE(s.delivered(), QStringList{"one"});
}

void TestHeldController::allGo()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    for (const char* text : {"one", "two", "three"})
        s.speak(text);
    QVERIFY(s.comesToShow("one"));
    s.bar.findChild<QPushButton*>(QStringLiteral("hold.all"))->click();
    QVERIFY(s.comesToShowNothing());
    QCOMPARE(s.delivered(), (QStringList{"one", "two", "three"}));
    QVERIFY(!s.bar.isHidden()); // it holds on
}

void TestHeldController::stopHolding_leavesWhatWaits()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("one");
    QVERIFY(s.comesToShow("one"));
    s.bar.findChild<QPushButton*>(QStringLiteral("hold.stop"))->click();
    QVERIFY(waitFor([&] { return s.session->state()->holdRules().empty(); }));
    QVERIFY(waitFor([&] { return !s.actions[ActionId::RunHold].isChecked(); }));
    QVERIFY(s.isShown() && !s.bar.isHidden());
    s.speak("two", "Bob");
    QCOMPARE(s.delivered(), QStringList{"two"});
    s.emitReleased();
    QVERIFY(waitFor([&] { return s.bar.isHidden(); }));
}

void TestHeldController::replay_showsNone()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("one");
    QVERIFY(s.comesToShow("one"));
    QVERIFY(s.replayAt(s.session->state()->lastSeq()));
    QVERIFY(s.comesToShowNothing());
    QVERIFY(s.bar.isHidden());
    QVERIFY(!s.actions[ActionId::RunHold].isEnabled());
    s.viewed.endReplay();
    QVERIFY(s.comesToShow("one"));
}

void TestHeldController::anotherSession_hasItsOwn()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("one");
    QVERIFY(s.comesToShow("one"));
    session::Session* other = s.kit.create("second");
    QVERIFY(s.show(other->id()));
    QVERIFY(s.comesToShowNothing());
    QVERIFY(s.bar.isHidden());
    HoldRule everything;
    everything.id = holdsEverything;
    s.kit.submit(other, SetHoldRule{everything});
    s.kit.submit(other, said("Alex", "two", "David"));
    QVERIFY(s.show(s.session->id()));
    QVERIFY(s.show(other->id())); // before what the first holds was read
    QVERIFY(s.comesToShow("two"));
    QVERIFY(s.card().session == other->id());
}

void TestHeldController::whatCannotBeStored_isSaid()
{
    Steered s;
    s.actions[ActionId::RunHold].trigger();
    QVERIFY(waitFor([&] { return !s.bar.isHidden(); }));
    s.speak("one");
    QVERIFY(s.comesToShow("one"));
    s.kit.library->refuseAppends(1);
    QSignalSpy told(&s.notices, &ui::NoticeBoard::posted);
    s.emitReleased();
    QVERIFY(waitFor([&] { return !told.empty(); }));
    QVERIFY(s.isShown());
    QVERIFY(s.delivered().isEmpty());
    s.kit.library->refuseAppends(1);
    s.actions[ActionId::RunHold].trigger(); // to stop holding
    QVERIFY(waitFor([&] { return told.size() == 2; }));
    QVERIFY(s.actions[ActionId::RunHold].isChecked());
}

void TestHeldController::rule_isSetAndTriedOnWhatWasSaid()
{
    Steered s;
    for (const char* text : {"deploy it", "all is well", "Deployed."})
        s.speak(text);
    s.speak("deploy what?", "Bob");
    HoldRule rule;
    rule.from = {RoleName("Alex")};
    rule.text = "deploy";
    const session::Rows rows = s.rows();
    const ui::HoldPreview preview = ui::present::holdPreview(*s.session->state(), rule, rows.rows);
    QCOMPARE(preview.held, 2);
    QCOMPARE(preview.of, 4);
    emit s.rules.ruleSet(rule);
    QVERIFY(waitFor([&] { return s.session->state()->holdRules().size() == 1; }));
    s.speak("deploy it again");
    QVERIFY(s.comesToShow("deploy it again"));
    emit s.rules.ruleRemoved(s.session->state()->holdRules().front().id);
    QVERIFY(waitFor([&] { return s.session->state()->holdRules().empty(); }));
}

} // namespace tst_held_controller

QUARTERDECK_WIDGETS_TEST(tst_held_controller, TestHeldController)
#include "tst_held_controller.moc"
