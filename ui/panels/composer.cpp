#include "ui/panels/composer.h"

#include "ui/images/attachment_strip.h"
#include "ui/images/image_input.h"
#include "ui/panels/composer_edit.h"
#include "ui/panels/composer_recipients.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/theme/role_look.h"

#include <QDropEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace quarterdeck::ui {

namespace {

// From the design: the columns of a message. 34 is 20 of a message and 14 of the scroll map beside the page.
constexpr double gapToText = 10;
constexpr double stripInset = 10;
constexpr double rightMargin = 34;
constexpr double topPadding = 10;
constexpr double bottomPadding = 12;
constexpr double headerHeight = 24;
constexpr double headerGap = 4;
constexpr int besideGap = 6;
constexpr double avatarWithoutRail = 12;
constexpr double popupLeft = 120;
constexpr double popupOverlap = 4;
constexpr double hintNeeds = 420; ///< px of box, under which the keys are not explained

} // namespace

Composer::Composer(const theme::ThemeController& theme, QWidget* parent) : QWidget(parent), m_theme(theme)
{
    setObjectName(QStringLiteral("composer"));
    setAcceptDrops(true);
    m_rail = new ComposerRail(theme, this);
    buildHeader();
    buildBox();

    m_column = new QVBoxLayout;
    m_column->addWidget(m_header);
    m_column->addWidget(m_box);
    m_avatarColumn = new QVBoxLayout;
    m_avatar = new theme::AvatarLabel(theme, theme::Measure::Avatar, theme::Color::BgCanvas, this);
    m_avatar->setObjectName(QStringLiteral("composerAvatar"));
    m_avatarColumn->addWidget(m_avatar);
    m_avatarColumn->addStretch();
    auto* grid = new QHBoxLayout(this);
    grid->setContentsMargins(0, 1, 0, 0);
    grid->setSpacing(0);
    grid->addWidget(m_rail);
    grid->addLayout(m_avatarColumn);
    grid->addLayout(m_column, 1);
    m_popup = new CompletionPopup(theme, this);
    connectParts();
    connectEdit();
    retranslate();
    applyTheme();
    showPreview({});
}

Composer::~Composer() = default;

void Composer::buildHeader()
{
    m_header = new QWidget(this);
    m_header->setObjectName(QStringLiteral("composerHeader"));
    m_toLabel = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_header);
    m_to = new ChipButton(m_theme, m_header);
    m_sentence = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_header);
    m_sentence->setObjectName(QStringLiteral("composerSentence"));
    m_sentence->setWordWrap(true); // who hears it is never cut off
    m_sentence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_audienceButton = theme::makeIconButton(m_theme, QStringLiteral("composerAudience"), tr("Make it private"),
                                             theme::Icon::Eye, theme::ButtonSize::Small, m_header);
    m_headerGrid = new QGridLayout(m_header);
    m_headerGrid->setContentsMargins(0, 0, 0, 0);
    m_headerGrid->setHorizontalSpacing(besideGap);
    m_headerGrid->setVerticalSpacing(2);
    m_headerGrid->addWidget(m_toLabel, 0, 0);
    m_headerGrid->addWidget(m_to, 0, 1);
    m_headerGrid->addWidget(m_sentence, 0, 2);
    m_headerGrid->addWidget(m_audienceButton, 0, 3);
    m_headerGrid->setColumnStretch(2, 1);
}

