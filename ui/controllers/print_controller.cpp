#include "ui/controllers/print_controller.h"

#include "ui/present/routing_text.h"
#include "ui/present/safe_file_name.h"

#include <QDir>
#include <QFileDialog>
#include <QPrintDialog>
#include <QPrinter>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using transcript::mostPrintedRows;
using transcript::PrintJob;
using transcript::PrintReport;

namespace {
const QString printNotice = QStringLiteral("print");
}

PrintController::PrintController(const Dependencies& parts, QObject* parent) : QObject(parent), m(parts)
{
    connect(&m.actions[ActionId::SessionPrint], &QAction::triggered, this, [this] { ask(false); });
    connect(&m.actions[ActionId::SessionPrintToPdf], &QAction::triggered, this, [this] { ask(true); });
    connect(&m.view, &transcript::TranscriptView::visibleRangeChanged, this,
            [this](conversation::Ordinal, conversation::Ordinal last) { m_lastInSight = last; });
    connect(&m.transcript, &TranscriptController::channelShown, this, [this] {
        if (m.bar.isAsking())
            m.bar.close();
    });
    connect(&m.bar, &PrintBar::fileRequested, this, &PrintController::askForFile);
    connect(&m.bar, &PrintBar::paperRequested, this, &PrintController::askForPrinter);
    connect(&m.bar, &PrintBar::closed, this, [this] {
        if (m_job != nullptr)
            m_job->cancel();
    });
}

PrintController::~PrintController() = default;

/// The whole of a short channel; of a long one, the rows up to those in sight.
void PrintController::ask(bool toFile)
{
    const std::int64_t total = m.transcript.rowCount();
    if (m_job != nullptr || total == 0)
        return;
    const std::int64_t last =
        total <= mostPrintedRows ? total : std::clamp(m_lastInSight.value + 1, mostPrintedRows, total);
    m.bar.ask({std::max<std::int64_t>(1, last - mostPrintedRows + 1), last, total, mostPrintedRows, toFile});
}

void PrintController::askForFile(std::int64_t first, std::int64_t last)
{
    auto* dialog = new QFileDialog(m.bar.window(), tr("Print to PDF"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("pdf"));
    dialog->setNameFilter(tr("PDF documents (*.pdf)"));
    dialog->selectFile(safeNameOfTitle(requestOf(first, last).title, dialog->defaultSuffix()));
    connect(dialog, &QFileDialog::fileSelected, this,
            [this, first, last](const QString& path) { toFile(first, last, path); });
    dialog->open();
}

void PrintController::askForPrinter(std::int64_t first, std::int64_t last)
{
    auto printer = std::make_shared<std::unique_ptr<QPrinter>>(std::make_unique<QPrinter>());
    (*printer)->setPageLayout(transcript::usualPage());
    (*printer)->setDocName(requestOf(first, last).title);
    auto* dialog = new QPrintDialog(printer->get(), m.bar.window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setOption(QPrintDialog::PrintPageRange, false); // the bar asked for messages
    connect(dialog, qOverload<>(&QDialog::accepted), this, [this, first, last, printer] {
        if (PrintJob* job = begin(first, last, tr("Sent to the printer “%1”.").arg((*printer)->printerName())))
            job->toPrinter(std::move(*printer));
    });
    dialog->open();
}

void PrintController::toFile(std::int64_t first, std::int64_t last, const QString& path)
{
    if (PrintJob* job = begin(first, last, tr("Printed to %1.").arg(QDir::toNativeSeparators(path))))
        job->toPdf(path);
}

transcript::PrintRequest PrintController::requestOf(std::int64_t first, std::int64_t last) const
{
    const auto& state = m.viewed.state();
    return {m.viewed.id(),
            m.transcript.channel(),
            m.viewed.asOf(),
            {first - 1},
            {last - 1},
            m.transcript.rowCount(),
            wording::text(m.viewed.title()),
            m.channels.currentSentence(),
            m.view.language(),
            transcript::presentationOf(*state, m.viewed.isReplaying(), m.viewed.live()->isImportedSession())};
}

PrintJob* PrintController::begin(std::int64_t first, std::int64_t last, const QString& done)
{
    // A dialog may have been open while another session was chosen.
    if (m_job != nullptr || !m.viewed.state() || last > m.transcript.rowCount())
        return nullptr;
    m_job = new PrintJob(m.library, m.theme.theme(), requestOf(first, last), this);
    connect(m_job, &PrintJob::progressed, &m.bar, &PrintBar::showProgress);
    connect(m_job, &PrintJob::finished, this, [this, done](const PrintReport& report) { finish(report, done); });
    m.bar.showProgress(0, static_cast<int>(last - first + 1), false);
    return m_job;
}

void PrintController::finish(const PrintReport& report, const QString& done)
{
    std::exchange(m_job, nullptr)->deleteLater();
    m.bar.close();
    if (report.error)
        emit noticeRaised({printNotice,
                           view::NoticeTone::Danger,
                           wording::text(report.error->sentence),
                           tr("Nothing was printed."),
                           {}});
    else if (!report.isCancelled)
        emit noticeRaised({printNotice, view::NoticeTone::Plain, done, {}, {}, true});
}

} // namespace quarterdeck::ui
