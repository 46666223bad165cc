#include "ui/wording/said_again.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QHash>
#include <QMutex>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace quarterdeck::ui::wording {

namespace {

/// A text as the program has it.
struct Source
{
    QByteArray context;
    QByteArray text;
    QByteArray disambiguation;
    bool isCounted = false;
};

/// How it was said in the language before, in pieces: "The library “", "1", "” is damaged."
struct Pattern
{
    std::size_t source;
    QStringList literals; ///< one more than there are places
    QStringList places;   ///< what stands between them: "1" of %1, "n" of %n
    qsizetype literalSize = 0;
};

struct Memory
{
    QMutex mutex;
    QSet<std::pair<const char*, const char*>> known; ///< contexts and texts, most of them literals
    std::vector<Source> sources;
    std::vector<Pattern> before; ///< of the ui thread alone; those that say most first
};

Memory& memory()
{
    static auto* all = new Memory; // whoever translates last may do so after the end of `main`
    return *all;
}

constexpr qsizetype longestText = 2000; ///< of a notice; what is longer quotes a file

/// With %1, %L2 or %n.
const QRegularExpression& place()
{
    static const QRegularExpression found(QStringLiteral("%L?(\\d{1,2}|n)"));
    return found;
}

Pattern patternOf(const QString& text, std::size_t source)
{
    Pattern pattern{source, {}, {}};
    qsizetype end = 0;
    for (auto found = place().globalMatch(text); found.hasNext();) {
        const QRegularExpressionMatch one = found.next();
        pattern.literals.append(text.mid(end, one.capturedStart() - end));
        pattern.places.append(one.captured(1));
        end = one.capturedEnd();
    }
    pattern.literals.append(text.mid(end));
    for (const QString& literal : std::as_const(pattern.literals))
        pattern.literalSize += std::ranges::count_if(literal, [](QChar one) { return one.isLetter(); });
    return pattern;
}

/// What stands in its places, when this is such a text.
std::optional<QHash<QString, QString>> valuesIn(const QString& text, const Pattern& pattern)
{
    if (pattern.places.isEmpty())
        return text == pattern.literals.front() ? std::optional(QHash<QString, QString>()) : std::nullopt;
    if (!text.startsWith(pattern.literals.front()) || !text.endsWith(pattern.literals.back()))
        return std::nullopt;
    QString expression;
    for (qsizetype i = 0; i < pattern.literals.size(); ++i) {
        expression += QRegularExpression::escape(pattern.literals[i]);
        if (i < pattern.places.size())
            expression += pattern.places[i] == QLatin1String("n") ? QStringLiteral("(\\d+)") : QStringLiteral("(.*)");
    }
    static constexpr auto options = QRegularExpression::DotMatchesEverythingOption;
    const QRegularExpressionMatch match =
        QRegularExpression(QRegularExpression::anchoredPattern(expression), options).match(text);
    if (!match.hasMatch())
        return std::nullopt;
    QHash<QString, QString> values;
    for (qsizetype i = 0; i < pattern.places.size(); ++i)
        values.insert(pattern.places[i], match.captured(static_cast<int>(i) + 1));
    return values;
}

/// In one go: a value may have a %1 of its own.
QString filled(const QString& text, const QHash<QString, QString>& values)
{
    const Pattern pattern = patternOf(text, 0);
    QString all = pattern.literals.front();
    for (qsizetype i = 0; i < pattern.places.size(); ++i)
        all += values.value(pattern.places[i]) + pattern.literals[i + 1];
    return all;
}

QString saidAgain(const QString& text, int depth, qsizetype leastLetters);

/// Nothing where it was no such text. A value may be one, too ("%1 It tries again by itself."); a word is what somebody
/// calls something.
std::optional<QString> matched(const QString& text, int depth, qsizetype leastLetters)
{
    for (const Pattern& pattern : memory().before) {
        if (pattern.literalSize < leastLetters)
            break;
        std::optional<QHash<QString, QString>> values = valuesIn(text, pattern);
        if (!values)
            continue;
        constexpr qsizetype sentence = 12;
        for (QString& value : *values)
            value = saidAgain(value, depth + 1, sentence);
        const Source source = [&] {
            const QMutexLocker lock(&memory().mutex);
            return memory().sources[pattern.source];
        }();
        const int count = source.isCounted ? values->value(QStringLiteral("n")).toInt() : -1;
        return filled(QCoreApplication::translate(source.context, source.text, source.disambiguation, count), *values);
    }
    return std::nullopt;
}

/// Sentences may stand one behind the other; one of them may have a full stop within.
QString saidAgain(const QString& text, int depth, qsizetype leastLetters)
{
    constexpr int deepest = 3;
    constexpr qsizetype mostParts = 4;
    if (depth == deepest || text.size() > longestText)
        return text;
    static const QRegularExpression end(QStringLiteral("(?<=[.。]) "));
    const QStringList parts = text.split(end);
    QStringList said;
    for (qsizetype i = 0; i < parts.size();) {
        qsizetype taken = i == 0 ? parts.size() : std::min(parts.size() - i, mostParts);
        std::optional<QString> one;
        for (; taken > 0 && !one; --taken)
            one = matched(parts.mid(i, taken).join(u' '), depth, leastLetters);
        said.append(one.value_or(parts[i]));
        i += one ? taken + 1 : 1;
    }
    return said.join(u' ');
}

/// As one and as several, with the number's place where it was.
QStringList countedWords(const Source& source)
{
    QStringList words;
    for (const int count : {1, 1'000'000'002}) {
        QString text =
            QCoreApplication::translate(source.context, source.text, source.disambiguation.constData(), count);
        if (const qsizetype at = text.indexOf(QString::number(count)); at >= 0)
            text.replace(at, QString::number(count).size(), QStringLiteral("%n"));
        words.append(text);
    }
    return words;
}

/// Of the language that is about to go.
void keepWords()
{
    Memory& all = memory();
    all.before.clear();
    const std::vector<Source> sources = [&] {
        const QMutexLocker lock(&all.mutex);
        return all.sources;
    }();
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const Source& source = sources[i];
        const QStringList words = source.isCounted
            ? countedWords(source)
            : QStringList{QCoreApplication::translate(source.context, source.text, source.disambiguation)};
        for (const QString& text : words)
            all.before.push_back(patternOf(text, i));
    }
    std::ranges::stable_sort(all.before, std::ranges::greater{}, &Pattern::literalSize);
}

} // namespace

TextMemory::TextMemory() { QCoreApplication::installTranslator(this); }

TextMemory::~TextMemory() { QCoreApplication::removeTranslator(this); }

/// Whoever was installed last is asked first.
void TextMemory::changeLanguage(const std::function<void()>& use)
{
    QCoreApplication::removeTranslator(this);
    keepWords();
    use();
    QCoreApplication::installTranslator(this);
}

QString TextMemory::translate(const char* context, const char* source, const char* disambiguation, int n) const
{
    Memory& all = memory();
    const QMutexLocker lock(&all.mutex);
    if (const std::pair text(context, source); !all.known.contains(text)) {
        all.known.insert(text);
        all.sources.push_back({context, source, disambiguation, n >= 0});
    }
    return {};
}

QString saidAgain(const QString& text) { return saidAgain(text, 0, 2); }

view::Notice saidAgain(view::Notice notice)
{
    for (QString* text : {&notice.what, &notice.meaning, &notice.button, &notice.otherButton})
        *text = saidAgain(*text);
    return notice;
}

} // namespace quarterdeck::ui::wording