/// The sentence stands beside the recipients if there is room for it, otherwise below them, on as many lines as it
/// needs.
void Composer::fitSentence()
{
    const int beside = m_header->width() - m_toLabel->sizeHint().width() - m_to->sizeHint().width()
        - (m_audienceButton->isVisibleTo(m_header) ? m_audienceButton->sizeHint().width() + besideGap : 0)
        - 2 * besideGap;
    const bool fits = QFontMetrics(m_sentence->font()).horizontalAdvance(m_sentence->text()) + besideGap <= beside;
    m_sentence->setAlignment((fits ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (fits == m_isSentenceBeside)
        return;
    m_isSentenceBeside = fits;
    m_headerGrid->removeWidget(m_sentence);
    if (fits)
        m_headerGrid->addWidget(m_sentence, 0, 2);
    else
        m_headerGrid->addWidget(m_sentence, 1, 0, 1, 4);
}

void Composer::buildBox()
{
    m_box = new QWidget(this);
    m_box->setObjectName(QStringLiteral("composerBox"));
    m_edit = new ComposerEdit(m_theme, m_box);
    m_strip = new AttachmentStrip(m_theme, stripInset, m_box);
    auto* column = new QVBoxLayout(m_box);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(m_edit);
    column->addWidget(m_strip);
    m_foot = buildFoot();
    column->addLayout(m_foot);
}

QHBoxLayout* Composer::buildFoot()
{
    m_addImage = theme::makeIconButton(m_theme, QStringLiteral("composerAddImage"), tr("Add images"),
                                       theme::Icon::Image, theme::ButtonSize::Small, m_box);
    m_at = theme::makeIconButton(m_theme, QStringLiteral("composerAt"), tr("Add a recipient (@)"), theme::Icon::AtSign,
                                 theme::ButtonSize::Small, m_box);
    m_hint = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_box);
    m_hint->setObjectName(QStringLiteral("composerHint"));
    m_hint->setElideMode(Qt::ElideRight);
    m_send = theme::makeButton(m_theme, QStringLiteral("composerSend"), tr("Send"), theme::ButtonKind::Normal,
                               theme::Icon::Send, theme::ButtonSize::Small, m_box);
    m_resume = theme::makeButton(m_theme, QStringLiteral("composerSendAndResume"), tr("Send and resume"),
                                 theme::ButtonKind::Normal, theme::Icon::Play, theme::ButtonSize::Small, m_box);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(4);
    foot->addWidget(m_addImage);
    foot->addWidget(m_at);
    foot->addStretch(1);
    foot->addWidget(m_hint);
    foot->addSpacing(8);
    foot->addWidget(m_resume);
    foot->addWidget(m_send);
    return foot;
}

void Composer::retranslate()
{
    const auto name = [](QToolButton& button, const QString& text) {
        button.setAccessibleName(text);
        button.setToolTip(text);
    };
    setAccessibleName(tr("New message"));
    m_avatar->setLook({{}, 0, true}, tr("You"));
    m_toLabel->setText(tr("To"));
    m_to->setToolTip(tr("Choose who gets the message"));
    m_edit->setAccessibleName(tr("Message"));
    name(*m_addImage, tr("Add images"));
    name(*m_at, tr("Add a recipient (@)"));
    m_resume->setText(tr("Send and resume"));
    m_resume->setToolTip(tr("Sends the message and lets the team continue"));
    m_resume->setAccessibleName(tr("Send and resume"));
    m_send->setText(tr("Send"));
    m_send->setAccessibleName(tr("Send the message"));
}

void Composer::applyTheme()
{
    const theme::Theme& look = m_theme.theme();
    m_avatarColumn->setContentsMargins(0, look.px(topPadding), 0, 0);
    m_column->setContentsMargins(look.px(gapToText), look.px(topPadding), look.px(rightMargin), look.px(bottomPadding));
    m_column->setSpacing(look.px(headerGap));
    m_header->setMinimumHeight(look.px(headerHeight));
    m_foot->setContentsMargins(look.px(5), 0, look.px(3), look.px(3));
    m_edit->applyTheme();
    fitRail();
}

void Composer::fitRail()
{
    const theme::Theme& look = m_theme.theme();
    const bool hasRail = theme::railModeFor(look, window()->width()) != theme::RailMode::None;
    m_rail->setVisible(hasRail);
    m_rail->setFixedWidth(m_rail->wantedWidth());
    static_cast<QHBoxLayout*>(layout())->setContentsMargins(hasRail ? 0 : look.px(avatarWithoutRail), 1, 0, 0);
    m_hint->setVisible(!m_view.waiting.isEmpty() || m_box->width() >= look.px(hintNeeds));
}

void Composer::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitRail();
    fitSentence();
    m_popup->hide();
}

void Composer::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
        refresh();
    }
    QWidget::changeEvent(event);
}

void Composer::connectParts()
{
    connect(&m_theme, &theme::ThemeController::changed, this, &Composer::applyTheme);
    connect(m_addImage, &QToolButton::clicked, this, &Composer::imagesButtonClicked);
    connect(m_at, &QToolButton::clicked, this, [this] {
        m_edit->setFocus();
        m_edit->startAddress();
    });
    connect(m_strip, &AttachmentStrip::changed, this, &Composer::refresh);
    connect(m_send, &QPushButton::clicked, this, &Composer::send);
    connect(m_resume, &QPushButton::clicked, this, &Composer::sendAndResume);
    connect(m_to, &ChipButton::clicked, this, &Composer::showRecipientMenu);
    connect(m_audienceButton, &QToolButton::clicked, this, &Composer::toggleAudience);
    connect(m_popup, &CompletionPopup::currentChanged, this, &Composer::refresh);
    connect(m_popup, &CompletionPopup::chosen, m_edit,
            [this](const CompletionRow& row) { m_edit->completeAddress(row.member.address); });
}

