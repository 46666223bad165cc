// Makes the README's pictures: the program itself plays the demo, is answered, spoken to and replayed, and its window
// is grabbed. Usage: pictures OUT_DIR RECORDING.json

#include "app/program.h"
#include "support/wait.h"
#include "ui/composer/composer.h"
#include "ui/sessions/sessions_panel.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/transcript_view.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QTest>
#include <cstdio>

using namespace quarterdeck;

namespace {

constexpr int limitMs = 60'000;

/// One program from start to end, with hands.
class Scene
{
public:
    Scene(QApplication& application, const QString& library, const char* language, const char* theme, bool isDemo,
          const QStringList& files = {})
    {
        app::ProgramOptions options;
        options.library = library;
        options.language = QString::fromLatin1(language);
        options.theme = QString::fromLatin1(theme);
        options.isDemo = isDemo;
        options.demoPace = 0;
        options.files = files;
        m_program = app::Program::start(application, options);
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
    [[nodiscard]] ui::ActionRegistry& actions() const { return m_program->actions(); }
    [[nodiscard]] ui::transcript::TranscriptView& page() const
    {
        return *m_program->window().findChild<ui::transcript::TranscriptView*>();
    }

    [[nodiscard]] bool save(const QString& path) const
    {
        bool isSaved = false;
        bool isDone = false;
        // What was asked for last may still be on its way through the engine: give it a moment of quiet.
        const qint64 quietUntil = QDateTime::currentMSecsSinceEpoch() + 1500;
        (void)test::waitFor([&] { return QDateTime::currentMSecsSinceEpoch() > quietUntil; }, limitMs);
        m_program->workspace().whenPainted([&](bool isPainted) {
            isSaved = isPainted && m_program->window().grab().save(path);
            isDone = true;
        });
        return test::waitFor([&] { return isDone; }, limitMs) && isSaved;
    }

private:
    std::unique_ptr<app::Program> m_program;
};

bool playThrough(QApplication& application, const QDir& out, const QString& library)
{
    const Scene scene(application, library, "en", "light", true);
    if (!scene.waitForQuestion() || !scene.save(out.filePath(QStringLiteral("demo.png"))))
        return false;
    if (!scene.answer({}) || !scene.say(QStringLiteral("@Bob Is the leaderboard really out? Sales asked me twice."))
        || !scene.save(out.filePath(QStringLiteral("private.png"))))
        return false;
    if (!scene.answer(QStringLiteral("Twenty Forty-Eight")))
        return false;
    scene.actions()[ui::ActionId::ViewReplay].trigger();
    if (!test::waitFor([&] { return scene.page().shown().asOf.has_value(); }, limitMs))
        return false;
    scene.actions()[ui::ActionId::ReplayStart].trigger();
    if (!test::waitFor([&] { return scene.page().shown().total <= 1; }, limitMs))
        return false;
    scene.actions()[ui::ActionId::ReplayNextQuestion].trigger();
    return scene.save(out.filePath(QStringLiteral("replay.png")));
}

bool demoAs(QApplication& application, const QString& path, const QString& library, const char* language,
            const char* theme)
{
    const Scene scene(application, library, language, theme, true);
    return scene.waitForQuestion() && scene.save(path);
}

} // namespace

int main(int argc, char** argv)
{
    ui::transcript::registerTranscriptScheme();
    QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
    QApplication application(argc, argv);
    ui::transcript::prepareRendering();
    if (argc != 3) {
        std::fprintf(stderr, "usage: pictures OUT_DIR RECORDING.json\n");
        return 2;
    }
    const QDir out(QString::fromLocal8Bit(argv[1]));
    const QTemporaryDir folder;
    qputenv("XDG_CONFIG_HOME", folder.path().toUtf8());
    bool isGood =
        out.mkpath(QStringLiteral(".")) && playThrough(application, out, folder.filePath(QStringLiteral("a.db")));
    isGood = isGood
        && demoAs(application, out.filePath(QStringLiteral("dark.png")), folder.filePath(QStringLiteral("b.db")), "en",
                  "dark");
    isGood = isGood
        && demoAs(application, out.filePath(QStringLiteral("zh.png")), folder.filePath(QStringLiteral("c.db")), "zh_CN",
                  "light");
    {
        const Scene scene(application, folder.filePath(QStringLiteral("d.db")), "en", "light", false,
                          {QString::fromLocal8Bit(argv[2])});
        isGood = isGood && test::waitFor([&] { return scene.page().shown().total > 0; }, limitMs)
            && scene.save(out.filePath(QStringLiteral("imported.png")));
    }
    return isGood ? 0 : 1;
}
