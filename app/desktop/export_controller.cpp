#include "app/desktop/export_controller.h"

#include "app/services/language.h"
#include "app/services/packages.h"
#include "model/formats/export/session_writer.h"
#include "ui/dialogs/export_dialog.h"
#include "ui/present/visible_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QLocale>
#include <QRegularExpression>
#include <QTimer>
#include <QWidget>
#include <algorithm>
#include <array>
#include <utility>

namespace quarterdeck::app {

using transfer::ExportJob;
using transfer::ExportReport;
using ui::view::NoticeTone;

namespace {

struct Sentences
{
    Q_DECLARE_TR_FUNCTIONS(Export)
};

struct FormatWords
{
    const char* format;
    const char* title;
    const char* description;
};

constexpr std::array formatWords = {
    FormatWords{"qdeck", QT_TRANSLATE_NOOP("Export", "Quarterdeck"),
                QT_TRANSLATE_NOOP("Export",
                                  "Everything in one file, with images and files: to send, to open on its own, or to "
                                  "add to another library.")},
    FormatWords{
        "jsonl", QT_TRANSLATE_NOOP("Export", "Quarterdeck (JSON lines)"),
        QT_TRANSLATE_NOOP(
            "Export",
            "The whole log, which can be imported again unchanged. Images and files go into a folder beside it.")},
    FormatWords{
        "markdown", QT_TRANSLATE_NOOP("Export", "Markdown"),
        QT_TRANSLATE_NOOP("Export", "To read, or to paste elsewhere. Images and files go into a folder beside it.")},
    FormatWords{"html", QT_TRANSLATE_NOOP("Export", "Web page"),
                QT_TRANSLATE_NOOP("Export",
                                  "One file that looks like the conversation here, with its images and without "
                                  "scripts: to send, keep or print.")},
    FormatWords{"openai", QT_TRANSLATE_NOOP("Export", "OpenAI chat"),
                QT_TRANSLATE_NOOP("Export", "JSON: the messages as OpenAI's chat models accept them.")},
    FormatWords{"anthropic", QT_TRANSLATE_NOOP("Export", "Anthropic messages"),
                QT_TRANSLATE_NOOP("Export", "JSON: the messages as Anthropic's models accept them.")},
    FormatWords{"agentscope", QT_TRANSLATE_NOOP("Export", "AgentScope"),
                QT_TRANSLATE_NOOP("Export", "JSON: a list of AgentScope messages.")},
    FormatWords{"metagpt", QT_TRANSLATE_NOOP("Export", "MetaGPT team"),
                QT_TRANSLATE_NOOP("Export", "JSON: a team.json as MetaGPT saves it, with the team and its history.")},
};

ui::view::ExportFormatRow rowOf(const formats::ExportFormat& format)
{
    const QString ending = text(format.ending).mid(1);
    const auto words = std::ranges::find_if(formatWords, [&](const auto& one) { return one.format == format.name; });
    if (words == formatWords.end())
        return {text(format.name), text(format.name), {}, ending};
    return {text(format.name), Sentences::tr(words->title), Sentences::tr(words->description), ending};
}

QList<ui::view::ExportFormatRow> rows()
{
    QList<ui::view::ExportFormatRow> rows;
    for (const formats::ExportFormat& format : formats::exportFormats())
        rows.append(rowOf(format));
    return rows;
}

QString exampleText(const transfer::ExportExample& example)
{
    const QString place = Sentences::tr("Message %1").arg(example.message);
    const QString speaker = ui::wording::visibleText(example.speaker).simplified();
    return place + (speaker.isEmpty() ? QString() : QStringLiteral(" · ") + speaker) + QStringLiteral(" · ")
        + ui::wording::visibleText(example.text).simplified();
}

ui::view::ExportPreview previewOf(const ExportReport& report)
{
    ui::view::ExportPreview preview;
    for (const formats::Loss& loss : report.losses)
        preview.losses.append(text(loss.sentence));
    for (const formats::Redaction& redaction : report.redactions) {
        ui::view::ExportRedaction row{text(redaction.sentence), {}, redaction.places};
        for (const transfer::ExportExample& example : report.examples)
            if (example.kind == redaction.kind)
                row.examples.append(exampleText(example));
        preview.redactions.append(std::move(row));
    }
    if (report.error)
        preview.failure = text(report.error->sentence);
    return preview;
}

/// The title, safe to show as a file name.
QString titleWithoutSecrets(const QString& title, const std::vector<std::string>& keys)
{
    static const QRegularExpression mark(QStringLiteral(R"(\[redacted: \w+\])"));
    QString clean = text(formats::Redactor(transfer::homeFolders(), 0, keys).redacted(title.toStdString()));
    return clean.replace(mark, QStringLiteral("[redacted]"));
}

/// The keys that an export of the window takes out: the connections', and the environment's.
std::vector<std::string> withEnvironment(const std::vector<std::string>& keys)
{
    std::vector<std::string> all = transfer::keysOfEnvironment();
    all.insert(all.end(), keys.begin(), keys.end());
    return all;
}

const QString exportNotice = QStringLiteral("export");

/// At most this many places of each kind can be inspected before the file is written.
constexpr int mostExamples = 200;

} // namespace

ExportController::ExportController(std::shared_ptr<session::Library> library, const ui::theme::ThemeController& theme,
                                   ui::NoticeBoard& notices, QWidget& window, ReadKeys readKeys,
                                   std::chrono::milliseconds patience)
    : QObject(&window)
    , m_library(std::move(library))
    , m_theme(theme)
    , m_notices(notices)
    , m_window(window)
    , m_readKeys(std::move(readKeys))
    , m_patience(patience)
{ }

void ExportController::open(const session::SessionId& session, const QString& title)
{
    delete m_dialog; // of another session, perhaps
    m_session = session;
    m_title = title;
    m_dialog = new ui::ExportDialog(m_theme, title, &rows, &m_window);
    m_dialog->setTitleWithoutSecrets(titleWithoutSecrets(title, withEnvironment({}))); // until the keys are read
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &ui::ExportDialog::choiceChanged, this, qOverload<>(&ExportController::preview));
    connect(m_dialog, &ui::ExportDialog::exportChosen, this, &ExportController::write);
    connect(m_dialog, &QDialog::finished, this, [this] { m_preview.reset(); });
    preview();
    m_dialog->open();
}

