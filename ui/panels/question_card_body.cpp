// Builds a card's parts, from top to bottom.
#include "ui/images/attachment_strip.h"
#include "ui/panels/question_card.h"
#include "ui/panels/question_parts.h"
#include "ui/present/visible_text.h"
#include "ui/theme/buttons.h"
#include "ui/theme/labels.h"
#include "ui/transcript/people_json.h"

#include <QHBoxLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace quarterdeck::ui {

namespace {
constexpr double cardGap = 6;
constexpr int longestQuestion = 600; ///< all of it stands in the conversation
constexpr int longestReason = 300;
constexpr double buttonOverHead = 3; ///< a button of 24 px in a line of 18 reaches into the padding around it

/// The helm is drawn at 24 px only; without it, the label is no wider than the avatar.
theme::AvatarStyle smallLook(theme::AvatarStyle look)
{
    look.isLeader = false;
    return look;
}
} // namespace

void QuestionCard::build()
{
    const theme::Theme& look = m_theme.theme();
    const bool hadField = m_field != nullptr && m_field->hasFocus();
    const int cursor = m_field != nullptr ? m_field->cursorPosition() : 0;
    if (m_body != nullptr) {
        m_body->hide();
        m_body->deleteLater(); // one of its buttons may be what led here
        delete layout();
    }
    m_field = nullptr;
    m_strip = nullptr;
    m_answer = m_first = nullptr;
    m_menu = nullptr;
    m_ring = nullptr;
    m_left = nullptr;
    m_asks = nullptr;
    m_from = nullptr;
    m_sendingRing = nullptr;
    m_sending = nullptr;
    m_options.clear();
    m_body = new QWidget(this);
    auto* frame = new QVBoxLayout(this);
    const int over = hasMenu() ? look.px(buttonOverHead) : 0;
    const bool isFolded = m_view.isLater && !isPast() && !isSending();
    const int topPadding = isFolded ? look.px(4) : look.px(9) - over;
    frame->setContentsMargins(look.px(9) + 3, topPadding, look.px(11), isFolded ? look.px(4) : look.px(10)); // 3: edge
    frame->addWidget(m_body);
    auto* column = new QVBoxLayout(m_body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    setAccessibleName(
        tr("%1 asks: %2").arg(wording::visibleText(m_view.asker), wording::visibleText(m_view.text, longestQuestion)));
    if (isFolded) {
        buildFolded(*column);
    } else {
        buildHead(*column);
        buildFrom(*column);
        buildText(*column);
    }
    refreshDeadline();
    m_body->show();
    if (hadField && m_field != nullptr) {
        m_field->setFocus();
        m_field->setCursorPosition(cursor);
    }
}

void QuestionCard::buildHead(QBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(cardGap));
    auto* avatar = new theme::AvatarLabel(m_theme, theme::Measure::AvatarSmall, theme::Color::AskBg, m_body);
    avatar->setLook(smallLook(m_view.look), wording::visibleText(m_view.asker));
    auto* name =
        new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::roleColor(m_view.look.hue, theme::RoleShade::Text),
                             QFont::DemiBold, m_body);
    name->setText(wording::visibleText(m_view.asker));
    name->setElideMode(Qt::ElideMiddle); // names often differ in their ends
    m_asks =
        new theme::TextLabel(m_theme, theme::TextRole::Meta,
                             m_view.isUrgent ? theme::Color::StatusFailed : theme::Color::Text3, QFont::Normal, m_body);
    m_asks->setObjectName(QStringLiteral("questionAsks"));
    m_asks->setText(asksWords());
    m_asks->setElideMode(Qt::ElideRight);
    m_ring = new theme::RingLabel(m_theme, 14, m_body);
    m_left = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::AskText, QFont::Normal, m_body);
    m_left->setObjectName(QStringLiteral("questionDeadline"));
    row->addWidget(avatar);
    row->addWidget(name);
    row->addWidget(m_asks);
    row->addStretch(1);
    row->addWidget(m_ring);
    row->addWidget(m_left);
    if (hasMenu()) {
        m_menu = makeMenuButton();
        row->addWidget(m_menu);
    }
    column.addLayout(row);
}

