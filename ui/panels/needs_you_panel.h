#pragma once

#include "model/conversation/ids.h"
#include "ui/images/image_input.h"
#include "ui/present/held.h"
#include "ui/present/questions.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme.h"

#include <QStringList>
#include <QWidget>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace quarterdeck::ui {

class HeldCard;
class OtherQuestion;
class QuestionCard;

/// An answer in the person's own words, as far as they have typed it.
struct TypedAnswer
{
    QString text;
    std::vector<PickedImage> images;

    [[nodiscard]] bool isEmpty() const { return text.trimmed().isEmpty() && images.empty(); }
};

/// The dock for what waits for the person: a card for each question of the session shown, a line or two for those of
/// others; as high as its cards, and scrolling if there is less room. What is being typed into a card survives every
/// refresh. A card that appears or moves takes no answer for 400 ms. When the focused card was dealt with, the next one
/// gets the focus. Thread: ui.
class NeedsYouPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NeedsYouPanel)
public:
    using Clock = std::function<conversation::Timestamp()>;

    /// `clock` gives the time for deadlines and the 400 ms; the system's if empty.
    explicit NeedsYouPanel(const theme::ThemeController& theme, QWidget* parent = nullptr, Clock clock = {});
    ~NeedsYouPanel() override;

    void setView(NeedsYouState view);
    /// Above the questions.
    void setHeld(const std::optional<HeldCardState>& held);
    [[nodiscard]] HeldCard& heldCard() { return *m_heldCard; }
    [[nodiscard]] const HeldCard& heldCard() const { return *m_heldCard; }
    void focusHeld();
    /// Moves the focus to the next question's card, from the one that has it.
    bool focusNext();
    /// To the card of this one, if it is shown.
    void focusQuestion(const conversation::QuestionId& id);
    /// An image for an answer, also of a card that is not shown now.
    void addImage(const conversation::QuestionId& id, PickedImage image);
    /// Continues in its card what was begun elsewhere; the card's own content stays in front of it.
    void resumeTyping(const conversation::QuestionId& id, const QString& text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// `words`: sent along with it, such as a reason. Often empty.
    void optionChosen(const quarterdeck::conversation::QuestionId& id, const QString& option, const QString& words);
    void answered(const quarterdeck::conversation::QuestionId& id, const quarterdeck::ui::TypedAnswer& words);
    /// Images for the answer: to be chosen, read from files, or as they were pasted.
    void imagesRequested(const quarterdeck::conversation::QuestionId& id);
    void imageFilesChosen(const quarterdeck::conversation::QuestionId& id, const QStringList& paths);
    void imagePasted(const quarterdeck::conversation::QuestionId& id, const QImage& image);
    void postpone(const quarterdeck::conversation::QuestionId& id);
    void declined(const quarterdeck::conversation::QuestionId& id);
    /// What was chosen is not to be sent.
    void takenBack(const quarterdeck::conversation::QuestionId& id);
    /// Its deadline is to wait, or to run again.
    void deadlinePauseRequested(const quarterdeck::conversation::QuestionId& id, bool isPaused);
    /// The card's title was clicked, or a form is to be filled in: show it in the transcript.
    void shown(const quarterdeck::conversation::QuestionId& id);
    /// Its form is wanted, which is in the conversation.
    void fillInAsked(const quarterdeck::conversation::QuestionId& id);
    void sessionChosen(const quarterdeck::conversation::SessionId& id);
    /// The deadline of a question in another session is to wait, or to run again.
    void otherPauseRequested(const quarterdeck::conversation::SessionId& session,
                             const quarterdeck::conversation::QuestionId& id, bool isPaused);
    /// The person dealt with the focused card, and no other one waits.
    void allDone();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuild();
    void placeCards();
    void placeOthers();
    void addOther(const OtherSessionView& other);
    void addWords(const QString& name, const QString& words);
    void applyTheme();
    QuestionCard* makeCard(const QuestionCardState& view);
    [[nodiscard]] std::vector<conversation::QuestionId> fromKeyboardOn() const;
    [[nodiscard]] bool isSending(const conversation::QuestionId& id) const;
    void keepKeyboard(const std::vector<conversation::QuestionId>& order, bool wasSending);
    [[nodiscard]] QuestionCard* nextWaiting(const std::vector<conversation::QuestionId>& order) const;

    const theme::ThemeController& m_theme;
    Clock m_clock;
    NeedsYouState m_view;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_list = nullptr;
    QVBoxLayout* m_column = nullptr;
    HeldCard* m_heldCard = nullptr; ///< hidden where nothing is held
    std::map<conversation::QuestionId, QuestionCard*> m_cards;
    std::map<conversation::QuestionId, TypedAnswer>
        m_begun; ///< answers of cards that are gone, as when another session is shown
    std::map<std::pair<conversation::SessionId, conversation::QuestionId>, OtherQuestion*> m_others;
    std::optional<conversation::QuestionId> m_actedOn; ///< the last one answered, declined or postponed
    std::vector<QWidget*> m_lines;
};

} // namespace quarterdeck::ui
