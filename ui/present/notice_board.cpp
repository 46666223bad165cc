#include "ui/present/notice_board.h"

#include <QLoggingCategory>

#include <utility>

namespace quarterdeck::ui {

namespace {

Q_LOGGING_CATEGORY(logNotices, "quarterdeck.ui.notices")

view::Notice about(const conversation::SessionId& session, view::Notice notice)
{
    if (notice.session.isEmpty())
        notice.session = QString::fromStdString(session.str());
    return notice;
}

/// It was read, and is worded in the previous language.
bool isOldNews(const view::Notice& notice)
{
    return notice.passes || (notice.tone == view::NoticeTone::Plain && notice.button.isEmpty());
}

} // namespace

void NoticeBoard::post(const view::Notice& notice) { put(Entry{notice, {}}); }

void NoticeBoard::post(Make make)
{
    view::Notice notice = make();
    put(Entry{std::move(notice), std::move(make)});
}

void NoticeBoard::post(view::Notice notice, const conversation::SessionId& session)
{
    put(Entry{about(session, std::move(notice)), {}});
}

void NoticeBoard::post(Make make, const conversation::SessionId& session)
{
    post([session, make = std::move(make)] { return about(session, make()); });
}

void NoticeBoard::put(Entry entry)
{
    const view::Notice notice = entry.notice;
    if (notice.isUpdate && !m_entries.contains(notice.id))
        return;
    qCDebug(logNotices).noquote() << notice.id << notice.what;
    m_entries.insert(notice.id, std::move(entry));
    emit posted(notice);
}

void NoticeBoard::withdraw(const QString& id)
{
    if (m_entries.remove(id))
        emit withdrawn(id);
}

void NoticeBoard::pressButton(const QString& id) { press(id, &view::Notice::button); }

void NoticeBoard::pressOtherButton(const QString& id) { press(id, &view::Notice::otherButton); }

void NoticeBoard::press(const QString& id, view::NoticeAction view::Notice::*button)
{
    const view::Notice notice = m_entries.value(id).notice;
    if (!notice.stays)
        withdraw(id);
    if (const auto& act = (notice.*button).act)
        act();
}

void NoticeBoard::close(const QString& id)
{
    const view::Notice notice = m_entries.value(id).notice;
    withdraw(id);
    if (notice.closed)
        notice.closed();
}

void NoticeBoard::retranslate()
{
    const QHash<QString, Entry> before = m_entries;
    for (const auto& [id, entry] : before.asKeyValueRange()) {
        if (isOldNews(entry.notice)) {
            withdraw(id);
        } else if (entry.make) {
            view::Notice notice = entry.make();
            notice.isUpdate = true;
            put(Entry{std::move(notice), entry.make});
        }
    }
}

} // namespace quarterdeck::ui