void QuestionCard::buildFolded(QBoxLayout& column)
{
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(cardGap));
    auto* avatar = new theme::AvatarLabel(m_theme, theme::Measure::AvatarSmall, theme::Color::AskBg, m_body);
    avatar->setLook(smallLook(m_view.look), wording::visibleText(m_view.asker));
    auto* text = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text2, QFont::Normal, m_body);
    text->setObjectName(QStringLiteral("questionText"));
    text->setText(wording::visibleText(m_view.text, longestQuestion).simplified());
    text->setElideMode(Qt::ElideRight);
    text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* later = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_body);
    later->setText(tr("later"));
    m_ring = new theme::RingLabel(m_theme, 14, m_body);
    m_left = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::AskText, QFont::Normal, m_body);
    m_left->setObjectName(QStringLiteral("questionDeadline"));
    row->addWidget(avatar);
    row->addWidget(text, 1);
    row->addWidget(later);
    row->addWidget(m_ring);
    row->addWidget(m_left);
    row->addWidget(makeShowButton());
    column.addLayout(row);
}

void QuestionCard::buildText(QBoxLayout& column)
{
    auto* text = new theme::TextLabel(m_theme, theme::TextRole::Ui, theme::Color::Text1, QFont::DemiBold, m_body);
    text->setObjectName(QStringLiteral("questionText"));
    text->setText(wording::visibleText(m_view.text, longestQuestion));
    text->setWordWrap(true);
    column.addSpacing(m_theme.theme().px(hasMenu() && m_from == nullptr ? 4 - buttonOverHead : 4));
    column.addWidget(text);
    buildReason(column);
    buildPictureLine(column);
    buildDiff(column);
    if (!m_view.chosenBefore.isEmpty())
        addNote(column, QStringLiteral("questionChosenBefore"),
                tr("You chose “%1”, but it was not sent before the program ended.")
                    .arg(wording::visibleLabel(m_view.chosenBefore)));
    column.addSpacing(m_theme.theme().px(8));
    if (isPast()) {
        buildOptions(column);
        buildPast(column);
    } else if (isSending()) {
        buildSending(column);
    } else if (m_view.formFields > 0) {
        if (m_view.isTextForm) {
            buildOptions(column);
            buildWordsField(column);
        }
        buildFormLine(column);
    } else {
        buildOptions(column);
        buildAnswerLine(column);
    }
}

void QuestionCard::addNote(QBoxLayout& column, const QString& objectName, const QString& text)
{
    auto* note = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text3, QFont::Normal, m_body);
    note->setObjectName(objectName);
    note->setText(text);
    note->setWordWrap(true);
    column.addSpacing(m_theme.theme().px(2));
    column.addWidget(note);
}

void QuestionCard::buildReason(QBoxLayout& column)
{
    if (m_view.reason.isEmpty())
        return;
    auto* reason = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Normal, m_body);
    reason->setObjectName(QStringLiteral("questionReason"));
    reason->setText(wording::visibleText(m_view.reason, longestReason));
    reason->setWordWrap(true);
    column.addSpacing(m_theme.theme().px(2));
    column.addWidget(reason);
}

void QuestionCard::buildPictureLine(QBoxLayout& column)
{
    if (m_view.images == 0)
        return;
    addNote(column, QStringLiteral("questionImages"),
            tr("%n image(s), shown in the conversation", nullptr, m_view.images));
}

void QuestionCard::buildDiff(QBoxLayout& column)
{
    if (m_view.diff.isEmpty())
        return;
    column.addSpacing(m_theme.theme().px(6));
    auto* diff = new DiffView(m_theme, m_view.diff, m_body);
    column.addWidget(diff);
    if (diff->leftOut() > 0)
        addNote(column, QStringLiteral("questionDiffNote"),
                tr("%n more line(s) are not shown here", nullptr, diff->leftOut()));
    if (m_view.afterDiff.isEmpty())
        return;
    auto* more = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Normal, m_body);
    more->setText(wording::visibleText(m_view.afterDiff));
    more->setWordWrap(true);
    column.addWidget(more);
}

void QuestionCard::buildOptions(QBoxLayout& column)
{
    if (m_view.options.isEmpty())
        return;
    const QList<bool> areAlike = transcript::lookalikesAmong(m_view.options);
    std::vector<OptionButton*> options;
    for (const QString& option : m_view.options) {
        const int place = static_cast<int>(options.size());
        const QString label = areAlike[place] ? wording::visibleLookalike(option) : wording::visibleLabel(option);
        auto* button = new OptionButton(m_theme, {label, option == m_view.defaultOption, isPast()}, m_body);
        if (const QString hint = m_view.optionHints.value(place); !hint.isEmpty())
            button->setToolTip(theme::plainToolTip(label + u'\n' + wording::visibleText(hint)));
        connect(button, &QPushButton::clicked, this, [this, option] { answerOption(option); });
        options.push_back(button);
    }
    m_options.assign(options.begin(), options.end());
    if (!isPast())
        m_first = m_options.front();
    placeOptions(column, options);
    buildOptionsNote(column, areAlike.contains(true));
}

