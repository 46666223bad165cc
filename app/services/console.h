#pragma once

#include <QString>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::app {

/// Standard output and standard error of a subcommand. Progress is for a person who watches: a single line that is
/// overwritten, only on a terminal, and removed before anything else is written. Output that could not be written is
/// remembered, and reported by `finish`. Thread: one.
class Console final
{
public:
    /// `isJson`: the reader of standard output expects JSON, for failures as well.
    explicit Console(bool isJson = false);
    ~Console();
    Q_DISABLE_COPY_MOVE(Console)

    /// A line. Pass foreign text through `harmless`.
    void print(const QString& line);
    void print(const nlohmann::json& value);
    /// Raw bytes; false if nobody reads them any more.
    bool write(std::string_view bytes);
    /// Everything so far has been written: standard output is no full disk and no closed pipe.
    [[nodiscard]] bool isWritable() const { return m_outputError == 0; }
    /// Flushes what is left. Returns this exit code, or, with a sentence, that of an output that failed.
    [[nodiscard]] int finish(int exitCode);
    /// The single sentence that says what went wrong, on standard error, and as {"error"} if JSON is expected and none
    /// was written; returns the exit code.
    int fail(const QString& sentence);
    int fail(const std::string& sentence);
    /// The same with further lines after the sentence. Pass foreign text through `harmless`.
    int failInLines(const QString& text);
    /// A sentence on standard error about something else worth knowing; the command goes on.
    void note(const std::string& sentence);
    void progress(const QString& line);

private:
    void clearProgress();
    int failWith(const QString& told, const QString& shown);
    void put(const QByteArray& line);
    bool remember(bool isWritten);

    int m_outputError = 0; ///< errno of the first write that failed
    bool m_isJson = false;
    bool m_hasWritten = false;
    bool m_hasFailed = false;
    bool m_isTerminal = false;
    bool m_hasProgress = false;
};

/// Text for a terminal: control characters (which could steer it) and those that change the direction of text are
/// replaced; line breaks and tabs stay.
[[nodiscard]] QString harmless(const QString& text);
[[nodiscard]] QString harmless(const std::string& text);
/// The same on one line.
[[nodiscard]] QString harmlessLine(const std::string& text);

} // namespace quarterdeck::app
