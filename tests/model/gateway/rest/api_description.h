#pragma once

#include "model/formats/json/json_schema.h"

#include <QByteArray>
#include <QList>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

namespace quarterdeck::test {

/// What the OpenAPI document says of requests and answers.
class ApiDescription
{
public:
    explicit ApiDescription(nlohmann::json document) : m_document(std::move(document)) { }

    /// What is wrong with an answer to this request, and with an accepted request; empty = nothing.
    [[nodiscard]] std::string fault(const QByteArray& method, const QByteArray& target, const QByteArray& request,
                                    int status, const nlohmann::json& answer) const
    {
        const std::string where = (method + ' ' + target + ' ' + QByteArray::number(status) + ": ").toStdString();
        const nlohmann::json* operation = operationOf(method.toLower().toStdString(), target);
        if (operation == nullptr)
            return status == 404 || status == 405 ? std::string() : where + "the document knows no such request";
        const auto& answers = operation->at("responses");
        const std::string code = std::to_string(status);
        if (!answers.contains(code))
            return status == 405 ? std::string() : where + "the document knows no such answer";
        std::string wrong = faultOf(answers.at(code).at("content"), [&] { return answer; });
        if (wrong.empty() && status < 300 && operation->contains("requestBody"))
            wrong = faultOf(operation->at("requestBody").at("content"),
                            [&] { return nlohmann::json::parse(request.toStdString()); });
        return wrong.empty() ? wrong : where + wrong;
    }
    /// Of a named schema.
    [[nodiscard]] std::string faultIn(const std::string& schema, const nlohmann::json& value) const
    {
        return faultOf({{"$ref", "#/components/schemas/" + schema}}, value);
    }

private:
    [[nodiscard]] const nlohmann::json* operationOf(const std::string& method, const QByteArray& target) const
    {
        const QList<QByteArray> parts = target.split('?').first().split('/');
        for (const auto& path : m_document.at("paths").items()) {
            const QList<QByteArray> pattern = QByteArray::fromStdString(path.key()).split('/');
            bool isSame = pattern.size() == parts.size() && path.value().contains(method);
            for (qsizetype i = 0; isSame && i < parts.size(); ++i)
                isSame = pattern[i] == parts[i] || (pattern[i].startsWith('{') && !parts[i].isEmpty());
            if (isSame)
                return &path.value().at(method);
        }
        return nullptr;
    }
    /// For content that may be any bytes, which is not described.
    template <typename Value>
    [[nodiscard]] std::string faultOf(const nlohmann::json& content, Value value) const
    {
        const auto found = content.find("application/json");
        return found == content.end() ? std::string() : faultOf(found->at("schema"), value());
    }
    [[nodiscard]] std::string faultOf(nlohmann::json schema, const nlohmann::json& value) const
    {
        schema["$defs"] = m_document.at("components").at("schemas");
        const auto parsed = formats::JsonSchema::of(withOwnDefinitions(std::move(schema)));
        if (!parsed)
            return "the document's schema cannot be read: " + parsed.error().detail;
        const auto finding = (*parsed)->findingIn(value);
        return finding ? *finding + " in " + value.dump().substr(0, 500) : std::string();
    }
    /// Definitions are the document's components there, and the schema's own here.
    static nlohmann::json withOwnDefinitions(nlohmann::json schema)
    {
        const std::string components = "#/components/schemas/";
        for (auto& [key, part] : schema.items()) {
            if (key == "$ref" && part.is_string() && part.get_ref<const std::string&>().starts_with(components))
                part = "#/$defs/" + part.get_ref<const std::string&>().substr(components.size());
            else if (part.is_structured())
                part = withOwnDefinitions(std::move(part));
        }
        return schema;
    }

    nlohmann::json m_document;
};

} // namespace quarterdeck::test
