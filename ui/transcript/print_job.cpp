#include "ui/transcript/print_job.h"

#include "model/session/safe_files.h"
#include "ui/transcript/print_sheet.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QPageSize>
#include <QPointer>
#include <QPrinter>
#include <QSaveFile>
#include <QThreadPool>
#include <QWebEngineView>

namespace quarterdeck::ui::transcript {

namespace {

/// A thousand rows take some seconds, but the engine can be kept busy for ever.
constexpr int patienceMs = 180'000;
constexpr QMarginsF margins{15, 14, 15, 15}; // mm

/// Empty if all of it is in the file.
QString writeWhole(const QString& path, const QByteArray& bytes)
{
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && session::commitAtomically(file))
        return {};
    return file.errorString();
}

} // namespace

QPageLayout usualPage()
{
    const bool isLetter = QLocale().measurementSystem() == QLocale::ImperialUSSystem;
    return {QPageSize(isLetter ? QPageSize::Letter : QPageSize::A4), QPageLayout::Portrait, margins,
            QPageLayout::Millimeter};
}

PrintJob::PrintJob(std::shared_ptr<session::Library> library, const theme::Theme& look, PrintRequest request,
                   QObject* parent)
    : QObject(parent)
    , m_rows(static_cast<int>(request.last.value - request.first.value + 1))
{
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] { fail(tr("The pages took too long to create.")); });
    m_sheet = std::make_unique<PrintSheet>(std::move(library), look, std::move(request));
    connect(m_sheet.get(), &PrintSheet::drawn, this, [this](int rows) { emit progressed(rows, m_rows, false); });
    // Queued, since the sheet emits it from within a call and is then deleted.
    connect(
        m_sheet.get(), &PrintSheet::failed, this, [this](const session::Error& error) { finish({error}); },
        Qt::QueuedConnection);
}

PrintJob::~PrintJob()
{
    if (m_view)
        m_view->setPage(nullptr);
}

void PrintJob::toPdf(const QString& path, const QPageLayout& layout)
{
    begin([this, path, layout] { makePdf(path, layout); });
}

void PrintJob::toPrinter(std::unique_ptr<QPrinter> printer)
{
    m_printer = std::move(printer);
    begin([this] { print(); });
}

void PrintJob::begin(std::function<void()> whenReady)
{
    connect(
        m_sheet.get(), &PrintSheet::ready, this,
        [this, call = std::move(whenReady)] {
            if (m_isFinished)
                return;
            emit progressed(m_rows, m_rows, true);
            m_patience.start(patienceMs);
            call();
        },
        Qt::QueuedConnection);
    m_sheet->load();
}

void PrintJob::makePdf(const QString& path, const QPageLayout& layout)
{
    m_sheet->webPage().printToPdf(
        [job = QPointer(this), path](const QByteArray& pdf) {
            if (!job || job->m_isFinished)
                return;
            if (pdf.isEmpty())
                job->fail(tr("The pages could not be created."));
            else
                job->save(path, pdf);
        },
        layout);
}

/// On a pool thread, since a disk may be slow.
void PrintJob::save(const QString& path, const QByteArray& pdf)
{
    m_isWriting = true;
    m_patience.stop(); // a slow disk is no fault of the pages
    const auto written = m_receiver.wrap<QString>([this, path](const QString& problem) {
        if (problem.isEmpty())
            finish({});
        else
            fail(tr("“%1” could not be written: %2").arg(QDir::toNativeSeparators(path), problem));
    });
    QThreadPool::globalInstance()->start([written, path, pdf] { written(writeWhole(path, pdf)); });
}

void PrintJob::print()
{
    m_view = std::make_unique<QWebEngineView>();
    m_view->setPage(&m_sheet->webPage());
    connect(
        m_view.get(), &QWebEngineView::printFinished, this,
        [this](bool isOk) {
            if (isOk)
                finish({});
            else
                fail(tr("The printer “%1” could not print it.").arg(m_printer->printerName()));
        },
        Qt::QueuedConnection);
    m_view->print(m_printer.get());
}

void PrintJob::cancel()
{
    if (!m_isWriting)
        finish({std::nullopt, true});
}

void PrintJob::fail(const QString& sentence)
{
    finish({session::Error{conversation::ErrorCode::Io, sentence.toStdString(), {}}});
}

void PrintJob::finish(PrintReport report)
{
    if (m_isFinished)
        return;
    m_isFinished = true;
    emit finished(report);
}

} // namespace quarterdeck::ui::transcript
