#include "vector_files.h"

#include "model/formats/json/python_json.h"

#include <fstream>
#include <sstream>

namespace quarterdeck::vectors {

using nlohmann::json;

std::optional<std::string> bytesOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    std::ostringstream bytes;
    bytes << file.rdbuf();
    return bytes.str();
}

std::optional<json> jsonOf(const std::filesystem::path& path)
{
    const auto bytes = bytesOf(path);
    if (!bytes) {
        return std::nullopt;
    }
    return formats::python_json::parse(*bytes); // whole numbers of any size
}

bool forEachLine(const std::filesystem::path& path, Report& report,
                 const std::function<std::optional<std::string>(const json& vector)>& whatFails)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return false;
    }
    int number = 0;
    for (std::string text; std::getline(file, text);) {
        ++number;
        if (text.find_first_not_of(" \t\r") == std::string::npos) {
            continue;
        }
        const json vector = formats::python_json::parse(text).value_or(json());
        const std::string line = "line " + std::to_string(number);
        if (!vector.is_object()) {
            report.add(line, "is no JSON object");
            continue;
        }
        try {
            if (const auto failure = whatFails(vector)) {
                report.add(vector.value("name", line), *failure);
            }
        } catch (const std::exception& error) {
            report.add(vector.value("name", line), std::string("cannot be tried: ") + error.what());
        }
    }
    return true;
}

} // namespace quarterdeck::vectors
