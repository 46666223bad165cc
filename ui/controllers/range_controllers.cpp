#include "ui/controllers/range_controllers.h"

#include "model/formats/export/markdown_writer.h"
#include "ui/present/names_and_links.h"
#include "ui/present/routing_text.h"
#include "ui/transcript/transcript_page.h"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QPrintDialog>
#include <QPrinter>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

using conversation::EventSeq;
using conversation::Ordinal;
using session::Result;

namespace {

const QString copyNotice = QStringLiteral("copied");
constexpr std::int64_t rowsPerRead = 200;
/// In characters, roughly: beyond this, a file is the better choice.
constexpr qsizetype mostText = 32 * 1024 * 1024;

bool isMessage(const session::Row& row)
{
    return std::holds_alternative<conversation::MessagePublished>(row.event.body)
        || std::holds_alternative<conversation::QuestionAsked>(row.event.body);
}

} // namespace

CopyController::CopyController(CopyRangeBar& bar, transcript::TranscriptView& view, TranscriptController& transcript,
                               CurrentSession& viewed, NoticeBoard& notices, QObject* parent)
    : QObject(parent)
    , m_bar(bar)
    , m_transcript(transcript)
    , m_viewed(viewed)
    , m_notices(notices)
{
    connect(&m_transcript, &TranscriptController::copyFromRequested, this, &CopyController::begin);
    connect(&m_transcript, &TranscriptController::channelShown, this, [this] {
        m_bar.close();
        stop();
    });
    using namespace transcript::calls;
    view.page().onCall<CopyRange>(this, [this](const CopyRange& call) { copySelected(call.first, call.last); });
    view.page().onCall<Choose>(this, [this](const Choose& call) {
        if (m_bar.isOpen() && !m_work)
            withRow(call.seq, [this](Ordinal row) { copyTo(row); });
    });
    connect(&m_bar, &CopyRangeBar::toEndRequested, this, [this] { copyTo({m_transcript.rowCount() - 1}); });
    connect(&m_bar, &CopyRangeBar::closed, this, &CopyController::stop);
}

void CopyController::begin(EventSeq first)
{
    stop();
    withRow(first, [this](Ordinal row) {
        m_chosen = row;
        m_bar.setRange({row.value + 1, 0, 0});
        m_bar.open();
    });
}

void CopyController::withRow(EventSeq seq, std::function<void(Ordinal)> call)
{
    m_viewed.library().ordinalOf(
        m_viewed.id(), m_transcript.channel(), seq,
        m_receiver.wrap<Result<Ordinal>>([this, wanted = ++m_wanted, call = std::move(call)](Result<Ordinal> row) {
            if (wanted == m_wanted && row)
                call(*row);
        }));
}

void CopyController::copyTo(Ordinal end)
{
    if (m_viewed.isEmpty() || !m_viewed.state() || m_work)
        return;
    const auto [first, last] = std::minmax({m_chosen, end});
    start(first, last, false);
}

void CopyController::copySelected(Ordinal first, Ordinal last)
{
    m_bar.close();
    stop();
    if (m_viewed.isEmpty() || !m_viewed.state())
        return;
    if (last.value - first.value >= rowsPerRead) // else it is done before the bar could be read
        m_bar.open();
    start(first, last, true);
}

void CopyController::start(Ordinal first, Ordinal last, bool isSelection)
{
    m_work = Work{first, last, first, m_viewed.asOf(), m_viewed.state(), {}};
    m_work->isSelection = isSelection;
    readOn();
}

/// Thread: the library's.
CopyController::Piece CopyController::markdownOf(const session::Rows& rows,
                                                 const conversation::ConversationState& state)
{
    Piece piece;
    for (const session::Row& row : rows.rows) {
        piece.text += formats::markdownRow(state, row.event, row.amendments) + QLatin1Char('\n');
        piece.messages += isMessage(row) ? 1 : 0;
    }
    return piece;
}

/// The page also asks this for a single message that it cannot hand over.
QString CopyController::whyWhole(bool isOne)
{
    return isOne ? tr("The whole message was copied as written: it is too long or too far out of view to copy in part "
                      "or as text.")
                 : tr("The selection is long, so its first and last messages were copied in full.");
}

void CopyController::readOn()
{
    const std::int64_t count = m_work->last.value - m_work->first.value + 1;
    const std::int64_t read = m_work->next.value - m_work->first.value;
    m_bar.setRange({m_work->first.value + 1, count, read});
    const auto taken = m_receiver.wrap<Result<Piece>>([this, wanted = ++m_wanted](const Result<Piece>& piece) {
        if (wanted == m_wanted && m_work)
            take(piece);
    });
    const auto piece = static_cast<std::int32_t>(std::min(rowsPerRead, count - read));
    m_viewed.library().readRows(
        {m_viewed.id(), m_transcript.channel(), m_work->next, piece, m_work->asOf},
        [taken, state = m_work->state](const Result<session::Rows>& rows) {
            taken(rows.map([&](const session::Rows& found) { return markdownOf(found, *state); }));
        });
    m_work->next.value += piece;
}

void CopyController::take(const Result<Piece>& piece)
{
    if (!piece)
        return refuse(wording::text(piece.error().sentence));
    m_work->text += piece->text;
    m_work->messages += piece->messages;
    if (m_work->text.size() > mostText)
        return refuse(tr("That is too much to copy; export the session instead."));
    if (m_work->next > m_work->last)
        finish();
    else
        readOn();
}

void CopyController::finish()
{
    m_work->text.chop(1); // the gap to a next row
    QGuiApplication::clipboard()->setText(m_work->text);
    const int count = m_work->messages;
    const QString why = m_work->isSelection ? whyWhole(m_work->first == m_work->last) : QString();
    m_bar.close();
    stop();
    m_notices.post(
        {copyNotice, view::NoticeTone::Plain, tr("%n message(s) copied as Markdown.", nullptr, count), why, {}, true},
        m_viewed.id());
}

void CopyController::refuse(const QString& sentence)
{
    m_bar.close();
    stop();
    m_notices.post({copyNotice, view::NoticeTone::Danger, sentence, tr("Nothing was copied."), {}}, m_viewed.id());
}

void CopyController::stop()
{
    ++m_wanted;
    m_work.reset();
}

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
    connect(&m.view.page(), &transcript::TranscriptPage::visibleRangeChanged, this,
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
        m.notices.post({printNotice,
                        view::NoticeTone::Danger,
                        wording::text(report.error->sentence),
                        tr("Nothing was printed."),
                        {}},
                       m.viewed.id());
    else if (!report.isCancelled)
        m.notices.post({printNotice, view::NoticeTone::Plain, done, {}, {}, true}, m.viewed.id());
}

} // namespace quarterdeck::ui
