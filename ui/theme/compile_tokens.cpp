// Build tool: turns resources/theme/tokens.css into a header with constexpr tables. Usage: compile_tokens TOKENS.css
// OUT.h. Plain C++, so that the build needs no interpreter.
#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using Declarations = std::vector<std::pair<std::string, std::string>>;

struct Block
{
    std::string selector;
    Declarations declarations;
};

std::string trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::string withoutComments(const std::string& css)
{
    std::string result;
    std::size_t at = 0;
    while (at < css.size()) {
        const auto open = css.find("/*", at);
        result += css.substr(at, open - at);
        if (open == std::string::npos)
            break;
        const auto close = css.find("*/", open);
        if (close == std::string::npos)
            throw std::runtime_error("a comment is not closed");
        at = close + 2;
    }
    return result;
}

Declarations parseDeclarations(std::string_view body)
{
    Declarations result;
    std::size_t at = 0;
    while (at < body.size()) {
        const auto end = std::min(body.find(';', at), body.size());
        const std::string line = trimmed(body.substr(at, end - at));
        at = end + 1;
        if (!line.starts_with("--"))
            continue;
        const auto colon = line.find(':');
        if (colon == std::string::npos)
            throw std::runtime_error("no colon in: " + line);
        result.emplace_back(trimmed(line.substr(2, colon - 2)), trimmed(line.substr(colon + 1)));
    }
    return result;
}

std::vector<Block> parseBlocks(const std::string& css)
{
    std::vector<Block> result;
    std::size_t at = 0;
    for (;;) {
        const auto open = css.find('{', at);
        if (open == std::string::npos)
            return result;
        const std::string selector = trimmed(std::string_view(css).substr(at, open - at));
        std::size_t close = open + 1;
        for (int depth = 1; depth > 0; ++close) {
            if (close >= css.size())
                throw std::runtime_error("a block is not closed: " + selector);
            depth += css[close] == '{' ? 1 : css[close] == '}' ? -1 : 0;
        }
        if (!selector.starts_with('@')) // media queries concern the page alone
            result.push_back({selector, parseDeclarations(std::string_view(css).substr(open + 1, close - open - 2))});
        at = close;
    }
}

std::string enumerator(std::string_view name)
{
    std::string result;
    bool upper = true;
    for (const char c : name) {
        if (c == '-') {
            upper = true;
            continue;
        }
        result += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = false;
    }
    return result;
}

// "#RRGGBB" or "rgba(r, g, b, a)" as 0xAARRGGBB, or nothing when the value is no colour.
std::optional<std::string> asColor(const std::string& value)
{
    if (value.size() == 7 && value.front() == '#')
        return "0xff" + value.substr(1);
    if (!value.starts_with("rgba("))
        return std::nullopt;
    std::istringstream in(value.substr(5));
    unsigned red = 0;
    unsigned green = 0;
    unsigned blue = 0;
    double alpha = 0;
    char comma = 0;
    if (!(in >> red >> comma >> green >> comma >> blue >> comma >> alpha))
        return std::nullopt;
    std::ostringstream out;
    out << "0x" << std::hex
        << ((static_cast<unsigned>(std::lround(alpha * 255)) << 24U) | (red << 16U) | (green << 8U) | blue);
    return out.str();
}

std::optional<std::string> asNumber(const std::string& value, std::string_view unit)
{
    if (!value.ends_with(unit) || value.size() == unit.size())
        return std::nullopt;
    const std::string number = value.substr(0, value.size() - unit.size());
    if (!std::all_of(number.begin(), number.end(), [](unsigned char c) { return std::isdigit(c) != 0 || c == '.'; }))
        return std::nullopt;
    return number;
}

template <typename Convert>
Declarations select(const Declarations& from, Convert convert)
{
    Declarations result;
    for (const auto& [name, value] : from) {
        if (const auto converted = convert(value))
            result.emplace_back(name, *converted);
    }
    return result;
}

Declarations overridden(Declarations base, const Declarations& by)
{
    for (const auto& [name, value] : by) {
        const auto at =
            std::find_if(base.begin(), base.end(), [&key = name](const auto& item) { return item.first == key; });
        if (at == base.end())
            throw std::runtime_error("an override of an unknown token: " + name);
        at->second = value;
    }
    return base;
}

