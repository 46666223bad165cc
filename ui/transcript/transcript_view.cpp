#include "ui/transcript/transcript_view.h"

#include "ui/theme/theme.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/scroll_map.h"
#include "ui/transcript/setup_json.h"
#include "ui/transcript/transcript_page.h"

#include <QChildEvent>
#include <QHBoxLayout>
#include <QWebEngineView>
#include <array>

namespace quarterdeck::ui::transcript {

TranscriptView::TranscriptView(std::shared_ptr<session::Library> library, const theme::ThemeController& theme,
                               QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_pictures(new RemoteImages(publicWays(), this))
    , m_page(new TranscriptPage(std::move(library), *m_pictures, this))
    , m_view(new QWebEngineView(this))
    , m_map(new ScrollMap(this))
    , m_marker(new PaintMarker(
          *m_view, [this] { return m_page->isPainted(); }, this))
{
    setObjectName(QStringLiteral("transcript"));
    m_view->setObjectName(QStringLiteral("transcriptPage"));
    m_view->setContextMenuPolicy(Qt::PreventContextMenu); // its own come by `menuRequested`
    // Chromium would accept every drop, but files are the window's. Its widget comes with each new page.
    m_view->setAcceptDrops(false);
    m_view->installEventFilter(this);
    setFocusProxy(m_view);
    retranslate();
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins({});
    row->setSpacing(0);
    row->addWidget(m_view, 1);
    row->addWidget(m_map);
    connect(&m_theme, &theme::ThemeController::changed, this, &TranscriptView::restyle);
    connectMap();
    restyle();
    m_view->setPage(&m_page->webPage());
    m_page->load();
}

TranscriptView::~TranscriptView()
{
    // The page leaves the view first, then goes with its profile.
    m_view->setPage(nullptr);
    delete m_marker;
    delete m_page;
}

void TranscriptView::connectMap()
{
    connect(m_page, &TranscriptPage::extentChanged, this, [this] { m_map->setTotal(m_page->shown().total); });
    connect(m_page, &TranscriptPage::rowsMoved, m_map, &ScrollMap::setInSight);
    connect(m_page, &TranscriptPage::painted, m_map, &ScrollMap::placeReached);
    connect(m_map, &ScrollMap::placeRequested, this, [this](const ScrollMap::Wish& wish) {
        if (wish.toEnd)
            m_page->scrollTo({{m_page->shown().total - 1}, Align::End}, false);
        else
            m_page->scrollTo({wish.ordinal, wish.isMark ? Align::Center : Align::Start}, wish.isMark, wish.part);
    });
}

void TranscriptView::restyle()
{
    const theme::Theme& theme = m_theme.theme();
    m_map->setTheme(theme);
    m_page->webPage().setBackgroundColor(theme.color(theme::Color::BgCanvas)); // no white flash before it is loaded
    m_rail = theme::railModeFor(theme, window()->width());
    m_page->setUp(setupJson(theme, m_language, m_page->presentation().isReplay, m_rail), diagramThemeJson(theme));
}

/// The page does not know how wide its window is: Chromium's own value may be out of date.
void TranscriptView::fitRail()
{
    if (theme::railModeFor(m_theme.theme(), window()->width()) != m_rail)
        restyle();
}

void TranscriptView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitRail();
}

void TranscriptView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    fitRail();
}

void TranscriptView::retranslate()
{
    setAccessibleName(tr("Transcript"));
    m_view->setAccessibleName(tr("Conversation"));
}

bool TranscriptView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_view && event->type() == QEvent::ChildPolished) {
        auto& polished = static_cast<QChildEvent&>(*event);
        if (auto* child = qobject_cast<QWidget*>(polished.child())) {
            child->setAcceptDrops(false);
            m_page->inputGate().watch(*child);
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TranscriptView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        restyle();
        m_page->resendAll();
    }
}

void TranscriptView::setLanguage(const QString& language)
{
    if (language == m_language)
        return;
    m_language = language;
    restyle();
}

void TranscriptView::setPresentation(const Presentation& presentation)
{
    const bool wasReplay = m_page->presentation().isReplay;
    m_page->setPresentation(presentation);
    if (presentation.isReplay != wasReplay)
        restyle();
}

void TranscriptView::edit(EditCommand what)
{
    constexpr std::array actions{QWebEnginePage::Cut, QWebEnginePage::Copy, QWebEnginePage::Paste,
                                 QWebEnginePage::SelectAll}; // in the order of EditCommand
    m_page->inputGate().open();
    m_view->triggerPageAction(actions.at(static_cast<std::size_t>(what)));
}

void TranscriptView::setMarks(std::vector<ScrollMark> marks) { m_map->setMarks(std::move(marks)); }

void TranscriptView::whenPainted(std::function<void(bool)> done) { m_marker->whenPainted(std::move(done)); }

} // namespace quarterdeck::ui::transcript
