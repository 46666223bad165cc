#pragma once

#include <QString>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::app {

/// Standard output and standard error of a subcommand. Progress is for a person who watches: one line that is
/// overwritten, on a terminal only, gone before anything else is written. What standard output does not take is
/// remembered, and told by `finish`. Thread: one.
class Console final
{
public:
    /// `isJson`: who reads standard output expects JSON there, also of what did not work.
    explicit Console(bool isJson = false);
    ~Console();
    Q_DISABLE_COPY_MOVE(Console)

    /// A line. Write what others wrote through `harmless`.
    void print(const QString& line);
    void print(const nlohmann::json& value);
    /// Bytes as they are; false when nobody reads them any more.
    bool write(std::string_view bytes);
    /// All that was written so far has arrived: standard output is no full disk and no closed pipe.
    [[nodiscard]] bool isWritable() const { return m_outputError == 0; }
    /// Writes out what is left. The exit code: this one, or, with a sentence, that of an output that did not arrive.
    [[nodiscard]] int finish(int exitCode);
    /// The one sentence that says why it did not work, on standard error, and as {"error"} where JSON is expected and
    /// none was written; the exit code for it.
    int fail(const QString& sentence);
    int fail(const std::string& sentence);
    /// The same where the sentence ends with lines of their own. Write what others wrote through `harmless`.
    int failInLines(const QString& text);
    /// A sentence on standard error about what else is worth knowing; what was asked for goes on.
    void note(const std::string& sentence);
    void progress(const QString& line);

private:
    void clearProgress();
    int failWith(const QString& told, const QString& shown);
    void put(const QByteArray& line);
    bool remember(bool isWritten);

    int m_outputError = 0; ///< of the first write that failed, as errno has it
    bool m_isJson = false;
    bool m_hasWritten = false;
    bool m_hasFailed = false;
    bool m_isTerminal = false;
    bool m_hasProgress = false;
};

/// Text for a terminal: control characters (which could steer it) and those that turn the direction of text are
/// replaced, line breaks and tabs stay.
[[nodiscard]] QString harmless(const QString& text);
[[nodiscard]] QString harmless(const std::string& text);
/// The same on one line.
[[nodiscard]] QString harmlessLine(const std::string& text);

} // namespace quarterdeck::app