void QuestionCard::placeOptions(QBoxLayout& column, const std::vector<OptionButton*>& options)
{
    const theme::Theme& look = m_theme.theme();
    auto* rows = new QVBoxLayout;
    rows->setSpacing(look.px(cardGap));
    rows->setContentsMargins(0, 0, 0, look.px(cardGap));
    // Two per row; an option with a long label, or without a neighbour, has a row to itself, so nothing is cut off.
    const auto isWide = [&](std::size_t place) { return options[place]->isWiderThan(look.px(136)); };
    for (std::size_t i = 0; i < options.size(); ++i) {
        auto* row = new QHBoxLayout;
        row->setSpacing(look.px(cardGap));
        row->addWidget(options[i], 1);
        if (!isWide(i) && i + 1 < options.size() && !isWide(i + 1))
            row->addWidget(options[++i], 1);
        rows->addLayout(row);
    }
    column.addLayout(rows);
}

void QuestionCard::buildOptionsNote(QBoxLayout& column, bool areSomeAlike)
{
    if (areSomeAlike)
        addNote(column, QStringLiteral("questionAlike"),
                tr("Some of these choices look alike. Letters from other alphabets are shown as code points."));
    if (m_view.moreOptions > 0)
        addNote(column, QStringLiteral("questionMoreOptions"),
                tr("%n more choice(s) are not shown here", nullptr, m_view.moreOptions));
    if (areSomeAlike || m_view.moreOptions > 0)
        column.addSpacing(m_theme.theme().px(cardGap));
}

QPushButton* QuestionCard::makeCardButton(const QString& objectName, const QString& text, bool isAsk)
{
    auto* button =
        theme::makeButton(m_theme, objectName, text, isAsk ? theme::ButtonKind::Ask : theme::ButtonKind::Normal,
                          theme::Icon::None, theme::ButtonSize::Normal, m_body);
    button->setProperty("tier", QStringLiteral("card"));
    //: a button's name for those who only hear it: "Later: question of Bob"
    button->setAccessibleName(tr("%1: question from %2").arg(text, wording::visibleText(m_view.asker)));
    return button;
}

QToolButton* QuestionCard::makeShowButton()
{
    auto* go = theme::makeIconButton(m_theme, QStringLiteral("questionShow"), tr("Show in the conversation"),
                                     theme::Icon::ArrowRight, theme::ButtonSize::Small, m_body);
    connect(go, &QToolButton::clicked, this, &QuestionCard::shown);
    return go;
}

QToolButton* QuestionCard::makeImagesButton()
{
    auto* add = theme::makeIconButton(m_theme, QStringLiteral("questionImagesAdd"),
                                      tr("Add images to the answer to %1").arg(wording::visibleText(m_view.asker)),
                                      theme::Icon::Image, theme::ButtonSize::Small, m_body);
    add->setToolTip(tr("Add images: choose, paste or drop them"));
    connect(add, &QToolButton::clicked, this, &QuestionCard::imagesRequested);
    return add;
}

QToolButton* QuestionCard::makeMenuButton()
{
    auto* more =
        theme::makeIconButton(m_theme, QStringLiteral("questionMore"),
                              tr("More options for the question from %1").arg(wording::visibleText(m_view.asker)),
                              theme::Icon::Ellipsis, theme::ButtonSize::Small, m_body);
    more->setToolTip(m_view.deadline ? tr("Show in the conversation, pause the deadline, decline")
                                     : tr("Show in the conversation, decline"));
    connect(more, &QToolButton::clicked, this, &QuestionCard::showMenu);
    return more;
}

void QuestionCard::buildAnswerLine(QBoxLayout& column)
{
    m_field = new AnswerField(m_words.text, m_body);
    m_field->setObjectName(QStringLiteral("questionField"));
    m_field->setProperty("tier", QStringLiteral("small"));
    m_field->setPlaceholderText(tr("Type an answer"));
    m_field->setAccessibleName(tr("Answer to %1").arg(wording::visibleText(m_view.asker)));
    m_answer = makeCardButton(QStringLiteral("questionAnswer"), tr("Answer"), true);
    m_answer->setEnabled(!m_words.isEmpty());
    auto* later = makeCardButton(QStringLiteral("questionLater"), tr("Later"), false);
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(cardGap));
    row->addWidget(m_field, 1);
    row->addWidget(makeImagesButton());
    row->addWidget(m_answer);
    row->addWidget(later);
    buildImages(column);
    column.addLayout(row);
    connectField();
    connect(m_answer, &QPushButton::clicked, this, &QuestionCard::answerTyped);
    connect(later, &QPushButton::clicked, this, [this] { ifSettled(&QuestionCard::postpone); });
}

