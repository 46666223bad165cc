#include "app/services/headless_run.h"

#include <QFile>
#include <QSocketNotifier>
#include <QTextStream>
#include <algorithm>
#include <cstdio>

namespace quarterdeck::app {

namespace {

constexpr qint64 longestAnswer = 64 * 1024;

std::optional<std::string> lineOf(QByteArray bytes)
{
    while (bytes.endsWith('\n') || bytes.endsWith('\r'))
        bytes.chop(1);
    return bytes.toStdString();
}

class FileAnswers final : public AnswerSource
{
public:
    explicit FileAnswers(const QString& path) : m_file(path) { }
    [[nodiscard]] bool open() { return m_file.open(QIODevice::ReadOnly); }
    void next(const conversation::QuestionId& /*question*/, Answered answered) override
    {
        answered(m_file.atEnd() ? std::nullopt : lineOf(m_file.readLine(longestAnswer)));
    }

private:
    QFile m_file;
};

/// Waits for a line without blocking the run.
class TypedAnswers final : public AnswerSource
{
public:
    TypedAnswers() : m_notifier(fileno(stdin), QSocketNotifier::Read)
    {
        m_notifier.setEnabled(false);
        static_cast<void>(m_input.open(stdin, QIODevice::ReadOnly | QIODevice::Unbuffered));
        QObject::connect(&m_notifier, &QSocketNotifier::activated, &m_notifier, [this] { read(); });
    }
    void next(const conversation::QuestionId& /*question*/, Answered answered) override
    {
        m_answered = std::move(answered);
        m_notifier.setEnabled(true);
    }

private:
    void read()
    {
        m_notifier.setEnabled(false);
        const QByteArray line = m_input.readLine(longestAnswer);
        if (const auto answered = std::exchange(m_answered, {}))
            answered(line.isEmpty() ? std::nullopt : lineOf(line));
    }

    QFile m_input;
    QSocketNotifier m_notifier;
    Answered m_answered;
};

/// Matched by label or number; null = none.
const conversation::QuestionOption* optionMeant(const conversation::Question& question, const QString& words)
{
    const auto& options = question.options;
    const auto named = std::ranges::find(options, words.toStdString(), &conversation::QuestionOption::label);
    if (named != options.end())
        return &*named;
    const qulonglong number = words.toULongLong();
    return number >= 1 && number <= options.size() ? &options[number - 1] : nullptr;
}

} // namespace

std::unique_ptr<AnswerSource> makeAnswerSource(const QString& from)
{
    if (from == QStringLiteral("stdin"))
        return std::make_unique<TypedAnswers>();
    auto answers = std::make_unique<FileAnswers>(from);
    return answers->open() ? std::move(answers) : nullptr;
}

conversation::AnswerQuestion answerFrom(const conversation::Question& question, const std::string& line)
{
    conversation::AnswerQuestion answer;
    answer.id = question.id;
    const QString typed = QString::fromStdString(line).trimmed();
    if (const auto* chosen = optionMeant(question, typed)) {
        answer.option = chosen->label;
        return answer;
    }
    const qsizetype colon = typed.indexOf(u':');
    const auto* chosen = colon < 0 ? nullptr : optionMeant(question, typed.left(colon).trimmed());
    if (chosen != nullptr) {
        answer.option = chosen->label;
        answer.content = conversation::textBlocks(typed.mid(colon + 1).trimmed().toStdString());
    } else {
        answer.content = conversation::textBlocks(line);
    }
    return answer;
}

} // namespace quarterdeck::app