void ExportController::preview()
{
    // The keyring may ask the person to unlock it, and the dialog may be closed or show another format by then.
    m_readKeys([self = QPointer(this), dialog = m_dialog, format = m_dialog->format(),
                isRedacted = m_dialog->isRedacted()](const KeyManager::Keys& keys) {
        if (self && dialog && self->m_dialog == dialog && dialog->format() == format
            && dialog->isRedacted() == isRedacted)
            self->preview(keys);
    });
}

void ExportController::preview(const KeyManager::Keys& keys)
{
    transfer::ExportRequest request;
    request.keys = withEnvironment(keys.keys);
    m_dialog->setTitleWithoutSecrets(titleWithoutSecrets(m_title, request.keys));
    request.session = m_session;
    request.format = m_dialog->format().toStdString();
    request.isRedacted = m_dialog->isRedacted();
    request.write = [](std::string_view) { return true; };
    request.examplesOfAKind = mostExamples;
    m_preview = std::make_unique<ExportJob>(m_library, std::move(request));
    connect(m_preview.get(), &ExportJob::progressed, m_dialog, [this](qint64 events, qint64 total) {
        constexpr qint64 whole = 100;
        m_dialog->setProgress(static_cast<int>(whole * events / std::max<qint64>(total, 1)));
    });
    connect(m_preview.get(), &ExportJob::finished, m_dialog,
            [this, isComplete = keys.isComplete](const ExportReport& report) {
                ui::view::ExportPreview preview = previewOf(report);
                if (!isComplete)
                    preview.redactions.append(
                        {tr("Some keys of your model connections could not be read from the keyring. They are removed "
                            "only where their format or name gives them away."),
                         {},
                         0});
                m_dialog->setPreview(preview);
            });
    m_preview->start();
}

