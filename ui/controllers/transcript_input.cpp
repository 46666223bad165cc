#include "ui/controllers/transcript_input.h"

#include "ui/transcript/transcript_page.h"

#include <QAction>
#include <QChildEvent>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QWebEngineView>
#include <QWheelEvent>

#include <cstdlib>
#include <functional>
#include <utility>

namespace quarterdeck::ui {

namespace {

using conversation::EventSeq;
using transcript::ClickedPart;
using transcript::EditCommand;
using transcript::MenuTarget;
using transcript::RowAction;
using transcript::RowCommand;

QAction& add(QMenu& menu, const char* name, const QString& text, std::function<void()> act,
             const QKeySequence& key = {})
{
    QAction* action = menu.addAction(text);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(key); // shown only: the page takes the keys itself
    QObject::connect(action, &QAction::triggered, &menu, std::move(act));
    return *action;
}

bool hasText(const QClipboard& clipboard)
{
    const QMimeData* data = clipboard.mimeData();
    return data != nullptr && data->hasText();
}

} // namespace

TranscriptMenu::TranscriptMenu(transcript::TranscriptView& view, const ActionRegistry& actions, QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_actions(actions)
{
    connect(&view.page(), &transcript::TranscriptPage::menuRequested, this, &TranscriptMenu::show);
}

void TranscriptMenu::show(const MenuTarget& place)
{
    auto* menu = new QMenu(&m_view);
    menu->setObjectName(QStringLiteral("transcript.menu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (place.has(ClickedPart::Field)) {
        addEditing(*menu, place.has(ClickedPart::Selection));
    } else {
        if (place.has(ClickedPart::Selection))
            addSelection(*menu);
        if (!place.address.isEmpty())
            addLink(*menu, place.address, place.linkText);
        if (place.row)
            addMedium(*menu, place);
        menu->addSeparator();
        if (place.has(ClickedPart::Message) && place.row)
            addMessage(*menu, place);
        if (place.row)
            addRow(*menu, *place.row);
        menu->addSeparator();
        menu->addActions({&m_actions[ActionId::ViewFind], &m_actions[ActionId::ViewGoTo]});
    }
    menu->popup(m_view.webView().mapToGlobal(place.at));
}

void TranscriptMenu::addEditing(QMenu& menu, bool hasSelection)
{
    const auto edit = [this](EditCommand what) { return [this, what] { m_view.edit(what); }; };
    add(menu, "transcript.cut", tr("Cu&t"), edit(EditCommand::Cut), QKeySequence::Cut).setEnabled(hasSelection);
    add(menu, "transcript.copy", tr("&Copy"), edit(EditCommand::Copy), QKeySequence::Copy).setEnabled(hasSelection);
    add(menu, "transcript.paste", tr("&Paste"), edit(EditCommand::Paste), QKeySequence::Paste)
        .setEnabled(hasText(*QGuiApplication::clipboard()));
    menu.addSeparator();
    add(menu, "transcript.selectAll", tr("Select &all"), edit(EditCommand::SelectAll), QKeySequence::SelectAll);
}

void TranscriptMenu::addSelection(QMenu& menu)
{
    add(
        menu, "transcript.copy", tr("&Copy"), [this] { m_view.edit(EditCommand::Copy); }, QKeySequence::Copy);
}

void TranscriptMenu::addLink(QMenu& menu, const QString& address, const QString& text)
{
    add(menu, "transcript.copyAddress", tr("Copy link a&ddress"),
        [address] { QGuiApplication::clipboard()->setText(address); });
    add(menu, "transcript.openLink", tr("&Open link…"),
        [this, address, text] { m_view.page().followLink(address, text); });
}

void TranscriptMenu::addMedium(QMenu& menu, const MenuTarget& place)
{
    const auto perform = [this, row = *place.row](RowCommand deed) {
        return [this, row, deed] { m_view.page().perform(deed, row); };
    };
    if (place.has(ClickedPart::Picture))
        add(menu, "transcript.openPicture", tr("O&pen image"), perform(RowCommand::OpenPicture));
    if (place.has(ClickedPart::Copyable))
        add(menu, "transcript.copyPicture", tr("Cop&y image"), perform(RowCommand::CopyPicture));
    if (place.has(ClickedPart::Savable))
        add(menu, "transcript.save", tr("&Save as…"), perform(RowCommand::Save));
}

void TranscriptMenu::addMessage(QMenu& menu, const MenuTarget& place)
{
    const EventSeq row = *place.row;
    const auto act = [this, row](RowAction action) {
        return [this, row, action] { emit actionRequested(action, row); };
    };
    const auto perform = [this, row](RowCommand deed) {
        return [this, row, deed] { m_view.page().perform(deed, row); };
    };
    if (place.has(ClickedPart::Reply))
        add(menu, "transcript.reply", tr("&Reply"), act(RowAction::Reply));
    if (place.has(ClickedPart::Reply) && m_actions[ActionId::RunHoldRules].isEnabled())
        add(menu, "transcript.holdRule", tr("&Hold messages like this…"), [this, row] { emit holdRuleRequested(row); });
    add(menu, "transcript.copyPlain", tr("Copy message as &text"), perform(RowCommand::CopyPlain));
    add(menu, "transcript.copyMarkdown", tr("Copy message as &Markdown"), perform(RowCommand::CopyMarkdown));
    add(menu, "transcript.copyFrom", tr("Copy from &here to another message…"), act(RowAction::CopyFrom));
    menu.addSeparator();
    if (place.has(ClickedPart::Text))
        add(menu, "transcript.written",
            place.has(ClickedPart::Written) ? tr("Sho&w formatted") : tr("Show as &written"),
            perform(RowCommand::ToggleWritten));
    if (place.has(ClickedPart::Keepable))
        addKeeping(menu, place);
}

void TranscriptMenu::addKeeping(QMenu& menu, const MenuTarget& place)
{
    const RowAction action = place.has(ClickedPart::Kept) ? RowAction::LetGo : RowAction::Keep;
    add(
        menu, "transcript.keep", place.has(ClickedPart::Kept) ? tr("Stop &keeping in memory") : tr("&Keep in memory"),
        [this, action, row = *place.row] { emit actionRequested(action, row); }, QKeySequence(Qt::Key_M));
}

void TranscriptMenu::addRow(QMenu& menu, EventSeq row)
{
    add(menu, "transcript.copyLink", tr("Copy &link to this message"),
        [this, row] { emit actionRequested(RowAction::CopyLink, row); });
    add(menu, "transcript.inspect", tr("Show in &inspector"), [this, row] { emit inspectorRequested(row); });
}

TextSizeWheel::TextSizeWheel(transcript::TranscriptView& view, const ActionRegistry& actions, QObject* parent)
    : QObject(parent)
    , m_actions(actions)
{
    QWidget& page = view.webView();
    page.installEventFilter(this);
    for (QWidget* child : page.findChildren<QWidget*>())
        child->installEventFilter(this);
}

bool TextSizeWheel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ChildPolished) {
        // What takes the page's events comes with the page, and anew after a crash.
        QObject* child = static_cast<QChildEvent*>(event)->child();
        if (child->isWidgetType())
            child->installEventFilter(this);
    } else if (event->type() == QEvent::Wheel) {
        const auto& wheel = static_cast<const QWheelEvent&>(*event);
        if (wheel.modifiers() == Qt::ControlModifier) {
            turn(wheel);
            event->accept();
            return true;
        }
        m_turned = 0;
    }
    return QObject::eventFilter(watched, event);
}

void TextSizeWheel::turn(const QWheelEvent& event)
{
    const int by = event.angleDelta().y();
    if ((by < 0) != (m_turned < 0))
        m_turned = 0; // back again
    m_turned += by;
    while (std::abs(m_turned) >= QWheelEvent::DefaultDeltasPerStep) {
        const bool isLarger = m_turned > 0;
        m_turned += isLarger ? -QWheelEvent::DefaultDeltasPerStep : QWheelEvent::DefaultDeltasPerStep;
        m_actions[isLarger ? ActionId::ViewTextLarger : ActionId::ViewTextSmaller].trigger();
    }
}

} // namespace quarterdeck::ui
