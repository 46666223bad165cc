#pragma once

#include "model/agents/provider/model_connection.h"
#include "program_fixture.h"
#include "tests/model_server/model_server.h"
#include "ui/dialogs/new_session_dialog.h"

#include <QString>
#include <optional>
#include <string>
#include <vector>

namespace quarterdeck::test {

/// Asks to write a poem into a file, and says when it has.
extern const char* const writingScript;
/// `text`: JSON; a mistake in it ends the test.
[[nodiscard]] model_server::Script scriptOf(const std::string& text);

/// The program's window, for tests in which a team on a model server works.
class TeamWindow
{
protected:
    /// A program with settings of its own, and no team of the person's.
    void reset();
    /// Begins a session of a single agent, or of another team, on that server, with this task.
    void begin(const model_server::ModelServer& server, const QString& library, const QString& idea,
               const QString& folder = {}, const QString& team = QStringLiteral("Single agent"));
    void chooseFolder(ui::NewSessionDialog& dialog, const QString& folder);
    /// The dialog, opened.
    [[nodiscard]] ui::NewSessionDialog& open() const;
    template <typename Widget>
    [[nodiscard]] Widget* shown(const char* name) const
    {
        for (Widget* widget : (*m_program)->window().findChildren<Widget*>(QString::fromLatin1(name)))
            if (widget->isVisible())
                return widget;
        return nullptr;
    }
    [[nodiscard]] bool pageSays(const QString& words) const;
    /// A button of the notice with this id: "button", "otherButton" or "close".
    void press(const QString& notice, const char* which) const;
    /// What a notice says below its first line.
    [[nodiscard]] QString meaning(const QString& notice) const;
    /// Shows the only session: a notice about a team stands with its session.
    void showIt() const;
    /// The id of the notice that begins so, waited for.
    [[nodiscard]] QString noticeLike(const QString& beginning) const;

    std::optional<ProgramFixture> m_program;
    std::vector<team::ModelConnection> m_others; ///< besides the one that a session begins with
};

} // namespace quarterdeck::test
