#include "ui/controllers/copy_controller.h"

#include "model/formats/export/markdown_row.h"
#include "ui/present/routing_text.h"

#include <QClipboard>
#include <QGuiApplication>
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
                               CurrentSession& viewed, QObject* parent)
    : QObject(parent)
    , m_bar(bar)
    , m_transcript(transcript)
    , m_viewed(viewed)
{
    connect(&m_transcript, &TranscriptController::copyFromRequested, this, &CopyController::begin);
    connect(&m_transcript, &TranscriptController::channelShown, this, [this] {
        m_bar.close();
        stop();
    });
    connect(&view, &transcript::TranscriptView::rangeCopyRequested, this, &CopyController::copySelected);
    connect(&view, &transcript::TranscriptView::rowChosen, this, [this](EventSeq seq) {
        if (m_bar.isOpen() && !m_work)
            withRow(seq, [this](Ordinal row) { copyTo(row); });
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
    emit noticeRaised(
        {copyNotice, view::NoticeTone::Plain, tr("%n message(s) copied as Markdown.", nullptr, count), why, {}, true});
}

void CopyController::refuse(const QString& sentence)
{
    m_bar.close();
    stop();
    emit noticeRaised({copyNotice, view::NoticeTone::Danger, sentence, tr("Nothing was copied."), {}});
}

void CopyController::stop()
{
    ++m_wanted;
    m_work.reset();
}

} // namespace quarterdeck::ui
