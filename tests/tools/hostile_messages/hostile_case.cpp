#include "hostile_case.h"

#include "picture_bomb.h"
#include "tests/support/hostile_messages.h"

#include <QCoreApplication>
#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

namespace quarterdeck::hostile {

namespace {

using nlohmann::json;

constexpr int bytesOfMegabyte = 1'000'000;

QRegularExpressionMatch matchIn(const std::string& wish, const char* pattern)
{
    return QRegularExpression(QString::fromLatin1(pattern)).match(QString::fromStdString(wish));
}

/// False if it is not a known wish.
bool generate(const std::string& wish, HostileCase& made)
{
    bool isKnown = false;
    if (const auto size = matchIn(wish, "PNG (\\d+)\\s*[x×]\\s*(\\d+)"); size.hasMatch()) {
        made.picture = pictureBomb(size.captured(1).toInt(), size.captured(2).toInt());
        made.text += made.text.empty() ? "Look at this picture." : "";
        isKnown = true;
    }
    if (constexpr std::string_view drawing = "SVG "; wish.starts_with("SVG <")) {
        made.picture = wish.substr(drawing.size());
        made.untouched.clear(); // its words name nobody
        made.text += made.text.empty() ? "Look at this drawing." : "";
        isKnown = true;
    }
    if (const auto length = matchIn(wish, "line of (\\d+) MB"); length.hasMatch()) {
        made.text += std::string(static_cast<std::size_t>(length.captured(1).toInt()) * bytesOfMegabyte, 'x');
        isKnown = true;
    }
    if (matchIn(wish, "lone UTF-16 surrogate").hasMatch()) {
        made.text += "\xed\xa0\x80";
        isKnown = true;
    }
    if (matchIn(wish, "byte 0xFF").hasMatch()) {
        made.text += "\xff";
        isKnown = true;
    }
    return isKnown;
}

void readWish(const json& line, HostileCase& made)
{
    std::string wish;
    if (line.contains("generate") && line["generate"].is_string())
        wish = line["generate"].get<std::string>();
    const std::size_t at = made.text.find("{\"generate\"");
    if (at != std::string::npos) {
        const json inner = json::parse(made.text.substr(at), nullptr, false);
        if (inner.is_object() && inner["generate"].is_string()) {
            wish = inner["generate"].get<std::string>();
            made.text.erase(at);
        }
    }
    if (!wish.empty() && !generate(wish, made))
        made.generated = wish;
}

void readQuestion(HostileCase& made)
{
    const json inner = json::parse(made.text, nullptr, false);
    if (!inner.is_object() || !inner.contains("question") || !inner.contains("options"))
        return;
    made.text = inner["question"].is_string() ? inner["question"].get<std::string>() : inner["question"].dump();
    for (const json& option : inner["options"])
        made.options.push_back(option.is_string() ? option.get<std::string>() : option.dump());
}

void nameCanary(const QString& host, HostileCase& made)
{
    const QString attacker = QStringLiteral("canary.invalid");
    const QString text = QString::fromStdString(made.text);
    if (host.isEmpty() || !text.contains(attacker))
        return;
    made.untouched = made.text;
    made.text = QString(text).replace(attacker, host).toStdString();
}

} // namespace

HostileCases readCases(const QString& path, const QString& canaryHost)
{
    HostileCases read;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        read.error = QStringLiteral("%1 cannot be read: %2.").arg(path, file.errorString());
        return read;
    }
    for (const QByteArray& text : file.readAll().split('\n')) {
        const json line = json::parse(text.toStdString(), nullptr, false);
        if (!line.is_object() || !line.contains("name") || !line["name"].is_string())
            continue;
        HostileCase made;
        made.name = line["name"].get<std::string>();
        if (line.contains("content"))
            made.text = test::hostileContent(line["content"]);
        made.mustAsk = line.contains("must_ask") && line["must_ask"] == true;
        nameCanary(canaryHost, made);
        readWish(line, made);
        readQuestion(made);
        read.cases.push_back(std::move(made));
    }
    if (read.cases.empty())
        read.error = QStringLiteral("%1 holds no case: each line is an object with a name and a content.").arg(path);
    return read;
}

} // namespace quarterdeck::hostile
