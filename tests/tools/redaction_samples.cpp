/// redaction_samples FILE.jsonl: what an export keeps of each secret. A record has a `name` and `parts`, which are
/// joined: a file with whole secrets in it would be taken for a leak by those who look for them. A sample passes if
/// something is taken out and no long word with letters and digits is left of it.

#include "model/formats/export/redactor.h"

#include <QRegularExpression>
#include <QString>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using nlohmann::json;
using quarterdeck::formats::Redactor;

/// Looks like the rest of a secret, unlike a name, a port or an address.
bool hasRest(const std::string& text)
{
    static const QRegularExpression rest(
        QStringLiteral(R"((?=\w{0,256}[A-Za-z])(?=\w{0,256}\d)[A-Za-z0-9_+]{10,}|[0-9a-f]{4,}(?:-[0-9a-f]{4,}){2,})"));
    return rest.match(QString::fromStdString(text)).hasMatch();
}

bool passes(const json& sample)
{
    std::string text;
    for (const json& part : sample.at("parts")) {
        text += part.get<std::string>();
    }
    Redactor redactor;
    const std::string kept = redactor.redacted(text);
    Redactor members; // the same as a value in JSON
    json value = {{"text", text}};
    members.redact(value);
    const bool isOut = !redactor.redactions().empty() && !hasRest(kept) && value["text"] == kept;
    std::cout << (isOut ? "passed  " : "FAILED  ") << sample.at("name").get<std::string>() << ": " << kept << '\n';
    return isOut;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::cerr << "usage: redaction_samples FILE.jsonl\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    if (!file) {
        std::cerr << "redaction_samples: “" << argv[1] << "” cannot be read\n";
        return 2;
    }
    int passed = 0;
    int failed = 0;
    for (std::string line; std::getline(file, line);) {
        const json sample = json::parse(line, nullptr, false);
        if (!sample.is_object() || !sample.contains("name") || !sample.contains("parts")) {
            std::cout << "FAILED  not a sample: " << line << '\n';
            ++failed;
            continue;
        }
        passes(sample) ? ++passed : ++failed;
    }
    std::cout << passed << " passed, " << failed << " failed\n";
    return failed == 0 ? 0 : 1;
}