/// Sent along with the chosen option; on its own it is no answer.
void QuestionCard::buildWordsField(QBoxLayout& column)
{
    m_field = new AnswerField(m_words.text, m_body);
    m_field->setObjectName(QStringLiteral("questionWords"));
    m_field->setProperty("tier", QStringLiteral("small"));
    m_field->setPlaceholderText(tr("Reason (optional)"));
    m_field->setAccessibleName(tr("Reason for the answer to %1").arg(wording::visibleText(m_view.asker)));
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) { m_words.text = text; });
    column.addWidget(m_field);
    column.addSpacing(m_theme.theme().px(cardGap));
}

void QuestionCard::connectField()
{
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_words.text = text;
        m_answer->setEnabled(!m_words.isEmpty());
    });
    connect(m_field, &QLineEdit::returnPressed, this, &QuestionCard::answerTyped);
    connect(m_field, &AnswerField::imageFilesChosen, this, &QuestionCard::imageFilesChosen);
    connect(m_field, &AnswerField::imagePasted, this, &QuestionCard::imagePasted);
}

void QuestionCard::buildImages(QBoxLayout& column)
{
    m_strip = new AttachmentStrip(m_theme, 0, m_body);
    for (const PickedImage& image : m_words.images)
        m_strip->add(image);
    column.addWidget(m_strip);
    connect(m_strip, &AttachmentStrip::changed, this, [this] {
        m_words.images = m_strip->images();
        m_answer->setEnabled(!m_words.isEmpty());
    });
}

void QuestionCard::buildFormLine(QBoxLayout& column)
{
    const bool isText = m_view.isTextForm;
    auto* fill = makeCardButton(QStringLiteral("questionFillIn"), isText ? tr("Edit…") : tr("Fill in…"), !isText);
    if (m_first == nullptr)
        m_first = fill;
    auto* later = makeCardButton(QStringLiteral("questionLater"), tr("Later"), false);
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(cardGap));
    row->addWidget(fill);
    row->addWidget(later);
    // If options decide about a text, one of them says no.
    if (!isText || m_view.options.empty()) {
        auto* decline = makeCardButton(QStringLiteral("questionDecline"), tr("Decline"), false);
        theme::setButtonKind(m_theme, *decline, theme::ButtonKind::Flat);
        row->addWidget(decline);
        connect(decline, &QPushButton::clicked, this, [this] { ifSettled(&QuestionCard::declined); });
    }
    row->addStretch(1);
    row->addWidget(makeShowButton());
    column.addLayout(row);
    connect(fill, &QPushButton::clicked, this, &QuestionCard::fillInAsked);
    connect(later, &QPushButton::clicked, this, [this] { ifSettled(&QuestionCard::postpone); });
}

void QuestionCard::buildSending(QBoxLayout& column)
{
    m_sendingRing = new theme::RingLabel(m_theme, 14, m_body);
    m_sending = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Normal, m_body);
    m_sending->setObjectName(QStringLiteral("questionSending"));
    m_sending->setElideMode(Qt::ElideMiddle);
    auto* back = makeCardButton(QStringLiteral("questionTakeBack"), tr("Take back"), false);
    back->setToolTip(tr("It is not sent"));
    m_first = m_takeBack = back;
    auto* row = new QHBoxLayout;
    row->setSpacing(m_theme.theme().px(cardGap));
    row->addWidget(m_sendingRing);
    row->addWidget(m_sending);
    row->addStretch(1);
    row->addWidget(back);
    column.addLayout(row);
    connect(back, &QPushButton::clicked, this, [this] {
        if (isSettled()) // else it is the second click of the one that chose
            emit takenBack();
    });
    refreshSending();
    m_sendingTick.start();
}

void QuestionCard::buildPast(QBoxLayout& column)
{
    auto* past = new theme::TextLabel(m_theme, theme::TextRole::Meta, theme::Color::Text2, QFont::Normal, m_body);
    past->setObjectName(QStringLiteral("questionPastAnswer"));
    past->setText(wording::visibleText(m_view.pastAnswer));
    past->setWordWrap(true);
    column.addWidget(past);
}

} // namespace quarterdeck::ui
