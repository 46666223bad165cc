#pragma once

#include "model/conversation/event.h"
#include "model/conversation/state/state.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_set>
#include <vector>

class QString;

namespace quarterdeck::formats {

/// What was removed of one kind of secret.
struct Redaction
{
    /// Stable name: "api_key", "token", "authorization", "cookie", "password", "private_key", "home_folder".
    std::string kind;
    std::int64_t count = 0;  ///< of different ones: a message and a copy kept beside it may contain the same key
    std::string sentence;    ///< tells a person about `count`
    std::int64_t places = 0; ///< where they were; something kept in two ways counts once
    friend bool operator==(const Redaction&, const Redaction&) = default;
};

/// Whether a variable or a member of that name holds a secret: `OPENAI_API_KEY`.
[[nodiscard]] bool isSecretsName(const std::string& name, const std::string& value);

struct RedactionRule;

/// One of the places, as it reads now: a line of it with a little context, without other secrets.
struct RedactionExample
{
    std::string kind;
    std::string text;
    friend bool operator==(const RedactionExample&, const RedactionExample&) = default;
};

/// Removes secrets from what leaves the program: known keys as they are, others by their forms
/// (model/formats/export/secret_forms.cpp), values whose name or place gives them away
/// (model/formats/export/rules.cpp), `Authorization` values, cookies, private keys, home folders. Personal data such as
/// addresses and telephone numbers are not looked for, and attachments are not examined. One per export. Thread: one.
class Redactor
{
public:
    static constexpr int examplesOfAKind = 3;
    /// `homes`: the person's own home folder, by all of its paths; others are recognised by the usual places.
    /// `keys`: taken out wherever they are, also in base64 and percent-encoded; words like "ollama" are left.
    explicit Redactor(const std::vector<std::string>& homes = {}, int mostExamplesOfAKind = examplesOfAKind,
                      const std::vector<std::string>& keys = {});

    /// Each secret becomes "[redacted: <kind>]", a home folder "~".
    [[nodiscard]] std::string redacted(const std::string& text);
    /// All texts in a value, including member names; a member whose name marks it as a secret is removed as a whole.
    void redact(nlohmann::json& value);
    void redact(conversation::Event& event);
    void redact(conversation::ConversationState& state);
    /// Everything redacted so far.
    [[nodiscard]] std::vector<Redaction> redactions() const;
    /// The first ones of each kind, up to a limit, in the order in which they were found.
    [[nodiscard]] const std::vector<RedactionExample>& examples() const { return m_examples; }

private:
    /// `secretName`: of the object itself, which is a secret's then; its `value` goes.
    void redactMembers(nlohmann::json& object, const std::string& secretName = {});
    void redactMember(const std::string& name, nlohmann::json& member);
    /// A list: a name and its value, or the arguments of a program.
    void redactElements(nlohmann::json& list);
    void count(const char* kind, const QString& secret);
    /// How many more examples there may be.
    [[nodiscard]] int wantedOf(const char* kind) const;
    void note(const char* kind, const std::string& text);

    struct Found
    {
        std::int64_t places = 0;
        std::unordered_set<std::size_t> secrets{}; ///< their hashes: nothing else keeps them
        int examples = 0;
    };
    std::shared_ptr<const std::vector<RedactionRule>> m_rules; ///< for the person's own keys and home folder
    int m_mostExamples = examplesOfAKind;
    std::map<std::string, Found> m_found;
    std::int64_t m_total = 0; ///< replacements so far
    std::vector<RedactionExample> m_examples;
    bool m_isCopy = false;  ///< the text was already searched in another form
    bool m_isNoting = true; ///< without the text around an example
};

} // namespace quarterdeck::formats
