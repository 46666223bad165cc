#include "victim.h"

#include "app/desktop/application.h"
#include "ui/transcript/transcript_page.h"
#include "ui/transcript/transcript_view.h"

#include <QApplication>
#include <QTimer>
#include <cstdio>
#include <future>

namespace quarterdeck::test {

namespace {

void say(const QString& line)
{
    std::printf("%s\n", qPrintable(line));
    std::fflush(stdout); // nothing is flushed by a kill
}

/// Of the only session's open question; what a card shows is in the library.
QString openQuestion(session::Library& library)
{
    using Listed = session::Result<std::vector<session::SessionSummary>>;
    std::promise<Listed> listed;
    library.listSessions([&listed](Listed answer) { listed.set_value(std::move(answer)); });
    const Listed sessions = listed.get_future().get();
    if (!sessions || sessions->size() != 1 || sessions->front().openQuestions.size() != 1)
        return {};
    return QString::fromStdString(sessions->front().openQuestions.front().question.id.str());
}

bool hasQuestionCard(const QWidget& window)
{
    for (const QWidget* card : window.findChildren<QWidget*>(QStringLiteral("questionCard")))
        if (card->isVisible())
            return true;
    return false;
}

} // namespace

int runVictim(const QString& path)
{
    app::LaunchOptions options;
    options.library = path;
    options.language = QStringLiteral("en");
    options.theme = QStringLiteral("light");
    options.isDemo = true;
    options.demoPace = 0.02;
    options.areSamplesOffered = false;
    const auto program = app::Application::start(*qApp, options);
    ui::MainWindow& window = program->window();
    std::int64_t said = -1;
    auto* transcript = window.findChild<ui::transcript::TranscriptView*>();
    QObject::connect(&transcript->page(), &ui::transcript::TranscriptPage::visibleRangeChanged, transcript,
                     [&said](conversation::Ordinal, conversation::Ordinal last, bool) {
                         while (said < last.value)
                             say(QStringLiteral("row %1").arg(++said));
                     });
    QTimer look;
    QObject::connect(&look, &QTimer::timeout, &window, [&] {
        if (hasQuestionCard(window)) {
            say(QStringLiteral("question ") + openQuestion(*program->engine().library()));
            look.stop();
        }
    });
    look.start(5);
    return QApplication::exec();
}

} // namespace quarterdeck::test
