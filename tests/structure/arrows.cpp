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
    std::string folder;
    Names rooms; ///< by their folders
    Names qtModules;
    Names libraries;
};

Names operator+(Names names, const Names& more)
{
    names.insert(more.begin(), more.end());
    return names;
}

const Names conversation = {"model/conversation"};
const Names session = conversation + Names{"model/session", "model/formats"};
const Names model = session + Names{"model/agents", "model/transfer", "model/gateway"};
const Names panels = {"ui/theme", "ui/present", "ui/images", "ui/transcript", "ui/panels"};
const Names ui = panels + Names{"ui/dialogs", "ui/shell", "ui/controllers"};
const Names widgets = {"Core", "Gui", "Widgets"};
const Names windows =
    widgets + Names{"Network", "PrintSupport", "Svg", "WebChannel", "WebEngineCore", "WebEngineWidgets", "DBus"};

/// The arrows, as ARCHITECTURE.md draws them. A new room is added here first.
const std::vector<Room> rooms = {
    {"model/conversation", {}, {"Core"}, {}},
    {"model/formats", conversation, {"Core"}, {}},
    {"model/session", conversation, {"Core"}, {"SQLite"}},
    {"model/agents", session, {"Core", "Network"}, {"QCoro"}},
    {"model/transfer", session, {"Core"}, {"QCoro", "SQLite"}},
    {"model/gateway", session, {"Core", "Network"}, {"Boost"}}, // the network for clients; the server is Boost's
    {"storage", {"model/session", "model/conversation"}, {"Core"}, {"SQLite"}},
    {"ui", model, windows, {}}, // all of them are one library
    {"ui/theme", {}, widgets + Names{"Svg"}, {}},
    {"ui/present", model + Names{"ui/theme"}, widgets, {}},
    {"ui/images", model + Names{"ui/theme", "ui/present"}, widgets + Names{"Network"}, {}},
    {"ui/transcript", model + Names{"ui/theme", "ui/present", "ui/images"}, windows, {}},
    {"ui/panels", model + panels, widgets, {}},
    {"ui/dialogs", model + Names{"ui/theme", "ui/present"}, widgets, {}},
    {"ui/shell", model + Names{"ui/theme", "ui/present"}, widgets + Names{"WebEngineCore"}, {}},
    {"ui/controllers", model + ui, windows, {}},
    {"app/services", model + Names{"storage"}, {"Core", "Network"}, {"QCoro", "QtKeychain"}},
    {"app/cli", model + Names{"storage", "app/services"}, {"Core", "Network"}, {"QCoro"}},
    {"app/desktop", model + ui + Names{"ui", "storage", "app/services"}, windows, {"QCoro"}},
    {"app/mcp_bridge", model + Names{"storage"}, {"Core", "Network"}, {}},
    {"app",
     model + ui + Names{"ui", "storage", "app/services", "app/cli", "app/desktop", "app/mcp_bridge"},
     windows,
     {"QCoro"}},
};

/// Libraries that not every room may use, by what their includes and CMake targets begin with.
const std::vector<std::pair<std::string, std::string>> guardedLibraries = {
    {"SQLite", "SQLite"}, {"sqlite3", "SQLite"},         {"QCoro", "QCoro"},           {"qcoro", "QCoro"},
    {"boost/", "Boost"},  {"qt6keychain", "QtKeychain"}, {"Qt6Keychain", "QtKeychain"}};

/// The room that a file lies in, the innermost one; none for other files.
const Room* roomOf(const std::string& file)
{
    const Room* found = nullptr;
    for (const Room& room : rooms) {
        if (file.starts_with(room.folder + "/") && (!found || room.folder.size() > found->folder.size()))
            found = &room;
    }
    return found;
}

/// The room of the library quarterdeck_NAME; none if it is no room's.
std::optional<std::string> roomOfTarget(const std::string& name)
{
    for (const Room& room : rooms) {
        if (room.folder == name || room.folder.ends_with("/" + name))
            return room.folder;
    }
    return std::nullopt;
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
    const bool isWithin = other && (room.folder + "/").starts_with(*other + "/");
    if (other && !isWithin && !room.rooms.contains(*other))
        return room.folder + " must not use " + *other;
    if (module && !room.qtModules.contains(*module))
        return room.folder + " must not use Qt " + *module;
    if (library && !room.libraries.contains(*library))
        return room.folder + " must not use " + *library;
    return std::nullopt;
}

void checkInclude(const Room& room, const Line& line, const std::string& qtHeaders, std::vector<std::string>& found)
{
    static const std::regex include("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
    std::smatch match;
    if (!std::regex_match(line.text, match, include))
        return;
    const std::string header = match[2].str();
    const Room* other = roomOf(header);
    const bool isQuoted = match[1].str() == "\"";
    if (isQuoted && !header.ends_with(".moc") && (!other || header.find("..") != std::string::npos))
        found.push_back(violation(line, "an include names a file by its path from the project's folder"));
    const auto reason = objection(room, other ? std::optional(other->folder) : std::nullopt,
                                  qtModule(header, qtHeaders), guardedLibrary(header));
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
        if (name.starts_with("quarterdeck_"))
            other = roomOfTarget(name.substr(12));
        if (name.starts_with("Qt6::"))
            module = name.substr(5);
        if (const auto reason = objection(room, other, module, guardedLibrary(name)))
            found.push_back(violation(line, *reason));
    }
}

/// A folder without arrows would not be checked at all.
void checkFolders(const std::string& root, std::vector<std::string>& found)
{
    for (const std::string top : {"app", "model", "ui"}) {
        for (const std::string& name : foldersIn(root, top)) {
            const std::string folder = top + "/" + name;
            if (std::ranges::none_of(rooms, [&](const Room& room) { return room.folder == folder; }))
                found.push_back(folder + ": this room has no arrows in tests/structure/arrows.cpp");
        }
    }
}

} // namespace

std::vector<std::string> arrowViolations(const std::string& root, const std::string& qtHeaders)
{
    std::vector<std::string> found;
    checkFolders(root, found);
    for (const std::string top : {"app", "model", "storage", "ui"}) {
        for (const Line& line : linesBelow(root, top, {".h", ".cpp"})) {
            if (const Room* room = roomOf(line.file))
                checkInclude(*room, line, qtHeaders, found);
        }
        for (const Line& line : linesBelow(root, top, {"CMakeLists.txt", ".cmake"})) {
            if (const Room* room = roomOf(line.file))
                checkLinks(*room, line, found);
        }
    }
    return found;
}

} // namespace quarterdeck::structure
