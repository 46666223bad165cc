#pragma once

#include <QString>
#include <string>
#include <vector>

namespace quarterdeck::hostile {

/// One thing that an agent might write.
struct HostileCase
{
    std::string name;
    std::string text;                 ///< bytes, perhaps no UTF-8
    std::string picture;              ///< PNG or SVG bytes; empty = none
    std::vector<std::string> options; ///< not empty: `text` is a question with these answers
    std::string generated;            ///< what was to be generated and is not known here; empty = nothing
    /// As it came where `text` names the canary: an address of this computer is asked about, and that one is not.
    std::string untouched;
    bool mustAsk = false; ///< no link of it may open without a question
};

/// Reads lines of {"name", "content" | "generate", "must_ask"?, …}. In the content {"generate": "PNG 30000x30000 …"},
/// {"generate": "SVG <svg …"} (that very drawing), {"generate": "single line of 10 MB …"} and {"generate": "… lone
/// UTF-16 surrogate … raw byte 0xFF …"} are made, and
/// {"question", "options"} is a question. A content may be a list of texts and of {"repeat": text, "times": n}. The
/// host `canary.invalid` becomes `canaryHost` where that is not empty. Nothing but an error sentence when the file
/// cannot be read or holds no such line.
struct HostileCases
{
    std::vector<HostileCase> cases;
    QString error;
};
[[nodiscard]] HostileCases readCases(const QString& path, const QString& canaryHost);

} // namespace quarterdeck::hostile
