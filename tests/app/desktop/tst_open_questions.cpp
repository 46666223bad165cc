#include "mcp_asking.h"
#include "model/session/post.h"
#include "program_fixture.h"
#include "tests/app/support/instance_asker.h"
#include "tests/support/page_test.h"
#include "ui/present/names_and_links.h"
#include "ui/present/sessions.h"

#include <QLabel>
#include <QTest>
#include <algorithm>
#include <optional>

namespace tst_open_questions {

using namespace quarterdeck;
using namespace quarterdeck::test;

namespace {

const QString name = QStringLiteral("questions.db");
const QByteArray question = R"({"question": "Which licence?", "options": ["MIT", "Apache-2.0"]})";

} // namespace

/// A question of an agent of another program is found, wherever the person comes from.
class TestOpenQuestions final : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_program.emplace(); }
    void itIsShown_data();
    void itIsShown();

private:
    enum class Way { List, NeedsYou, LinkAtStart, LinkOfLaterStart, LinkWhileAnotherIsOpen };

    [[nodiscard]] const QWidget* shown(const char* widget) const
    {
        const auto all = (*m_program)->window().findChildren<QWidget*>(QString::fromLatin1(widget));
        const auto found = std::ranges::find_if(all, [](const QWidget* one) { return one->isVisible(); });
        return found == all.end() ? nullptr : *found;
    }
    [[nodiscard]] std::optional<ui::view::SessionRow> listed() const
    {
        const auto& model = (*m_program)->window().findChild<ui::SessionsPanel*>()->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            const QVariant session = model.index(row).data(ui::SessionListModel::RowRole);
            if (const auto one = session.value<ui::view::SessionRow>(); one.questions > 0)
                return one;
        }
        return std::nullopt;
    }
    /// To the question itself; empty if it is not in the log.
    [[nodiscard]] QString link();
    void start(const QStringList& files = {})
    {
        m_program->start(name, [&](app::LaunchOptions& options) {
            options.port = m_port;
            options.files = files;
        });
        // Whatever had any width comes back as wide as the screen, which here has no room for the docks.
        (*m_program)->window().resize(1440, 900);
    }
    [[nodiscard]] bool go(Way way, const QString& link);

    quint16 m_port = freePort();
    std::optional<ProgramFixture> m_program;
};

QString TestOpenQuestions::link()
{
    using Events = session::Result<std::vector<session::Event>>;
    const conversation::SessionId id(listed()->id.toStdString());
    const session::CallbackGuard receiver(this);
    std::optional<Events> events;
    (*m_program)->engine().library()->readEvents(id, {0}, 100, receiver.wrap<Events>([&](Events read) {
        events = std::move(read);
    }));
    if (!waitFor([&] { return events.has_value(); }, ProgramFixture::longMs) || !*events)
        return {};
    for (const session::Event& event : **events)
        if (std::holds_alternative<conversation::QuestionAsked>(event.body))
            return ui::wording::MessageLink{id, event.seq}.text();
    return {};
}

bool TestOpenQuestions::go(Way way, const QString& link)
{
    const QString id = listed()->id;
    switch (way) {
    case Way::List:
        emit(*m_program)->window().findChild<ui::SessionsPanel*>()->sessionChosen(id);
        return true;
    case Way::NeedsYou:
        if (!waitFor([&] { return shown("needsYouOther") != nullptr; }, ProgramFixture::longMs))
            return false;
        QTest::mouseClick(const_cast<QWidget*>(shown("needsYouOther")), Qt::LeftButton);
        return true;
    case Way::LinkAtStart:
        m_program->end();
        start({link});
        return true;
    case Way::LinkOfLaterStart:
    case Way::LinkWhileAnotherIsOpen: {
        return test::InstanceAsker(m_program->path(name), app::ShowWindow{{link}}).next().has_value();
    }
    }
    return false;
}

void TestOpenQuestions::itIsShown_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<bool>("isStartedAnew");
    QTest::newRow("chosen in the list") << Way::List << false;
    QTest::newRow("chosen in Needs you") << Way::NeedsYou << false;
    QTest::newRow("a link, when the program starts") << Way::LinkAtStart << false;
    QTest::newRow("a link, of a later start") << Way::LinkOfLaterStart << false;
    QTest::newRow("a link, while another session is open") << Way::LinkWhileAnotherIsOpen << false;
    QTest::newRow("chosen in the list after a restart") << Way::List << true;
    QTest::newRow("chosen in Needs you after a restart") << Way::NeedsYou << true;
    QTest::newRow("a link after a restart, of a later start") << Way::LinkOfLaterStart << true;
}

void TestOpenQuestions::itIsShown()
{
    QFETCH(Way, way);
    QFETCH(bool, isStartedAnew);
    start();
    const Asking asking(m_port, question);
    QVERIFY(waitFor([&] { return listed().has_value(); }, ProgramFixture::longMs));
    const QString link = this->link();
    QVERIFY(!link.isEmpty());
    std::optional<Asking> other;
    if (isStartedAnew) {
        m_program->end();
        start();
        QVERIFY(waitFor([&] { return listed().has_value(); }, ProgramFixture::longMs));
    }
    if (way == Way::LinkWhileAnotherIsOpen) {
        other.emplace(m_port, R"({"text": "Look elsewhere"})", "notify_human");
        QVERIFY(waitFor([&] { return !other->result().isEmpty(); }, ProgramFixture::longMs));
        QVERIFY(waitFor([&] { return m_program->listedSessions() == 2; }, ProgramFixture::longMs));
        const auto& model = (*m_program)->window().findChild<ui::SessionsPanel*>()->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto one = model.index(row).data(ui::SessionListModel::RowRole).value<ui::view::SessionRow>();
            if (!one.id.isEmpty() && one.questions == 0)
                (*m_program)->workspace().openSession(conversation::SessionId(one.id.toStdString()));
        }
    }
    QVERIFY(go(way, link));
    QVERIFY(waitFor([&] { return shown("questionCard") != nullptr; }, ProgramFixture::longMs));
    QVERIFY(waitFor([&] { return listed() && listed()->questions == 1; }, ProgramFixture::longMs));
    m_program->end();
}

} // namespace tst_open_questions

QUARTERDECK_PAGE_TEST(tst_open_questions, TestOpenQuestions)
#include "tst_open_questions.moc"
