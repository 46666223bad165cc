#pragma once

#include <QString>
#include <nlohmann/json_fwd.hpp>

namespace quarterdeck::app {

/// Standard output and standard error of a subcommand. Progress is for a person who watches: one line that is
/// overwritten, on a terminal only, gone before anything else is written. Thread: one.
class Console final
{
public:
    Console();
    ~Console();
    Q_DISABLE_COPY_MOVE(Console)

    /// A line. Write what others wrote through `harmless`.
    void print(const QString& line);
    void print(const nlohmann::json& value);
    /// Bytes as they are; false when nobody reads them any more.
    bool write(std::string_view bytes);
    /// The one sentence that says why it did not work; the exit code for it.
    int fail(const QString& sentence);
    int fail(const std::string& sentence);
    void progress(const QString& line);

private:
    void clearProgress();

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
