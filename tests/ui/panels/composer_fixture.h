#pragma once

#include "tests/support/pictures.h"
#include "ui/panels/composer.h"
#include "ui/theme/theme.h"

#include <QPlainTextEdit>
#include <QTest>
#include <memory>
#include <vector>

namespace quarterdeck::test {

[[nodiscard]] ui::ComposerMember member(const char* name, const char* profile, int hue);

/// The composer at the foot of a window, with rules of a few lines: "@Al…" is private, "@Eve" is nobody, "@Bob Li" one.
class ComposerFixture
{
protected:
    void open();
    void close();
    [[nodiscard]] QPlainTextEdit* edit() const { return part<QPlainTextEdit>("composerText"); }
    [[nodiscard]] QWidget* popup() const { return part<QWidget>("completionPopup"); }
    template <typename Widget>
    [[nodiscard]] Widget* part(const char* name) const
    {
        return m_window->findChild<Widget*>(QLatin1String(name));
    }
    void type(const QString& text) { QTest::keyClicks(edit(), text); }
    [[nodiscard]] std::vector<ui::CompletionRow> rowsFor(const QString& prefix) const;

    std::unique_ptr<ui::theme::ThemeController> m_theme;
    std::unique_ptr<QWidget> m_window;
    ui::Composer* m_composer = nullptr;
    std::vector<ui::ComposerMember> m_members;
};

} // namespace quarterdeck::test
