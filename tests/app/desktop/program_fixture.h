#pragma once

#include "app/desktop/application.h"
#include "tests/support/wait.h"
#include "ui/panels/session_list_model.h"
#include "ui/panels/sessions_panel.h"

#include <QTemporaryDir>
#include <functional>
#include <memory>

namespace quarterdeck::test {

/// The program with its window and a folder of its own, where its settings are too.
class ProgramFixture
{
public:
    static constexpr int longMs = 60'000;

    ProgramFixture();

    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& bytes) const;
    [[nodiscard]] QByteArray read(const QString& name) const;

    /// Starts it on the library of this name, without samples.
    void start(const QString& library, const std::function<void(app::LaunchOptions&)>& change = {});
    void end() { m_program.reset(); }
    [[nodiscard]] app::Application& operator*() const { return *m_program; }
    [[nodiscard]] app::Application* operator->() const { return m_program.get(); }

    /// What the banner with this id says, waited for; empty if it does not come.
    [[nodiscard]] QString banner(const QString& id) const;
    /// Names of those that show.
    [[nodiscard]] QStringList banners() const;
    [[nodiscard]] int listedSessions() const
    {
        return m_program->window().findChild<ui::SessionsPanel*>()->model().sessionCount();
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<app::Application> m_program;
};

} // namespace quarterdeck::test
