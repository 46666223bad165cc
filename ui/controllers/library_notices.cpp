#include "ui/controllers/library_notices.h"

#include "ui/present/routing_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace quarterdeck::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(LibraryNotices)
};

const QString libraryId = QStringLiteral("library");

view::Notice damageNotice(const session::Error& error, const Recover& recover)
{
    if (!recover)
        return {view::damageNoticeId,
                view::NoticeTone::Danger,
                wording::text(error.sentence),
                Words::tr("The undamaged parts can still be read."),
                {}};
    return {view::damageNoticeId,
            view::NoticeTone::Danger,
            wording::text(error.sentence),
            Words::tr("The undamaged parts can still be read. Recovery stops all runs, saves everything it can to a "
                      "new file and keeps the damaged one beside it."),
            {Words::tr("Recover"), recover}};
}

} // namespace

view::Notice failureNotice(const session::Error& error, const Recover& recover)
{
    if (error.code == conversation::ErrorCode::Damaged)
        return damageNotice(error, recover);
    return {libraryId,
            view::NoticeTone::Danger,
            wording::text(error.sentence),
            Words::tr("What you see is stored; the last change is not."),
            {}};
}

view::Notice writingNotice(const std::optional<session::Error>& trouble, const Recover& recover)
{
    if (!trouble)
        return {libraryId, view::NoticeTone::Plain, Words::tr("Changes are being stored in the library again."), {}, {},
                true};
    if (trouble->code == conversation::ErrorCode::Damaged)
        return damageNotice(*trouble, recover);
    // Replaces the notice about the write that failed.
    return {libraryId,
            view::NoticeTone::Danger,
            wording::text(trouble->sentence),
            Words::tr(
                "Until this is fixed, nothing new is stored; everything can still be read. Quarterdeck keeps trying."),
            {}};
}

view::Notice delayNotice(std::chrono::milliseconds longerThan, const QString& library)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longerThan).count();
    return {delayNoticeId,
            view::NoticeTone::Limit,
            Words::tr("The disk is slow: changes have been waiting for more than %1 s to be stored.").arg(seconds),
            Words::tr("They will appear here as soon as they are stored in “%1”. If this continues, check what else is "
                      "using that disk, or move the library to another disk and start Quarterdeck with --library.")
                .arg(library),
            {}};
}

view::Notice delayEndedNotice()
{
    return {
        delayNoticeId, view::NoticeTone::Plain, Words::tr("The disk has caught up: all changes are stored."), {}, {},
        true};
}

using std::chrono::milliseconds;

SlowWriteMonitor::SlowWriteMonitor(session::LibraryMonitor& signs, Patience patience, QObject* parent)
    : QObject(parent)
    , m_signs(signs)
    , m_patience(patience)
{
    m_timer.setInterval(m_patience.look);
    connect(&m_timer, &QTimer::timeout, this, &SlowWriteMonitor::look);
    waitForWrites();
}

void SlowWriteMonitor::waitForWrites()
{
    m_timer.stop();
    m_signs.callWhenWaiting(
        [begin = m_receiver.wrap<session::Nothing>([this](session::Nothing) { m_timer.start(); })] { begin({}); });
}

milliseconds SlowWriteMonitor::waited() const
{
    const auto since = m_signs.waitingSince();
    return since ? std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - *since)
                 : milliseconds{0};
}

void SlowWriteMonitor::look()
{
    const milliseconds age = waited();
    m_quickLooks = age < m_patience.quick ? m_quickLooks + 1 : 0;
    if (isLate() ? m_quickLooks == 0 : age >= m_patience.late)
        tell(std::max(age / m_patience.late * m_patience.late, m_patience.late));
    else if (isLate() && m_quickLooks >= m_patience.quickLooks)
        end();
    if (!isLate() && !m_signs.waitingSince())
        waitForWrites();
}

void SlowWriteMonitor::tell(milliseconds longerThan)
{
    if (longerThan != std::exchange(m_told, longerThan))
        emit delayed(longerThan);
}

void SlowWriteMonitor::end()
{
    m_told = milliseconds{0};
    emit ended();
}

} // namespace quarterdeck::ui