void ExportController::write(const ui::view::ExportChoice& choice)
{
    transfer::ExportRequest request;
    request.session = m_session;
    request.path = choice.path.toStdString();
    request.format = choice.format.toStdString();
    request.isRedacted = choice.isRedacted;
    request.packages = packageFiles();
    m_readKeys([self = QPointer(this), request = std::move(request), path = choice.path](const KeyManager::Keys& keys) {
        if (!self)
            return;
        transfer::ExportRequest whole = request;
        whole.keys = withEnvironment(keys.keys);
        auto* job = new ExportJob(self->m_library, std::move(whole), self);
        self->follow(*job, self->freeNotice(), path);
        job->start();
    });
}

QString ExportController::freeNotice() const
{
    QString notice = exportNotice;
    for (int number = 1; m_running.contains(notice); ++number)
        notice = exportNotice + u'.' + QString::number(number);
    return notice;
}

void ExportController::follow(ExportJob& job, const QString& notice, const QString& path)
{
    m_running.insert(notice);
    auto* patience = new QTimer(&job);
    patience->setSingleShot(true);
    connect(patience, &QTimer::timeout, this, [this, &job, notice, path] { tellProgress(job, notice, path, {}); });
    patience->start(m_patience);
    connect(&job, &ExportJob::progressed, this,
            [this, &job, patience, notice, path, last = QElapsedTimer()](qint64 events, qint64 total) mutable {
                constexpr qint64 pauseMs = 300; // nobody reads faster
                if (patience->isActive() || (last.isValid() && last.elapsed() < pauseMs))
                    return;
                last.start();
                const QLocale locale;
                tellProgress(job, notice, path,
                             Sentences::tr("%1 of %2 events.").arg(locale.toString(events), locale.toString(total)));
            });
    connect(&job, &ExportJob::finished, this, [this, &job, patience, notice, path](const ExportReport& report) {
        patience->stop();
        m_running.remove(notice);
        job.deleteLater();
        tell(notice, path, report);
    });
}

void ExportController::tellProgress(ExportJob& job, const QString& notice, const QString& path, const QString& howFar)
{
    ui::view::Notice told{notice,
                          NoticeTone::Plain,
                          Sentences::tr("Exporting to %1…").arg(QFileInfo(path).fileName()),
                          howFar,
                          {Sentences::tr("Cancel"), [running = QPointer(&job)] {
                               if (running)
                                   running->cancel();
                           }}};
    told.isUpdate = !howFar.isEmpty();
    m_notices.post(told);
}

/// A report of removals or losses stays until it is read, since the file is not everything that is here.
void ExportController::tell(const QString& notice, const QString& path, const ExportReport& report)
{
    if (report.error) {
        const NoticeTone tone = report.isCancelled ? NoticeTone::Plain : NoticeTone::Danger;
        m_notices.post(
            {notice, tone, text(report.error->sentence), Sentences::tr("Nothing was saved."), {}, report.isCancelled});
        return;
    }
    const QString what = Sentences::tr("Exported to %1.").arg(QDir::toNativeSeparators(path));
    QStringList meaning{Sentences::tr("%n event(s).", nullptr, static_cast<int>(report.events))};
    for (const formats::Redaction& redaction : report.redactions)
        meaning.append(text(redaction.sentence));
    for (const formats::Loss& loss : report.losses)
        meaning.append(text(loss.sentence));
    const int missing = static_cast<int>(report.attachmentsLeftOut);
    if (missing > 0)
        meaning.append(Sentences::tr("%n attachment(s) are missing from the export: the library has lost them.",
                                     nullptr, missing));
    const bool isAll = report.redactions.empty() && report.losses.empty() && missing == 0;
    m_notices.post(
        {notice, isAll ? NoticeTone::Plain : NoticeTone::Limit, what, ui::wording::paragraph(meaning), {}, isAll});
}

} // namespace quarterdeck::app
