#pragma once

#include "ui/theme/role_look.h"
#include "ui/transcript/page_calls.h"

#include <QObject>
#include <QString>

#include <optional>

namespace quarterdeck::ui::transcript {

/// What the page may tell the program, after TranscriptBridge has checked it. Not a QObject: the page cannot call what
/// it cannot see. Thread: ui.
class PageListener
{
public:
    virtual ~PageListener() = default;

    /// The generation that is open. The page may still show earlier rows; calls about those are dropped, since their
    /// numbers now mean other rows.
    [[nodiscard]] virtual int generation() const = 0;

    /// Whether the person did something in the page just now. What acts for them is dropped otherwise.
    [[nodiscard]] virtual bool isUserActing() const = 0;

    virtual void take(const PageCall& call) = 0;
};

/// Whether it is of the generation that is open, or of none.
[[nodiscard]] bool isOpen(const PageCall& call, int generation);

/// Nothing unless the lanes are in ascending order from the left, within what a rail may be.
[[nodiscard]] std::optional<theme::RailLanes> railOf(const calls::Rail& told);

/// All that the page and the program can say to each other passes here, as page_calls.ts in the page's sources
/// describes it. The page sees every invokable and signal of this object, so there is nothing else in it: texts only,
/// no object. An invalid call is dropped, and so is one that acts for the person while they do nothing in the page.
/// Thread: ui.
class TranscriptBridge final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TranscriptBridge)
public:
    /// `listener` must outlive this.
    explicit TranscriptBridge(PageListener& listener, QObject* parent = nullptr);

    void send(const PageMessage& message);

    /// From the page; the fields are a JSON object.
    Q_INVOKABLE void call(const QString& name, const QString& fields);

signals:
    /// To the page; the text is JSON, or a part of it.
    void message(const QString& name, const QString& text);

private:
    PageListener& m_listener;
};

} // namespace quarterdeck::ui::transcript
