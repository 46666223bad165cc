#pragma once

#include "ui/panels/needs_you_panel.h"

#include <QTimer>

class QBoxLayout;
class QPushButton;
class QToolButton;

namespace quarterdeck::ui::theme {
class RingLabel;
class TextLabel;
} // namespace quarterdeck::ui::theme

namespace quarterdeck::ui {

class AnswerField;
class AttachmentStrip;
class OptionButton;

/// One question in Needs you. It ignores input for 400 ms after it appeared or moved, so that a card appearing under
/// the hand answers nothing. While it has the focus, 1 to 9 choose an option.
class QuestionCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuestionCard)
public:
    QuestionCard(const theme::ThemeController& theme, NeedsYouPanel::Clock clock, QuestionCardState view,
                 QWidget* parent = nullptr);

    /// `moment`: in a replay, the time from which the deadline is measured.
    void setView(const QuestionCardState& view, std::optional<conversation::Timestamp> moment);
    void retranslate();
    /// What is in the answer field and beside it, not sent yet.
    [[nodiscard]] const TypedAnswer& ownWords() const { return m_words; }
    void setTypedAnswer(TypedAnswer words);
    void addImage(PickedImage image);
    void takeFocus();
    /// As if it had just appeared: it ignores input for a while.
    void settleAnew();
    /// Focuses the field for one's own words rather than the first option.
    void focusField();
    [[nodiscard]] bool hasFocusWithin() const;

signals:
    void optionChosen(const QString& option, const QString& words);
    void answered(const quarterdeck::ui::TypedAnswer& words);
    void imagesRequested();
    void imageFilesChosen(const QStringList& paths);
    void imagePasted(const QImage& image);
    void postpone();
    void declined();
    void takenBack();
    void deadlinePauseRequested(bool isPaused);
    void shown();
    void fillInAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void moveEvent(QMoveEvent* event) override;

private:
    void build();
    void buildHead(QBoxLayout& column);
    void buildFrom(QBoxLayout& column);
    void buildFolded(QBoxLayout& column);
    void buildText(QBoxLayout& column);
    void buildDiff(QBoxLayout& column);
    void buildReason(QBoxLayout& column);
    void buildPictureLine(QBoxLayout& column);
    void buildOptions(QBoxLayout& column);
    void buildOptionsNote(QBoxLayout& column, bool areSomeAlike);
    void placeOptions(QBoxLayout& column, const std::vector<OptionButton*>& options);
    void addNote(QBoxLayout& column, const QString& objectName, const QString& text);
    void buildAnswerLine(QBoxLayout& column);
    void buildWordsField(QBoxLayout& column);
    void connectField();
    void buildImages(QBoxLayout& column);
    void buildFormLine(QBoxLayout& column);
    void buildPast(QBoxLayout& column);
    void buildSending(QBoxLayout& column);
    QPushButton* makeCardButton(const QString& objectName, const QString& text, bool isAsk);
    QToolButton* makeShowButton();
    QToolButton* makeMenuButton();
    QToolButton* makeImagesButton();
    void showMenu();
    void refreshDeadline();
    void refreshSending();
    [[nodiscard]] bool isPast() const { return !m_view.pastAnswer.isEmpty(); }
    [[nodiscard]] bool isSending() const { return !m_view.sending.isEmpty(); }
    /// Decline and Show go into a menu if the answer line leaves no room for them; so does what concerns a deadline.
    [[nodiscard]] bool hasMenu() const
    {
        return (m_view.formFields == 0 || m_view.deadline) && !isPast() && !isSending();
    }
    /// "asks", and for how long nobody has answered, unless that has a line of its own.
    [[nodiscard]] QString asksWords() const;
    /// There is no room for the age beside a deadline, and a program has such a line in any case.
    [[nodiscard]] bool isFromTold() const { return !m_view.program.isEmpty() || (m_view.deadline && age()); }
    /// "AgentScope · Chess · waiting 12 min"
    [[nodiscard]] QString fromWords() const;
    /// Since it was asked, in ms; empty if it is over, or seen in a replay.
    [[nodiscard]] std::optional<std::int64_t> age() const;
    [[nodiscard]] bool mayAnswer() const;
    [[nodiscard]] bool isSettled() const; ///< it has been as it is for long enough
    void ifSettled(void (QuestionCard::*wish)());
    void answerOption(const QString& option);
    void answerTyped();

    const theme::ThemeController& m_theme;
    NeedsYouPanel::Clock m_clock;
    QuestionCardState m_view;
    std::optional<conversation::Timestamp> m_moment;
    std::optional<conversation::Timestamp> m_settledAt; ///< when it appeared at its current place
    QTimer m_tick;
    TypedAnswer m_words; ///< even while it is folded
    QWidget* m_body = nullptr;
    AnswerField* m_field = nullptr;
    AttachmentStrip* m_strip = nullptr;
    QPushButton* m_answer = nullptr;
    QToolButton* m_menu = nullptr;
    QPushButton* m_first = nullptr;
    std::vector<QPushButton*> m_options;
    theme::RingLabel* m_ring = nullptr;
    theme::TextLabel* m_left = nullptr;
    theme::TextLabel* m_asks = nullptr;
    theme::TextLabel* m_from = nullptr;
    QTimer m_sendingTick;
    theme::RingLabel* m_sendingRing = nullptr;
    theme::TextLabel* m_sending = nullptr;
    QPushButton* m_takeBack = nullptr;
};

} // namespace quarterdeck::ui
