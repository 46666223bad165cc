#pragma once

#include "model/conversation/ids.h"
#include "ui/present/notice.h"

#include <QHash>
#include <QObject>

#include <functional>

namespace quarterdeck::ui {

/// Where whoever has something to tell the person posts a notice, with what its buttons do; the window shows what is
/// posted. Knows a notice until it is withdrawn, closed or replaced by one with the same id. Thread: ui; whatever the
/// actions refer to must live as long as their notice may be clicked.
class NoticeBoard final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NoticeBoard)
public:
    /// Makes the notice in the current language, always with the same id.
    using Make = std::function<view::Notice()>;

    explicit NoticeBoard(QObject* parent = nullptr) : QObject(parent) { }
    ~NoticeBoard() override = default;

    void post(const view::Notice& notice);
    /// It follows the language: it is made again for each while it is there.
    void post(Make make);
    /// About this session, if the notice names no other. An empty id: about none.
    void post(view::Notice notice, const conversation::SessionId& session);
    void post(Make make, const conversation::SessionId& session);
    /// What it says holds no longer. Nothing happens if there is none with this id.
    void withdraw(const QString& id);

    /// The person did this to the notice, which was shown.
    void pressButton(const QString& id);
    void pressOtherButton(const QString& id);
    void close(const QString& id);
    /// The language has changed. News that was read goes; trouble, and what can still be answered, stays, and is worded
    /// anew if it can be.
    void retranslate();

signals:
    void posted(const quarterdeck::ui::view::Notice& notice);
    void withdrawn(const QString& id);

private:
    struct Entry
    {
        view::Notice notice;
        Make make; ///< empty = it is worded once and for all
    };
    void put(Entry entry);
    void press(const QString& id, view::NoticeAction view::Notice::*button);

    QHash<QString, Entry> m_entries; ///< by id
};

} // namespace quarterdeck::ui