void Composer::connectEdit()
{
    connect(m_edit, &ComposerEdit::textChanged, this, [this] {
        updateCompletion();
        refresh();
        emit edited(text());
    });
    connect(m_edit, &ComposerEdit::cursorPositionChanged, this, &Composer::updateCompletion);
    connect(m_edit, &ComposerEdit::focusChanged, this, [this](bool hasFocus) {
        if (!hasFocus)
            m_popup->hide();
        update();
    });
    connect(m_edit, &ComposerEdit::navigationKeyPressed, this, [this](QKeyEvent* event) {
        if (m_popup->handleKey(*event))
            event->accept();
    });
    connect(m_edit, &ComposerEdit::sendPressed, this, &Composer::send);
    connect(m_edit, &ComposerEdit::imagePasted, this, &Composer::imagePasted);
    connect(m_edit, &ComposerEdit::filesPasted, this, &Composer::imageFilesChosen);
}

void Composer::setRules(Rules rules)
{
    m_rules = std::move(rules);
    m_edit->setNamesLength(m_rules.namesLength);
    refresh();
}

void Composer::setMembers(std::vector<ComposerMember> members)
{
    m_members = std::move(members);
    std::vector<int> hues;
    for (const ComposerMember& member : m_members)
        hues.push_back(member.look.hue);
    m_rail->setHues(std::move(hues));
    fitRail();
    refresh();
}

void Composer::setLanes(const theme::RailLanes& lanes)
{
    m_rail->setLanes(lanes);
    fitRail();
}

void Composer::refresh()
{
    if (m_rules.preview)
        showPreview(m_rules.preview(m_edit->textWith(m_popup->currentAddress()), m_audience));
}

void Composer::showPreview(const ComposerPreview& view)
{
    m_view = view;
    m_rail->showRoute(view);
    m_to->setChips(view.recipients);
    m_edit->setPlaceholderText(view.isPrivate ? tr("Write a private message") : tr("Message the team"));
    m_sentence->setText(view.sentence);
    m_sentence->setToolTip(view.sentence.toHtmlEscaped());
    m_sentence->setColor(view.isRefused ? theme::Color::StatusFailed : theme::Color::Text3);
    m_audienceButton->setVisible(view.canSwitchAudience);
    m_audienceButton->setIcon(theme::themedIcon(m_theme, view.isPrivate ? theme::Icon::Lock : theme::Icon::Eye,
                                                view.isPrivate ? theme::Color::PrivateText : theme::Color::Text2));
    const QString audience = view.isPrivate ? tr("Only the recipients hear it. Click to let everyone hear it")
                                            : tr("Everyone hears it. Click to make it private");
    m_audienceButton->setAccessibleName(audience);
    m_audienceButton->setToolTip(audience);
    m_hint->setText(view.waiting.isEmpty() ? tr("Enter sends · Shift+Enter: new line") : view.waiting);
    m_hint->setToolTip(view.waiting);
    m_hint->setColor(view.waiting.isEmpty() ? theme::Color::Text3 : theme::Color::Text1);
    m_resume->setVisible(view.canResume);
    m_resume->setEnabled(canSend());
    fitRail();
    m_send->setEnabled(canSend());
    theme::setButtonKind(m_theme, *m_send, canSend() ? theme::ButtonKind::Primary : theme::ButtonKind::Normal);
    theme::setButtonIcon(m_theme, *m_send, view.isPrivate ? theme::Icon::Lock : theme::Icon::Send);
    fitSentence();
}

bool Composer::canSend() const { return !m_isSending && !m_view.isRefused && !m_popup->isVisible() && hasSomething(); }
bool Composer::hasSomething() const
{
    const bool isSaid = !text().mid(m_edit->namesLength(text())).trimmed().isEmpty();
    return isSaid || !m_strip->images().empty();
}

