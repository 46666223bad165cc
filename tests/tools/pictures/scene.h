#pragma once

#include "app/desktop/application.h"
#include "tests/support/wait.h"
#include "ui/panels/composer.h"
#include "ui/panels/sessions_panel.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDateTime>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTest>

namespace quarterdeck::pictures {

inline constexpr int limitMs = 60'000;

/// One program from start to end, with hands.
class Scene
{
public:
    Scene(QApplication& application, const QString& library, const char* language, const char* theme, bool isDemo,
          const QStringList& files = {})
    {
        app::LaunchOptions options;
        options.library = library;
        options.language = QString::fromLatin1(language);
        options.theme = QString::fromLatin1(theme);
        options.isDemo = isDemo;
        options.demoPace = 0;
        options.files = files;
        m_program = app::Application::start(application, options);
        m_program->window().resize(1440, 900);
    }

    template <typename Widget>
    [[nodiscard]] Widget* shown(const char* name) const
    {
        for (Widget* widget : m_program->window().findChildren<Widget*>(QString::fromLatin1(name)))
            if (widget->isVisible())
                return widget;
        return nullptr;
    }
    [[nodiscard]] bool waitForQuestion() const
    {
        return test::waitFor([this] { return shown<QWidget>("questionCard") != nullptr; }, limitMs);
    }
    [[nodiscard]] bool answer(const QString& own) const
    {
        return waitForQuestion()
            && test::waitFor(
                   [&] {
                       auto* option = shown<QAbstractButton>("questionOption");
                       auto* field = shown<QLineEdit>("questionField");
                       if (option != nullptr && own.isEmpty())
                           QTest::mouseClick(option, Qt::LeftButton);
                       else if (field != nullptr && option == nullptr && field->text().isEmpty())
                           QTest::keyClicks(field, own);
                       else if (field != nullptr && option == nullptr)
                           QTest::keyClick(field, Qt::Key_Return);
                       return own.isEmpty() ? option == nullptr : field == nullptr;
                   },
                   limitMs);
    }
    [[nodiscard]] bool say(const QString& text) const
    {
        auto* edit = m_program->window().findChild<QPlainTextEdit*>(QStringLiteral("composerText"));
        edit->setFocus();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
        return test::waitFor([&] { return edit->toPlainText().isEmpty(); }, limitMs);
    }
    void resize(int width, int height) const { m_program->window().resize(width, height); }
    [[nodiscard]] ui::ActionRegistry& actions() const { return m_program->actions(); }
    [[nodiscard]] ui::transcript::TranscriptView& page() const
    {
        return *m_program->window().findChild<ui::transcript::TranscriptView*>();
    }

    [[nodiscard]] bool save(const QString& path) const
    {
        bool isSaved = false;
        bool isDone = false;
        // The last request may still be on its way through the engine: give it a quiet moment.
        const qint64 quietUntil = QDateTime::currentMSecsSinceEpoch() + 1500;
        (void)test::waitFor([&] { return QDateTime::currentMSecsSinceEpoch() > quietUntil; }, limitMs);
        m_program->workspace().whenPainted([&](bool isPainted) {
            isSaved = isPainted && m_program->window().grab().save(path);
            isDone = true;
        });
        return test::waitFor([&] { return isDone; }, limitMs) && isSaved;
    }

private:
    std::unique_ptr<app::Application> m_program;
};

} // namespace quarterdeck::pictures
