#pragma once

#include "tests/support/wait.h"
#include "ui/panels/needs_you_panel.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace quarterdeck::test {

using conversation::QuestionId;
using conversation::Timestamp;
using ui::NeedsYouPanel;
using ui::NeedsYouState;
using ui::QuestionCardState;

inline constexpr std::int64_t start = 1'800'000'000'000;

inline QuestionCardState question(const char* id, const QStringList& options = {})
{
    QuestionCardState view;
    view.id = QuestionId(id);
    view.asker = QStringLiteral("Bob");
    view.look = {QStringLiteral("B"), 3};
    view.text = QStringLiteral("Question ") + QString::fromLatin1(id);
    view.options = options;
    return view;
}

/// The panel in a window, with a clock that stops until the test moves it.
class PanelInWindow
{
protected:
    /// The visible ones of that name, from top to bottom.
    template <typename Widget = QPushButton>
    [[nodiscard]] Widget* part(const char* name, int index = 0) const
    {
        QList<Widget*> shown = m_panel->findChildren<Widget*>(QLatin1String(name));
        shown.removeIf([](const Widget* widget) { return !widget->isVisible(); });
        std::ranges::sort(shown, {}, [](const Widget* widget) {
            const QPoint place = widget->mapToGlobal(QPoint());
            return std::pair(place.y(), place.x());
        });
        return index < shown.size() ? shown[index] : nullptr;
    }
    void open()
    {
        m_now = start;
        m_theme = std::make_unique<ui::theme::ThemeController>(*qApp);
        m_panel = std::make_unique<NeedsYouPanel>(*m_theme, nullptr, [this] { return Timestamp{m_now}; });
        m_panel->resize(320, 400);
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(waitFor([this] { return m_panel->isActiveWindow(); }));
    }
    void close()
    {
        m_panel.reset();
        m_theme.reset();
    }
    void show(std::vector<QuestionCardState> questions)
    {
        NeedsYouState view;
        view.questions = std::move(questions);
        m_panel->setView(view);
        QCoreApplication::processEvents(); // the layout places the cards
    }
    void pass(std::int64_t ms) { m_now += ms; }

    std::unique_ptr<ui::theme::ThemeController> m_theme;
    std::unique_ptr<NeedsYouPanel> m_panel;
    std::int64_t m_now = start;
};

} // namespace quarterdeck::test
