#pragma once

#include "conversation/ids.h"
#include "ui/images/picked_image.h"
#include "ui/theme/paint.h"
#include "ui/theme/theme_controller.h"

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

class OtherQuestion;
class QuestionCard;

/// One open question as its card shows it.
struct QuestionCardView
{
    conversation::QuestionId id;
    QString asker;
    theme::AvatarLook look;
    QString text;
    QStringList options;
    QString defaultOption;
    int formFields = 0; ///< > 0: a form, filled in in the transcript
    std::optional<conversation::Timestamp> deadline;
    std::optional<conversation::Timestamp> askedAt;
    bool isLater = false;          ///< postponed by the person: folded to one line
    QString pastAnswer;            ///< replay: "Answered “4×4” by you at 10:01:30"; then without buttons
    QString diff = {};             ///< unified: what is to be allowed
    QString afterDiff = {};        ///< the text after it
    bool isTextForm = false;       ///< the form is one proposed text: the options decide on it, or it is edited
    QString reason = {};           ///< why it is asked; empty = not said
    QStringList optionHints = {};  ///< a description of each option, in their order
    bool isDeadlinePaused = false; ///< the deadline is paused for the person
    bool isUrgent = false;         ///< according to the asker
    int images = 0;                ///< the question's images, shown in the conversation
    int moreOptions = 0;           ///< options that are not among `options`
    QString program = {};          ///< the asking program's kind and name; empty = a member of a local team

    friend bool operator==(const QuestionCardView&, const QuestionCardView&) = default;
};

/// An answer in the person's own words, as far as they have typed it.
struct OwnWords
{
    QString text;
    std::vector<PickedImage> images;

    [[nodiscard]] bool isEmpty() const { return text.trimmed().isEmpty() && images.empty(); }
};

/// A question waiting in another session.
struct OtherQuestionView
{
    conversation::SessionId session;
    QString title; ///< of the session
    conversation::QuestionId id;
    QString asker;
    QString text;    ///< its beginning
    QString reason;  ///< its beginning; empty = not said
    QString program; ///< as on a card; the title is shown beside it
    std::optional<conversation::Timestamp> deadline;
    std::optional<conversation::Timestamp> askedAt;
    bool isDeadlinePaused = false;
    bool isUrgent = false;

    friend bool operator==(const OtherQuestionView&, const OtherQuestionView&) = default;
};

/// More questions waiting in another session, as one line.
struct OtherSessionView
{
    conversation::SessionId id;
    QString title;
    int questions = 0;   ///< not counting those shown
    QString first = {};  ///< who asks what, in the most pressing one
    bool isMore = false; ///< other questions of this session are shown

    friend bool operator==(const OtherSessionView&, const OtherSessionView&) = default;
};

struct NeedsYouView
{
    std::vector<QuestionCardView> questions;       ///< urgent ones first, then the oldest deadline, then age
    std::vector<OtherQuestionView> otherQuestions; ///< in the same order; the most pressing ones
    std::vector<OtherSessionView> others;          ///< with those not among them
    bool isReplay = false;
    /// Replay: the time that deadlines are measured against. Without it a past question shows no deadline.
    std::optional<conversation::Timestamp> moment;

    friend bool operator==(const NeedsYouView&, const NeedsYouView&) = default;
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

    void setView(NeedsYouView view);
    /// Moves the focus to the next question's card, from the one that has it.
    bool focusNext();
    /// To the card of this one, if it is shown.
    void focusQuestion(const conversation::QuestionId& id);
    /// An image for an answer, also of a card that is not shown now.
    void addImage(const conversation::QuestionId& id, PickedImage image);
    /// Continues in its card what was begun elsewhere; the card's own content stays in front of it.
    void goOnWriting(const conversation::QuestionId& id, const QString& text);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// `words`: sent along with it, such as a reason. Often empty.
    void optionChosen(const quarterdeck::conversation::QuestionId& id, const QString& option, const QString& words);
    void answered(const quarterdeck::conversation::QuestionId& id, const quarterdeck::ui::OwnWords& words);
    /// Images for the answer: to be chosen, read from files, or as they were pasted.
    void imagesWanted(const quarterdeck::conversation::QuestionId& id);
    void imageFilesChosen(const quarterdeck::conversation::QuestionId& id, const QStringList& paths);
    void imagePasted(const quarterdeck::conversation::QuestionId& id, const QImage& image);
    void putOff(const quarterdeck::conversation::QuestionId& id);
    void declined(const quarterdeck::conversation::QuestionId& id);
    /// Its deadline is to wait, or to run again.
    void deadlinePauseWanted(const quarterdeck::conversation::QuestionId& id, bool isPaused);
    /// The card's title was clicked, or a form is to be filled in: show it in the transcript.
    void shown(const quarterdeck::conversation::QuestionId& id);
    /// Its form is wanted, which is in the conversation.
    void fillInAsked(const quarterdeck::conversation::QuestionId& id);
    void sessionChosen(const quarterdeck::conversation::SessionId& id);
    /// The deadline of a question in another session is to wait, or to run again.
    void otherPauseWanted(const quarterdeck::conversation::SessionId& session,
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
    QuestionCard* makeCard(const QuestionCardView& view);
    [[nodiscard]] std::vector<conversation::QuestionId> fromKeyboardOn() const;
    void keepKeyboard(const std::vector<conversation::QuestionId>& order);
    [[nodiscard]] QuestionCard* nextWaiting(const std::vector<conversation::QuestionId>& order) const;

    const theme::ThemeController& m_theme;
    Clock m_clock;
    NeedsYouView m_view;
    QScrollArea* m_scroll = nullptr;
    QWidget* m_list = nullptr;
    QVBoxLayout* m_column = nullptr;
    std::map<conversation::QuestionId, QuestionCard*> m_cards;
    std::map<conversation::QuestionId, OwnWords>
        m_begun; ///< answers of cards that are gone, as when another session is shown
    std::map<std::pair<conversation::SessionId, conversation::QuestionId>, OtherQuestion*> m_others;
    std::optional<conversation::QuestionId> m_actedOn; ///< the last one answered, declined or postponed
    std::vector<QWidget*> m_lines;
};

} // namespace quarterdeck::ui
