#include "arrows.h"

#include "source_tree.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <regex>
#include <set>

namespace quarterdeck::structure {

namespace {

using Names = std::set<std::string>;

struct Room
{
    std::string name; ///< of its target and its include root
    std::string folder;
    Names rooms;
    Names qtModules;
    Names libraries;
};

const Names inside = {"conversation", "formats", "session", "team", "replay", "transfer", "gateway"};
const Names windows = {"Core",  "Gui",        "Widgets",       "Network",          "PrintSupport", "Svg", "Qml",
                       "Quick", "WebChannel", "WebEngineCore", "WebEngineWidgets", "QuickWidgets", "DBus"};

/// The arrows, as ARCHITECTURE.md draws them. A new room is added here first.
const std::vector<Room> rooms = {
    {"conversation", "model/conversation", {}, {"Core"}, {}},
    {"formats", "model/formats", {"conversation"}, {"Core"}, {}},
    {"session", "model/session", {"conversation"}, {"Core"}, {"SQLite"}},
    {"team", "model/team", {"session", "formats", "conversation"}, {"Core", "Network"}, {"QCoro"}},
    {"replay", "model/replay", {"session", "formats", "conversation"}, {"Core"}, {"QCoro"}},
    {"transfer", "model/transfer", {"session", "formats", "conversation"}, {"Core"}, {"QCoro", "SQLite"}},
    {"gateway", "model/gateway", {"session", "formats", "conversation"}, {"Core"}, {"Boost"}},
    {"storage", "storage", {"session", "conversation"}, {"Core"}, {"SQLite"}},
    {"ui", "ui", inside, windows, {"QCoro"}},
};

/// Libraries that not every room may use, by what their includes and CMake targets begin with.
const std::vector<std::pair<std::string, std::string>> guardedLibraries = {
    {"SQLite", "SQLite"}, {"sqlite3", "SQLite"},         {"QCoro", "QCoro"},           {"qcoro", "QCoro"},
    {"boost/", "Boost"},  {"qt6keychain", "QtKeychain"}, {"Qt6Keychain", "QtKeychain"}};

bool isRoom(const std::string& name)
{
    return name == "app" || std::ranges::any_of(rooms, [&](const Room& room) { return room.name == name; });
}

std::optional<std::string> guardedLibrary(const std::string& name)
{
    for (const auto& [beginning, library] : guardedLibraries) {
        if (name.starts_with(beginning))
            return library;
    }
    return std::nullopt;
}

/// The module of a header written <QWidget> or <QtWidgets/QWidget>, without the leading Qt; none if it is not Qt's.
/// <QtGlobal> and its like are headers of Core, and no modules, although they begin like one.
std::optional<std::string> qtModule(const std::string& header, const std::string& qtHeaders)
{
    static const std::regex qualified("^Qt([A-Z]\\w*)(/.*)?$");
    std::smatch match;
    const bool isOfCore =
        std::filesystem::is_regular_file(std::filesystem::path(qtHeaders) / "QtCore" / header) && header != "QtCore";
    if (!isOfCore && std::regex_match(header, match, qualified))
        return match[1].str();
    static const std::array modules = {
        "Core",   "Gui",  "Widgets", "Network",      "Sql",          "Svg",        "SvgWidgets",    "Concurrent",
        "DBus",   "Qml",  "Quick",   "QuickWidgets", "PrintSupport", "WebChannel", "WebEngineCore", "WebEngineWidgets",
        "OpenGL", "Test", "Xml"};
    for (const std::string module : modules) {
        if (std::filesystem::exists(std::filesystem::path(qtHeaders) / ("Qt" + module) / header))
            return module;
    }
    return std::nullopt;
}

/// Why the room may not use another room, a module of Qt or a library; none if it may.
std::optional<std::string> objection(const Room& room, const std::optional<std::string>& other,
                                     const std::optional<std::string>& module,
                                     const std::optional<std::string>& library)
{
    if (other && *other != room.name && !room.rooms.contains(*other))
        return room.name + " must not use " + *other;
    if (module && !room.qtModules.contains(*module))
        return room.name + " must not use Qt " + *module;
    if (library && !room.libraries.contains(*library))
        return room.name + " must not use " + *library;
    return std::nullopt;
}

void checkInclude(const Room& room, const Line& line, const std::string& qtHeaders, std::vector<std::string>& found)
{
    static const std::regex include("^\\s*#\\s*include\\s*[<\"]([^>\"]+)[>\"].*");
    std::smatch match;
    if (!std::regex_match(line.text, match, include))
        return;
    const std::string header = match[1].str();
    if (header.find("..") != std::string::npos)
        found.push_back(violation(line, "includes name a room, not a way through folders"));
    const std::string first = header.substr(0, header.find('/'));
    const bool namesRoom = first != header && isRoom(first);
    const auto reason = objection(room, namesRoom ? std::optional(first) : std::nullopt, qtModule(header, qtHeaders),
                                  guardedLibrary(header));
    if (reason)
        found.push_back(violation(line, *reason));
}

void checkLinks(const Room& room, const Line& line, std::vector<std::string>& found)
{
    const std::string code = line.text.substr(0, line.text.find('#'));
    static const std::regex word("[\\w:]+");
    for (std::sregex_iterator it(code.begin(), code.end(), word), end; it != end; ++it) {
        const std::string name = it->str();
        std::optional<std::string> other;
        std::optional<std::string> module;
        if (name.starts_with("quarterdeck_") && isRoom(name.substr(12)))
            other = name.substr(12);
        if (name.starts_with("Qt6::"))
            module = name.substr(5);
        if (const auto reason = objection(room, other, module, guardedLibrary(name)))
            found.push_back(violation(line, *reason));
    }
}

/// A folder without arrows would not be checked at all.
void checkFolders(const std::string& root, std::vector<std::string>& found)
{
    for (const std::string& name : foldersIn(root, "model")) {
        const std::string folder = "model/" + name;
        if (std::ranges::none_of(rooms, [&](const Room& room) { return room.folder == folder; }))
            found.push_back(folder + ": this room has no arrows in tests/structure/arrows.cpp");
    }
}

} // namespace

std::vector<std::string> arrowViolations(const std::string& root, const std::string& qtHeaders)
{
    std::vector<std::string> found;
    checkFolders(root, found);
    for (const Room& room : rooms) {
        for (const Line& line : linesBelow(root, room.folder, {".h", ".cpp"}))
            checkInclude(room, line, qtHeaders, found);
        for (const Line& line : linesBelow(root, room.folder, {"CMakeLists.txt", ".cmake"}))
            checkLinks(room, line, found);
    }
    return found;
}

} // namespace quarterdeck::structure
