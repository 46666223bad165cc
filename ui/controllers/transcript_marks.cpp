#include "ui/controllers/transcript_marks.h"

#include <QElapsedTimer>
#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

constexpr int pauseMs = 500; ///< a busy session does not ask for its marks more often
/// They take long to find in a very long session; the pause is then this multiple of it.
constexpr int pauseFactor = 10;

transcript::ScrollMark::Kind scrollMarkKind(const session::ChannelMark& mark,
                                            const conversation::ConversationState& state)
{
    using Kind = transcript::ScrollMark::Kind;
    switch (mark.kind) {
    case session::TimelineMark::Kind::Error:
        return Kind::Error;
    case session::TimelineMark::Kind::PrivateChat:
        return Kind::PrivateChat;
    case session::TimelineMark::Kind::Mistake:
        return Kind::Mistake;
    case session::TimelineMark::Kind::Question:
        break;
    }
    const bool waits = std::ranges::find(state.openQuestions(), mark.seq, &conversation::OpenQuestion::askedSeq)
        != state.openQuestions().end();
    return waits ? Kind::Question : Kind::EndedQuestion;
}

} // namespace

TranscriptMarks::TranscriptMarks(transcript::TranscriptView& view, CurrentSession& viewed, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_viewed(viewed)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(pauseMs);
    connect(&m_timer, &QTimer::timeout, this, &TranscriptMarks::read);
    connect(&view, &transcript::TranscriptView::painted, this, [this] {
        if (std::exchange(m_isDue, false))
            read();
    });
}

void TranscriptMarks::begin(const conversation::ChannelKey& channel)
{
    m_channel = channel;
    ++m_reading; // an answer for what was shown before is late
    m_isReading = false;
    m_isDue = !m_viewed.isEmpty();
    m_timer.stop();
    m_own.clear();
    show();
    if (!m_isDue)
        tellThatRead();
}

void TranscriptMarks::refreshSoon()
{
    if (!m_timer.isActive())
        m_timer.start();
}

void TranscriptMarks::setFound(std::vector<transcript::ScrollMark> marks)
{
    m_found = std::move(marks);
    show();
}

void TranscriptMarks::whenRead(std::function<void()> done)
{
    if (!m_isDue && m_timer.isActive())
        read();
    m_waiting.push_back(std::move(done));
    if (!m_isDue && !m_isReading)
        tellThatRead();
}

void TranscriptMarks::tellThatRead()
{
    for (const auto& done : std::exchange(m_waiting, {}))
        done();
}

void TranscriptMarks::read()
{
    const int reading = ++m_reading;
    m_timer.stop();
    m_isReading = !m_viewed.isEmpty();
    if (!m_isReading)
        return;
    QElapsedTimer clock;
    clock.start();
    m_viewed.library().readMarks(
        m_viewed.id(), m_channel, m_viewed.asOf(), m_receiver.wrap<Marks>([this, reading, clock](const Marks& marks) {
            if (reading != m_reading)
                return;
            m_timer.setInterval(std::max(pauseMs, static_cast<int>(clock.elapsed()) * pauseFactor));
            take(marks);
        }));
}

void TranscriptMarks::take(const Marks& marks)
{
    m_isReading = false;
    if (marks && m_viewed.state()) {
        m_own.clear();
        for (const session::ChannelMark& mark : *marks)
            m_own.push_back({scrollMarkKind(mark, *m_viewed.state()), mark.first, mark.last});
        show();
    }
    if (!m_isDue)
        tellThatRead();
}

void TranscriptMarks::show()
{
    std::vector<transcript::ScrollMark> marks = m_own;
    marks.insert(marks.end(), m_found.begin(), m_found.end());
    m_view.setMarks(std::move(marks));
}

} // namespace quarterdeck::ui
