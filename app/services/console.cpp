#include "app/services/console.h"

#include <QCoreApplication>
#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>
#include <unistd.h>

namespace quarterdeck::app {

namespace {

bool putTo(std::FILE* file, const QByteArray& bytes)
{
    const auto size = static_cast<std::size_t>(bytes.size());
    return std::fwrite(bytes.constData(), 1, size, file) == size && std::fflush(file) == 0;
}

void putLine(const QString& sentence) { putTo(stderr, QByteArrayLiteral("quarterdeck: ") + sentence.toUtf8() + '\n'); }

bool isHarmful(QChar character)
{
    const char16_t code = character.unicode();
    const bool isControl = (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0);
    const bool turnsDirection = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    return isControl || turnsDirection;
}

} // namespace

Console::Console(bool isJson) : m_isJson(isJson), m_isTerminal(::isatty(STDERR_FILENO) == 1) { }

Console::~Console() { clearProgress(); }

void Console::print(const QString& line)
{
    clearProgress();
    put(line.toUtf8() + '\n');
}

void Console::print(const nlohmann::json& value)
{
    clearProgress();
    put(QByteArray::fromStdString(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) + '\n');
}

bool Console::write(std::string_view bytes)
{
    m_hasWritten = true;
    return remember(std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size());
}

int Console::finish(int exitCode)
{
    remember(std::fflush(stdout) == 0);
    if (isWritable() || m_hasFailed)
        return exitCode;
    const std::string reason = std::generic_category().message(m_outputError);
    return fail(QCoreApplication::translate("CommandLine", "Cannot write to standard output: %1.")
                    .arg(QString::fromStdString(reason)));
}

int Console::fail(const QString& sentence) { return failWith(sentence, harmlessLine(sentence.toStdString())); }

int Console::failInLines(const QString& text) { return failWith(text, text); }

int Console::failWith(const QString& told, const QString& shown)
{
    clearProgress();
    m_hasFailed = true;
    if (m_isJson && !m_hasWritten && isWritable())
        print(nlohmann::json{{"error", told.toStdString()}});
    remember(std::fflush(stdout) == 0);
    putLine(shown);
    return 1;
}

void Console::note(const std::string& sentence)
{
    clearProgress();
    putLine(harmlessLine(sentence));
}

int Console::fail(const std::string& sentence) { return fail(QString::fromStdString(sentence)); }

void Console::progress(const QString& line)
{
    if (m_isTerminal) {
        putTo(stderr, "\r\x1b[K" + harmlessLine(line.toStdString()).toUtf8());
        m_hasProgress = true;
    }
}

void Console::clearProgress()
{
    if (m_hasProgress) {
        putTo(stderr, "\r\x1b[K");
        m_hasProgress = false;
    }
}

void Console::put(const QByteArray& line)
{
    m_hasWritten = true;
    remember(putTo(stdout, line));
}

bool Console::remember(bool isWritten)
{
    if (!isWritten && isWritable())
        m_outputError = errno;
    return isWritten;
}

QString harmless(const QString& text)
{
    QString safe = text;
    safe.remove(QLatin1Char('\r')); // a carriage return would overwrite the line
    for (QChar& character : safe) {
        if (isHarmful(character)) {
            character = QChar::ReplacementCharacter;
        }
    }
    return safe;
}

QString harmless(const std::string& text) { return harmless(QString::fromStdString(text)); }

QString harmlessLine(const std::string& text)
{
    QString line = harmless(text);
    line.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return line;
}

} // namespace quarterdeck::app