void Composer::send()
{
    if (canSend())
        emit sendRequested();
    else if (m_view.isRefused && !text().trimmed().isEmpty())
        emit sendRefused(m_view.sentence);
}

void Composer::sendAndResume()
{
    if (canSend())
        emit sendAndResumeRequested();
}

void Composer::updateCompletion()
{
    const QString token = m_edit->addressToken();
    if (token.isEmpty() || !m_edit->hasFocus() || !m_rules.complete) {
        m_popup->hide();
        return;
    }
    if (m_popup->parentWidget() != window())
        m_popup->setParent(window());
    const theme::Theme& look = m_theme.theme();
    const int left = m_rail->isHidden() ? look.px(avatarWithoutRail) : look.px(popupLeft);
    m_popup->showRows(m_rules.complete(token.mid(1), text()), static_cast<int>(m_members.size()),
                      mapTo(window(), QPoint(left, look.px(popupOverlap))));
}

void Composer::toggleAudience()
{
    m_audience = m_view.isPrivate ? Audience::Everyone : Audience::OnlyNamed;
    refresh();
    m_edit->setFocus();
    emit audienceChosen();
}

void Composer::showRecipientMenu()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (const ComposerMember& member : m_members)
        connect(menu->addAction(theme::withoutShortcut(member.name + QStringLiteral(" · ") + member.profile)),
                &QAction::triggered, this, [this, name = member.address] { address(name, Audience::ByDefault); });
    menu->addSeparator();
    connect(menu->addAction(tr("Everyone")), &QAction::triggered, this,
            [this] { address(QStringLiteral("everyone"), Audience::ByDefault); });
    menu->popup(m_to->mapToGlobal(QPoint(0, 0)) - QPoint(0, menu->sizeHint().height()));
}

void Composer::address(const QString& name, Audience audience)
{
    m_audience = audience;
    setText(u'@' + name + u' ' + text().mid(m_edit->namesLength(text())));
    focusText();
}

void Composer::setAudience(Audience audience)
{
    m_audience = audience;
    refresh();
}

void Composer::forward(const QString& forwarded)
{
    const QString written = text().trimmed();
    setText(written.isEmpty() ? forwarded : written + u'\n' + forwarded);
    focusText();
    showRecipientMenu();
}

QString Composer::text() const { return m_edit->toPlainText(); }
void Composer::setText(const QString& text)
{
    m_edit->setPlainText(text);
    m_edit->moveCursor(QTextCursor::End);
}

const std::vector<PickedImage>& Composer::images() const { return m_strip->images(); }
void Composer::addImage(PickedImage image) { m_strip->add(std::move(image)); }
void Composer::clear()
{
    m_audience = Audience::ByDefault;
    m_strip->clear();
    m_edit->clear();
}

void Composer::setSending(bool on)
{
    m_isSending = on;
    m_edit->setReadOnly(on);
    showPreview(m_view);
}

void Composer::focusText() { m_edit->setFocus(); }
void Composer::dragEnterEvent(QDragEnterEvent* event)
{
    m_isDropTarget = isImageDrop(*event->mimeData());
    event->setAccepted(m_isDropTarget);
    update();
}

void Composer::dragLeaveEvent(QDragLeaveEvent*)
{
    m_isDropTarget = false;
    update();
}

void Composer::dropEvent(QDropEvent* event)
{
    m_isDropTarget = false;
    m_edit->take(*event->mimeData());
    event->acceptProposedAction();
    update();
}

void Composer::paintEvent(QPaintEvent*)
{
    const theme::Theme& look = m_theme.theme();
    QPainter painter(this);
    painter.fillRect(rect(), look.color(theme::Color::BgCanvas));
    theme::paintHairline(painter, look, rect(), Qt::TopEdge);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isActive = m_edit->hasFocus() || m_isDropTarget;
    const double width = isActive ? look.measure(theme::Measure::FocusWidth) : 1.0;
    painter.setPen(QPen(look.color(isActive ? theme::Color::Accent : theme::Color::Line2), width));
    painter.setBrush(look.color(theme::Color::BgInput));
    // The inner pixel coincides with the plain border; the ring grows outwards.
    const double inset = 1.0 - width / 2;
    const double radius = look.measure(theme::Measure::R3) - inset;
    painter.drawRoundedRect(QRectF(m_box->geometry()).adjusted(inset, inset, -inset, -inset), radius, radius);
}

} // namespace quarterdeck::ui
