#include "ui/transcript/transcript_view.h"

#include "ui/theme/theme.h"
#include "ui/transcript/rendering.h"
#include "ui/transcript/scroll_map.h"
#include "ui/transcript/setup_json.h"
#include "ui/transcript/transcript_page.h"

#include <QChildEvent>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QWebEngineView>
#include <array>

namespace quarterdeck::ui::transcript {

TranscriptView::TranscriptView(std::shared_ptr<session::Library> library, const theme::ThemeController& theme,
                               QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_library(library)
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
    connectPage();
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

/// Queued like the others; if another channel was opened meanwhile, the row is no longer the one meant.
template <typename... Args>
void TranscriptView::passOfRow(void (TranscriptPage::*from)(Args...), void (TranscriptView::*to)(Args...))
{
    connect(m_page, from, this, [this, to](Args... args) {
        const auto tell = [this, to, generation = m_page->generation(), args...] {
            if (generation == m_page->generation())
                emit(this->*to)(args...);
        };
        QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
    });
}

void TranscriptView::connectPage()
{
    // Queued, since the page emits these from within a call: while a listener runs an event loop of its own (a dialog),
    // the page could answer nothing else.
    const auto pass = [this](auto from, auto to) { connect(m_page, from, this, to, Qt::QueuedConnection); };
    pass(&TranscriptPage::painted, &TranscriptView::painted);
    passOfRow(&TranscriptPage::rowChosen, &TranscriptView::rowChosen);
    passOfRow(&TranscriptPage::questionAnswered, &TranscriptView::questionAnswered);
    passOfRow(&TranscriptPage::actionRequested, &TranscriptView::actionRequested);
    passOfRow(&TranscriptPage::menuRequested, &TranscriptView::menuRequested);
    passOfRow(&TranscriptPage::pictureChoiceRequested, &TranscriptView::pictureChoiceRequested);
    passOfRow(&TranscriptPage::imageClicked, &TranscriptView::imageClicked);
    passOfRow(&TranscriptPage::imageCopyRequested, &TranscriptView::imageCopyRequested);
    passOfRow(&TranscriptPage::saveRequested, &TranscriptView::saveRequested);
    passOfRow(&TranscriptPage::placeFound, &TranscriptView::placeFound);
    passOfRow(&TranscriptPage::rangeCopyRequested, &TranscriptView::rangeCopyRequested);
    pass(&TranscriptPage::linkClicked, &TranscriptView::linkClicked);
    pass(&TranscriptPage::linkRefused, &TranscriptView::linkRefused);
    pass(&TranscriptPage::remotePictureClicked, &TranscriptView::remotePictureClicked);
    pass(&TranscriptPage::remotePictureCopyRequested, &TranscriptView::remotePictureCopyRequested);
    pass(&TranscriptPage::remotePictureSaveRequested, &TranscriptView::remotePictureSaveRequested);
    pass(&TranscriptPage::diagramClicked, &TranscriptView::diagramClicked);
    pass(&TranscriptPage::visibleRangeChanged, &TranscriptView::visibleRangeChanged);
    pass(&TranscriptPage::railChanged, &TranscriptView::railChanged);
    pass(&TranscriptPage::foundBeyond, &TranscriptView::foundBeyond);
    pass(&TranscriptPage::readFailed, &TranscriptView::readFailed);
    pass(&TranscriptPage::readRecovered, &TranscriptView::readRecovered);
    pass(&TranscriptPage::failed, &TranscriptView::pageFailed);
    connect(m_page, &TranscriptPage::copyRequested, this,
            [](const QString& text) { QGuiApplication::clipboard()->setText(text); });
}

void TranscriptView::connectMap()
{
    connect(m_page, &TranscriptPage::extentChanged, this, [this] { m_map->setTotal(m_page->shown().total); });
    connect(m_page, &TranscriptPage::rowsMoved, m_map, &ScrollMap::setInSight);
    connect(m_page, &TranscriptPage::painted, m_map, &ScrollMap::placeReached);
    connect(m_map, &ScrollMap::placeRequested, this, [this](const ScrollMap::Wish& wish) {
        if (wish.toEnd)
            scrollTo({{m_page->shown().total - 1}, Align::End}, false);
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

void TranscriptView::openChannel(const ChannelView& view) { m_page->openChannel(view); }

void TranscriptView::clear() { m_page->openChannel({}); }

void TranscriptView::setExtent(std::int64_t total) { m_page->setExtent(total); }

void TranscriptView::refreshRows(const std::vector<conversation::EventSeq>& seqs) { m_page->refreshRows(seqs); }

void TranscriptView::setMoment(conversation::EventSeq asOf, std::int64_t total) { m_page->setMoment(asOf, total); }

void TranscriptView::showDraft(const session::StreamingMessage& draft) { m_page->showDraft(draft); }

void TranscriptView::select(conversation::EventSeq seq) { m_page->select(seq); }

void TranscriptView::scrollTo(const Anchor& anchor, bool flash) { m_page->scrollTo(anchor, flash); }

void TranscriptView::fillIn(conversation::EventSeq question) { m_page->fillIn(question); }

void TranscriptView::scrollToEvent(conversation::EventSeq seq, Align align, bool flash)
{
    const ChannelView& shown = m_page->shown();
    const int generation = m_page->generation();
    const auto scroll =
        m_receiver.wrap<conversation::Ordinal>([this, align, flash, generation](conversation::Ordinal ordinal) {
            if (generation == m_page->generation())
                scrollTo({ordinal, align}, flash);
        });
    m_library->ordinalOf(shown.session, shown.channel, seq,
                         [scroll](const session::Result<conversation::Ordinal>& ordinal) {
                             if (ordinal)
                                 scroll(*ordinal);
                         });
}

void TranscriptView::find(const Search& search) { m_page->find(search); }
void TranscriptView::findStep(int by) { m_page->findStep(by); }

void TranscriptView::setPictureChoice(RemoteImagePolicy choice) { m_page->setPictureChoice(choice); }

void TranscriptView::perform(RowCommand deed, conversation::EventSeq row) { m_page->perform(deed, row); }

void TranscriptView::edit(EditCommand what)
{
    constexpr std::array actions{QWebEnginePage::Cut, QWebEnginePage::Copy, QWebEnginePage::Paste,
                                 QWebEnginePage::SelectAll}; // in the order of EditCommand
    m_page->inputGate().open();
    m_view->triggerPageAction(actions.at(static_cast<std::size_t>(what)));
}

void TranscriptView::followLink(const QString& address, const QString& text) { m_page->followLink(address, text); }

void TranscriptView::setMarks(std::vector<ScrollMark> marks) { m_map->setMarks(std::move(marks)); }

void TranscriptView::whenPainted(std::function<void(bool)> done) { m_marker->whenPainted(std::move(done)); }

void TranscriptView::tryAgain() { m_page->tryAgain(); }

void TranscriptView::reload() { m_page->load(); }

const ChannelView& TranscriptView::shown() const { return m_page->shown(); }

std::optional<ScrollPosition> TranscriptView::place() const { return m_page->place(); }

} // namespace quarterdeck::ui::transcript
