#include "composer_fixture.h"

#include "tests/support/wait.h"

#include <QRegularExpression>
#include <QVBoxLayout>

namespace quarterdeck::test {

using namespace ui;

ComposerMember member(const char* name, const char* profile, int hue)
{
    const QString text = QString::fromLatin1(name);
    return {text, QString::fromLatin1(profile), {text.left(1), hue}, text};
}

void ComposerFixture::open()
{
    m_theme = std::make_unique<theme::ThemeController>(*qApp);
    m_window = std::make_unique<QWidget>();
    m_window->resize(900, 600);
    auto* column = new QVBoxLayout(m_window.get());
    column->setContentsMargins(0, 0, 0, 0);
    column->addStretch(1);
    m_composer = new Composer(*m_theme);
    column->addWidget(m_composer);
    m_members = {member("Mike", "Team Leader", 1), member("Alice", "Product Manager", 2),
                 member("Alex", "Engineer", 4)};
    m_composer->setMembers(m_members);
    const auto preview = [](const QString& typed, Composer::Audience audience) {
        ComposerPreview view;
        view.isRefused = typed.startsWith(QStringLiteral("@Eve"));
        view.isPrivate = typed.startsWith(QStringLiteral("@Al")) && audience != Composer::Audience::Everyone;
        view.canSwitchAudience = typed.startsWith(QStringLiteral("@Al"));
        view.recipients = {{theme::ChipStyle::Kind::Role, QStringLiteral("Mike"), 1, true}};
        view.lanes = {1};
        view.sentence = view.isRefused ? QStringLiteral("Nobody here is called Eve.") : QStringLiteral("Mike acts.");
        return view;
    };
    const auto namesLength = [](const QString& typed) {
        static const QRegularExpression names(QStringLiteral(R"(^\s*(?:@(?:Bob Li|\S+)\s*)+)"));
        return names.match(typed).capturedLength();
    };
    m_composer->setRules(
        {preview, [this](const QString& prefix, const QString&) { return rowsFor(prefix); }, namesLength});
    m_window->show();
    m_window->activateWindow();
    QVERIFY(waitFor([this] { return m_window->isActiveWindow(); }));
    m_composer->focusText();
}

void ComposerFixture::close()
{
    m_window.reset();
    m_theme.reset();
}

std::vector<CompletionRow> ComposerFixture::rowsFor(const QString& prefix) const
{
    std::vector<CompletionRow> rows;
    for (const ComposerMember& one : m_members)
        if (one.name.startsWith(prefix, Qt::CaseInsensitive))
            rows.push_back({one, QStringLiteral("direct"), theme::Icon::Lock, true});
    return rows;
}

} // namespace quarterdeck::test
