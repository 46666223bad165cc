#include "reading.h"

#include "tests/support/wait.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <algorithm>
#include <set>
#include <utility>

namespace quarterdeck::hostile {

using test::waitFor;

namespace {

constexpr int shownMs = 10'000;
constexpr int mostRows = 200;
/// The panel cuts a long question; the whole text is in the conversation.
constexpr std::size_t shownOfQuestion = 500;

/// Everything in the parts of a widget, and what people hear who cannot see it.
QString textIn(const QWidget& widget)
{
    QStringList texts;
    for (const QWidget* part : widget.findChildren<QWidget*>()) {
        if (const auto* label = qobject_cast<const QLabel*>(part))
            texts << label->text();
        if (const auto* button = qobject_cast<const QAbstractButton*>(part))
            texts << button->text() << button->accessibleName();
        if (const auto* edit = qobject_cast<const QPlainTextEdit*>(part))
            texts << edit->toPlainText();
    }
    return texts.join(u'\n');
}

QString textOfCards(const QWidget& window)
{
    QStringList texts;
    for (const QWidget* card : window.findChildren<QWidget*>(QStringLiteral("questionCard")))
        texts << textIn(*card);
    return texts.join(u'\n');
}

/// In lower case, each once.
QStringList matchesOf(const QRegularExpression& word, const QString& text)
{
    std::set<QString> words;
    auto matches = word.globalMatch(text);
    while (matches.hasNext())
        words.insert(matches.next().captured().toLower());
    return {words.begin(), words.end()};
}

/// Only our own paragraphs may surround what was written.
bool isMarkup(const QString& text)
{
    static const QRegularExpression foreignTag(QStringLiteral("<(?!/?(p|br)\\b)[A-Za-z/!]"));
    return Qt::mightBeRichText(text) && text.contains(foreignTag);
}

void addListFaults(const QWidget& window, QStringList& faults)
{
    for (const QAbstractItemView* view : window.findChildren<QAbstractItemView*>()) {
        const QAbstractItemModel* model = view->model();
        for (int row = 0; model != nullptr && row < std::min(model->rowCount(), mostRows); ++row)
            if (isMarkup(model->index(row, 0).data(Qt::ToolTipRole).toString()))
                faults << QStringLiteral("a tooltip in %1 reads it as markup").arg(view->objectName());
    }
}

} // namespace

/// Latin ones; if there is none, those of any script, and finally what the addresses say.
QStringList wordsOf(const std::string& text)
{
    static const QRegularExpression latin(QStringLiteral("[A-Za-z]{3,12}"));
    static const QRegularExpression any(QStringLiteral("\\p{L}{2,12}"), QRegularExpression::UseUnicodePropertiesOption);
    // The line that begins a fence, addresses and encoded data need not be shown.
    static const QRegularExpression unseen(
        QStringLiteral("^\\s*(?:`{3,}|~{3,}).*$|[a-z]+:[^\\s)\"']+|[A-Za-z0-9+/=]{40,}"),
        QRegularExpression::MultilineOption | QRegularExpression::CaseInsensitiveOption);
    const QString beginning = QString::fromStdString(text.substr(0, 2000));
    const QString seen = QString(beginning).remove(unseen);
    for (const auto& [words, within] : {std::pair(&latin, &seen), std::pair(&any, &seen), std::pair(&any, &beginning)})
        if (const QStringList found = matchesOf(*words, *within); !found.isEmpty())
            return found;
    return {};
}

bool isFoundIn(const QString& shown, const QStringList& words)
{
    const QString text = shown.toLower();
    const auto found = std::ranges::count_if(words, [&](const QString& word) { return text.contains(word); });
    return !text.trimmed().isEmpty() && found * 3 >= words.size();
}

QStringList equalLooks(const QString& where, const QStringList& answers)
{
    // Blanks at an end, and several of them, are seen no more than characters that are drawn as nothing.
    static const QRegularExpression unseen(QStringLiteral("\\p{Cf}|[\\x{115f}\\x{1160}\\x{3164}\\x{ffa0}\\x{34f}]|"
                                                          "[\\x{180b}-\\x{180f}]|[\\x{fe00}-\\x{fe0f}]|[\\x{e0000}-"
                                                          "\\x{e0fff}]|[\\x{fff0}-\\x{fff8}]"));
    std::set<QString> looks;
    QStringList faults;
    for (const QString& answer : answers)
        if (!looks.insert(QString(answer).remove(unseen).simplified()).second)
            faults << QStringLiteral("two answers look the same %1: %2").arg(where, answer.left(40));
    return faults;
}

QStringList questionPanelFaults(const QWidget& window, const HostileCase& hostile)
{
    QStringList faults;
    const QStringList words = wordsOf(hostile.text.substr(0, shownOfQuestion));
    if (!waitFor([&] { return isFoundIn(textOfCards(window), words); }, shownMs))
        faults << QStringLiteral("the panel of questions does not say what is asked");
    for (const QWidget* card : window.findChildren<QWidget*>(QStringLiteral("questionCard"))) {
        QStringList answers;
        for (const auto* button : card->findChildren<QAbstractButton*>(QStringLiteral("questionOption")))
            answers << button->accessibleName();
        faults << equalLooks(QStringLiteral("in the panel of questions"), answers);
    }
    return faults;
}

QStringList inspectorFaults(const QWidget& window, const HostileCase& hostile)
{
    const auto* raw = window.findChild<QPlainTextEdit*>(QStringLiteral("inspectorRaw"));
    const QStringList words = wordsOf(hostile.text);
    if (raw != nullptr && waitFor([&] { return isFoundIn(raw->toPlainText(), words); }, shownMs))
        return {};
    return {QStringLiteral("the inspector does not show it as it came")};
}

QStringList markupFaults(const QWidget& window)
{
    QStringList faults;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        if (label != nullptr && label->textFormat() != Qt::PlainText && isMarkup(label->text()))
            faults << QStringLiteral("the label %1 reads it as markup").arg(label->objectName());
        if (isMarkup(widget->toolTip()))
            faults << QStringLiteral("the tooltip of %1 reads it as markup").arg(widget->objectName());
    }
    addListFaults(window, faults);
    return faults;
}

} // namespace quarterdeck::hostile
