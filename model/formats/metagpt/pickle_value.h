#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace quarterdeck::formats::pickle {

/// A value of a pickle stands in the machine's list of values and is named by its place: nothing is owned by anything
/// else, so that no shape of it can overflow a stack.
using ValueId = std::uint32_t;

/// What a pickle may name. It is only ever a name here: nothing is imported or called.
enum class Name {
    Message,
    UserMessage,
    SystemMessage,
    AiMessage,
    Text,          ///< builtins.str
    List,          ///< builtins.list, typing.List
    Ellipsis,      ///< builtins.Ellipsis
    Set,           ///< builtins.set
    Object,        ///< builtins.object
    GenericAlias,  ///< types.GenericAlias: list[..]
    GetItem,       ///< operator.getitem: List[..]
    Reconstructor, ///< copyreg._reconstructor: an object without its state
    Class          ///< any class of MetaGPT's, by which an address or an action is meant: `text` is its path
};

enum class Kind {
    None,
    Boolean,
    Integer,
    LargeInteger, ///< `text` is its bytes, lowest first, in two's complement
    Decimal,      ///< `text` is its digits: an integer of protocol 0
    Real,
    Text, ///< `text` is UTF-8 that may contain lone surrogates
    Bytes,
    List,
    Tuple,
    Set,
    Dictionary, ///< `items` are keys and values alternately
    Name,
    ListType, ///< `number` nested lists of text: list[str] is 1
    Object    ///< of the class `name`; `items` holds its state once it has one
};

struct Value
{
    Kind kind = Kind::None;
    Name name = Name::Object;
    std::int64_t number = 0;
    double real = 0;
    std::string_view text; ///< points into the bytes being read, or into the machine
    std::vector<ValueId> items;
};

} // namespace quarterdeck::formats::pickle
