#pragma once

#include "model/conversation/ids.h"

#include <QString>
#include <QVariant>
#include <QWebEngineScript>

namespace quarterdeck::ui::transcript {
class TranscriptView;
}

namespace quarterdeck::hostile {

/// Does in the transcript's page what a person's hand does, by events as the desktop would send them; and asks the
/// page. Thread: ui.
class PageHand
{
public:
    static constexpr quint32 ownWorld = QWebEngineScript::ApplicationWorld;

    /// `view` must outlive it.
    explicit PageHand(ui::transcript::TranscriptView& view) : m_view(view) { }

    QVariant eval(const QString& script, quint32 world = ownWorld);
    [[nodiscard]] bool isPainted();
    /// Brings a row to the top.
    void goTo(std::int64_t row);
    /// False if the expression finds no element.
    bool click(const QString& element);
    /// On everything a selector finds, from first to last, including what a click has brought; up to a bound.
    void clickAll(const QString& selector);
    void hoverAll(const QString& selector);
    /// Waits until the actions have been handled: the page has begun two frames since, and what it sent has arrived.
    /// Later effects are counted all the same, at the end of the case.
    void settle();

private:
    enum class Act { Click, Hover };
    bool move(const QString& element, Act act);
    void moveOverAll(const QString& selector, const char* mark, int most, Act act);

    ui::transcript::TranscriptView& m_view;
};

} // namespace quarterdeck::hostile
