#include "model/formats/metagpt/pickle_machine.h"

#include <algorithm>
#include <map>

namespace quarterdeck::formats::pickle {

namespace {

std::optional<Name> nameOf(std::string_view module, std::string_view name)
{
    // By module and name, never by module alone. Python 2's names are what protocols 0 to 2 write.
    static const std::map<std::pair<std::string_view, std::string_view>, Name> names = {
        {{"metagpt.schema", "Message"}, Name::Message},
        {{"metagpt.schema", "UserMessage"}, Name::UserMessage},
        {{"metagpt.schema", "SystemMessage"}, Name::SystemMessage},
        {{"metagpt.schema", "AIMessage"}, Name::AiMessage},
        {{"builtins", "str"}, Name::Text},
        {{"__builtin__", "unicode"}, Name::Text},
        {{"__builtin__", "str"}, Name::Text},
        {{"builtins", "list"}, Name::List},
        {{"__builtin__", "list"}, Name::List},
        {{"typing", "List"}, Name::List},
        {{"builtins", "Ellipsis"}, Name::Ellipsis},
        {{"__builtin__", "Ellipsis"}, Name::Ellipsis},
        {{"builtins", "set"}, Name::Set},
        {{"__builtin__", "set"}, Name::Set},
        {{"builtins", "object"}, Name::Object},
        {{"__builtin__", "object"}, Name::Object},
        {{"types", "GenericAlias"}, Name::GenericAlias},
        {{"_operator", "getitem"}, Name::GetItem},
        {{"operator", "getitem"}, Name::GetItem},
        {{"copyreg", "_reconstructor"}, Name::Reconstructor},
        {{"copy_reg", "_reconstructor"}, Name::Reconstructor},
    };
    const auto found = names.find({module, name});
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

/// "write_prd", "WritePRD".
bool isIdentifier(std::string_view word)
{
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    return !word.empty() && isLetter(word.front())
        && std::ranges::all_of(word, [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); });
}

/// Whether a name may be one of MetaGPT's classes: of a module in its package, and without a dot, by which Python would
/// go on from the module to anything else in it.
bool isMetaGptClass(std::string_view module, std::string_view name)
{
    constexpr std::string_view package = "metagpt.";
    constexpr std::size_t longest = 200;
    if (!module.starts_with(package) || module.size() > longest || name.size() > longest || !isIdentifier(name)) {
        return false;
    }
    for (std::string_view rest = module; !rest.empty();) {
        const std::size_t dot = rest.find('.');
        if (!isIdentifier(rest.substr(0, dot)) || dot + 1 == rest.size()) {
            return false;
        }
        rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot + 1);
    }
    return true;
}

bool isMessageClass(Name name)
{
    return name == Name::Message || name == Name::UserMessage || name == Name::SystemMessage || name == Name::AiMessage;
}

} // namespace

void Machine::collect(Kind kind)
{
    const std::vector<ValueId> items = popToMark();
    pushKind(kind);
    if (m_refusal.empty()) {
        addItems(top(), kind, items);
    }
}

void Machine::shortTuple(std::size_t size)
{
    std::vector<ValueId> items(size);
    for (std::size_t i = size; i > 0; --i) {
        items[i - 1] = pop();
    }
    pushKind(Kind::Tuple);
    if (m_refusal.empty()) {
        addItems(top(), Kind::Tuple, items);
    }
}

void Machine::append()
{
    const ValueId item = pop();
    const ValueId to = pop();
    addItems(to, Kind::List, {item});
    push(to);
}

void Machine::setItem()
{
    const ValueId value = pop();
    const ValueId key = pop();
    const ValueId to = pop();
    addItems(to, Kind::Dictionary, {key, value});
    push(to);
}

void Machine::addToMark(Kind kind)
{
    const std::vector<ValueId> items = popToMark();
    const ValueId to = pop();
    addItems(to, kind, items);
    push(to);
}

