#pragma once

#include "tests/model/gateway/gateway_kit.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>
#include <zlib.h>

/// Traces in OTLP's JSON, how they are posted, and what the gateway then has.
namespace quarterdeck::test {

inline const std::string postedTraceId = "0af7651916cd43dd8448eb211c80319c";

inline nlohmann::json attribute(const std::string& name, const nlohmann::json& value)
{
    return {{"key", name}, {"value", {{value.is_string() ? "stringValue" : "intValue", value}}}};
}

/// A call of a model: what was said before, and what it answered.
inline nlohmann::json call(const std::string& id, std::vector<std::string> before, const std::string& answer,
                           nlohmann::json further = {})
{
    nlohmann::json input = nlohmann::json::array();
    for (const std::string& text : before)
        input.push_back({{"role", input.size() % 2 == 0 ? "user" : "assistant"},
                         {"parts", {{{"type", "text"}, {"content", text}}}}});
    const nlohmann::json output = {{{"role", "assistant"}, {"parts", {{{"type", "text"}, {"content", answer}}}}}};
    nlohmann::json attributes = {attribute("gen_ai.operation.name", "chat"), attribute("gen_ai.agent.name", "Bob"),
                                 attribute("gen_ai.usage.input_tokens", 10),
                                 attribute("gen_ai.input.messages", input.dump()),
                                 attribute("gen_ai.output.messages", output.dump())};
    for (const nlohmann::json& one : further)
        attributes.push_back(one);
    return {{"traceId", postedTraceId},
            {"spanId", id},
            {"name", "chat"},
            {"startTimeUnixNano", "1000000"},
            {"attributes", attributes}};
}

inline QByteArray request(const std::vector<nlohmann::json>& spans,
                          const nlohmann::json& resource = nlohmann::json::array())
{
    const nlohmann::json body = {
        {"resourceSpans", {{{"resource", {{"attributes", resource}}}, {"scopeSpans", {{{"spans", spans}}}}}}}};
    return QByteArray::fromStdString(body.dump());
}

/// A call in a trace of its own, that names no conversation.
inline nlohmann::json single(char digit, const std::string& text)
{
    nlohmann::json made = call(std::string(16, digit), {text}, "to " + text);
    made["traceId"] = std::string(32, digit);
    return made;
}

inline QByteArray post(const QByteArray& body, const QByteArray& fields = "Content-Type: application/json\r\n")
{
    return "POST /v1/traces HTTP/1.1\r\nHost: localhost:4318\r\n" + fields
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\n\r\n" + body;
}

inline QByteArray gzip(const QByteArray& bytes)
{
    z_stream stream{};
    deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray in = bytes;
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(in.size()))), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

/// Head and body of the answer, over a connection of its own.
inline QByteArray answer(const House& house, const QByteArray& bytes)
{
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, house.server->port());
    socket.write(bytes);
    QByteArray read;
    static_cast<void>(waitFor([&] {
        read += socket.readAll();
        const auto end = read.indexOf("\r\n\r\n");
        const auto length = read.indexOf("Content-Length: ");
        return end >= 0 && length >= 0
            && read.size() >= end + 4 + read.mid(length + 16, read.indexOf('\r', length) - length - 16).toInt();
    }));
    return read;
}

inline int statusOf(const QByteArray& read) { return read.mid(9, 3).toInt(); }
inline QByteArray bodyOf(const QByteArray& read) { return read.mid(read.indexOf("\r\n\r\n") + 4); }

inline const session::SessionSummary* withSource(const House& house, const std::string& source)
{
    const auto& all = house.kit.hub->summaries();
    const auto found = std::ranges::find(all, source, &session::SessionSummary::source);
    return found == all.end() ? nullptr : &*found;
}

inline std::size_t spansIn(const House& house, const session::SessionId& id)
{
    std::size_t count = 0;
    for (const session::Event& event : house.kit.log(id))
        if (const auto* recorded = std::get_if<conversation::SpansRecorded>(&event.body))
            count += recorded->spans.size();
    return count;
}

} // namespace quarterdeck::test