void writeEnum(std::ostream& out, const char* type, const char* prefix, const Declarations& items)
{
    out << "enum class " << type << " : unsigned char {\n";
    for (const auto& [name, value] : items)
        out << "    " << enumerator(name) << ",\n";
    out << "};\ninline constexpr std::size_t " << prefix << "Count = " << items.size() << ";\n";
    out << "inline constexpr std::array<std::string_view, " << prefix << "Count> " << prefix << "Names{\n";
    for (const auto& [name, value] : items)
        out << "    std::string_view(\"" << name << "\"),\n";
    out << "};\n\n";
}

void writeValues(std::ostream& out, const Declarations& items)
{
    out << "{{";
    for (const auto& [name, value] : items)
        out << value << ", ";
    out << "}},\n";
}

struct Tables
{
    Declarations light;
    Declarations dark;
    Declarations lightHigh;
    Declarations darkHigh;
    Declarations measures;
    Declarations measuresHigh;
    Declarations durations;
};

Tables tablesFrom(const std::vector<Block>& blocks)
{
    std::map<std::string, Declarations> bySelector;
    for (const Block& block : blocks)
        bySelector[block.selector] = block.declarations;
    const auto block = [&](const std::string& selector) -> const Declarations& {
        const auto found = bySelector.find(selector);
        if (found == bySelector.end())
            throw std::runtime_error("no block " + selector);
        return found->second;
    };
    const auto pixels = [](const std::string& value) { return asNumber(value, "px"); };
    Tables t;
    t.light = select(block(":root, :root[data-theme=\"light\"]"), asColor);
    // Dark need not repeat what it shares with light, but must not add tokens that light lacks.
    t.dark = overridden(t.light, select(block(":root[data-theme=\"dark\"]"), asColor));
    t.lightHigh =
        overridden(t.light, select(block(":root[data-contrast=\"more\"]:not([data-theme=\"dark\"])"), asColor));
    t.darkHigh = overridden(t.dark, select(block(":root[data-contrast=\"more\"][data-theme=\"dark\"]"), asColor));
    t.measures = select(block(":root"), pixels);
    t.measuresHigh = overridden(t.measures, select(block(":root[data-contrast=\"more\"]"), pixels));
    t.durations = select(block(":root"), [](const std::string& value) { return asNumber(value, "ms"); });
    if (t.light.empty() || t.measures.empty())
        throw std::runtime_error("no tokens found");
    return t;
}

void write(std::ostream& out, const Tables& t)
{
    out << "// Made from resources/theme/tokens.css by compile_tokens; change it there.\n#pragma once\n\n"
           "#include <QtGui/qrgb.h>\n\n#include <array>\n#include <cstddef>\n#include <string_view>\n\n"
           "namespace quarterdeck::ui::theme {\n\n";
    writeEnum(out, "Color", "color", t.light);
    writeEnum(out, "Measure", "measure", t.measures);
    writeEnum(out, "Motion", "motion", t.durations);
    out << "using ColorTable = std::array<QRgb, colorCount>;\nusing MeasureTable = std::array<double, "
           "measureCount>;\n\n"
           "struct Tokens {\n    ColorTable light;\n    ColorTable dark;\n    ColorTable lightHigh;\n    ColorTable "
           "darkHigh;\n"
           "    MeasureTable measures; // px at 100 % text size\n    MeasureTable measuresHigh;\n"
           "    std::array<int, motionCount> motion; // ms\n};\n\ninline constexpr Tokens tokens{\n";
    for (const Declarations* items :
         {&t.light, &t.dark, &t.lightHigh, &t.darkHigh, &t.measures, &t.measuresHigh, &t.durations})
        writeValues(out, *items);
    out << "};\n\n} // namespace quarterdeck::ui::theme\n";
}

} // namespace

int main(int argc, char** argv)
{
    try {
        if (argc != 3)
            throw std::runtime_error("usage: compile_tokens TOKENS.css OUT.h");
        std::ifstream in(argv[1]);
        if (!in)
            throw std::runtime_error(std::string("cannot read ") + argv[1]);
        std::ostringstream css;
        css << in.rdbuf();
        std::ostringstream header;
        write(header, tablesFrom(parseBlocks(withoutComments(css.str()))));
        std::ofstream out(argv[2]);
        out << header.str();
        if (!out.flush())
            throw std::runtime_error(std::string("cannot write ") + argv[2]);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << "compile_tokens: " << error.what() << '\n';
        return 1;
    }
}