void Machine::globalLine()
{
    const std::string_view module = m_bytes.line();
    pushName(module, m_bytes.line());
}

void Machine::globalFromStack()
{
    const ValueId name = pop();
    const ValueId module = pop();
    if (m_refusal.empty()) {
        const bool areTexts = at(name).kind == Kind::Text && at(module).kind == Kind::Text;
        areTexts ? pushName(at(module).text, at(name).text) : refuse("a name that is not text");
    }
}

void Machine::pushName(std::string_view module, std::string_view name)
{
    const auto known = nameOf(module, name);
    if (!known && isMetaGptClass(module, name)) {
        m_texts.push_back(std::string(module) + '.' + std::string(name));
        pushNew({Kind::Name, Name::Class, 0, 0, m_texts.back(), {}});
        return;
    }
    if (!known) {
        refuse("the name " + std::string(module.substr(0, 100)) + "." + std::string(name.substr(0, 100)));
        return;
    }
    pushNew({Kind::Name, *known, 0, 0, {}, {}});
}

bool Machine::isName(ValueId id, Name name) const { return at(id).kind == Kind::Name && at(id).name == name; }

void Machine::reduce()
{
    const ValueId tuple = pop();
    const ValueId callable = pop();
    const bool isCall = m_refusal.empty() && at(callable).kind == Kind::Name && at(tuple).kind == Kind::Tuple;
    if (!isCall || at(tuple).items.size() > 3) {
        refuse("a call of something that cannot be called");
        return;
    }
    const std::vector<ValueId> arguments = at(tuple).items;
    const Name name = at(callable).name;
    if (name == Name::Reconstructor && arguments.size() == 3 && isName(arguments[1], Name::Object)
        && at(arguments[2]).kind == Kind::None) {
        makeObject(arguments[0]);
    } else if (name == Name::Set && arguments.size() == 1 && at(arguments[0]).kind == Kind::List) {
        const std::vector<ValueId> items = at(arguments[0]).items;
        pushKind(Kind::Set);
        addItems(top(), Kind::Set, items);
    } else if ((name == Name::GenericAlias || name == Name::GetItem) && arguments.size() == 2
               && isName(arguments[0], Name::List)) {
        makeListType(arguments);
    } else {
        refuse("a call");
    }
}

void Machine::makeListType(const std::vector<ValueId>& arguments)
{
    // GenericAlias(list, (str,)) and getitem(List, str).
    ValueId element = arguments[1];
    if (at(element).kind == Kind::Tuple && at(element).items.size() == 1) {
        element = at(element).items.front();
    }
    if (isName(element, Name::Text)) {
        pushNew({Kind::ListType, {}, 1, 0, {}, {}});
    } else if (at(element).kind == Kind::ListType && at(element).number == 1) {
        pushNew({Kind::ListType, {}, 2, 0, {}, {}});
    } else {
        refuse("an unknown field type");
    }
}

void Machine::newObject()
{
    const ValueId arguments = pop();
    const ValueId type = pop();
    if (!m_refusal.empty() || at(arguments).kind != Kind::Tuple || !at(arguments).items.empty()) {
        refuse("an object made with arguments");
        return;
    }
    makeObject(type);
}

void Machine::makeObject(ValueId type)
{
    if (at(type).kind != Kind::Name || !isMessageClass(at(type).name)) {
        refuse("an object of another class");
        return;
    }
    pushNew({Kind::Object, at(type).name, 0, 0, {}, {}});
}

void Machine::build()
{
    const ValueId state = pop();
    const ValueId object = pop();
    const bool isFirst = m_refusal.empty() && at(object).kind == Kind::Object && at(object).items.empty();
    if (!isFirst || at(state).kind != Kind::Dictionary) {
        refuse("a state for an object that takes none");
        return;
    }
    m_values[object].items.push_back(state);
    push(object);
}

} // namespace quarterdeck::formats::pickle
