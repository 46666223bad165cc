#include "model/formats/requests/image_data.h"

#include <QByteArray>
#include <map>

namespace quarterdeck::formats {

std::string imageTypeOfUrl(std::string_view url)
{
    static const std::map<std::string, std::string> types = {
        {"jpg", "image/jpeg"},
        {"jpeg", "image/jpeg"},
        {"png", "image/png"},
        {"gif", "image/gif"},
        {"bmp", "image/bmp"},
        {"svg", "image/svg+xml"},
        {"webp", "image/webp"},
        {"avif", "image/avif"},
        {"jxl", "image/jxl"},
        {"tiff", "image/tiff"},
        {"tif", "image/tiff"},
        {"ico", "image/x-icon"},
        // Most of these are not images, but their addresses claim to be: read as Java does.
        {"txt", "text/plain"},
        {"htm", "text/html"},
        {"html", "text/html"},
        {"pdf", "application/pdf"},
        {"zip", "application/zip"},
        {"xml", "application/xml"},
        {"text", "text/plain"},
        {"c", "text/plain"},
        {"h", "text/plain"},
        {"java", "text/plain"},
        {"php", "text/plain"},
        {"pl", "text/plain"},
        {"py", "text/plain"},
        {"css", "text/css"},
        {"csv", "text/csv"},
        {"js", "text/javascript"},
        {"md", "text/markdown"},
        {"json", "application/json"},
        {"bin", "application/octet-stream"},
        {"exe", "application/octet-stream"},
        {"gz", "application/gzip"},
        {"tar", "application/x-tar"},
        {"mp3", "audio/mpeg"},
        {"wav", "audio/x-wav"},
        {"ogg", "audio/ogg"},
        {"mp4", "video/mp4"},
        {"mpeg", "video/mpeg"},
        {"mpg", "video/mpeg"},
        {"mov", "video/quicktime"},
        {"webm", "video/webm"},
        {"jfif", "image/jpeg"},
        {"jpe", "image/jpeg"},
        {"svgz", "image/svg+xml"},
        {"pbm", "image/x-portable-bitmap"},
        {"pgm", "image/x-portable-graymap"},
        {"pnm", "image/x-portable-anymap"},
        {"ppm", "image/x-portable-pixmap"},
        {"xbm", "image/x-xbitmap"},
        {"xpm", "image/x-xbitmap"},
        {"doc", "application/msword"},
        {"eps", "application/postscript"},
        {"ps", "application/postscript"}};
    const std::string_view path = url.substr(0, url.find_first_of("?#"));
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) {
        return "image/jpeg";
    }
    const std::string_view ending = path.substr(dot + 1);
    const auto lower = QByteArray(ending.data(), static_cast<qsizetype>(ending.size())).toLower();
    const auto found = types.find(lower.toStdString());
    return found == types.end() ? "image/jpeg" : found->second;
}

std::string dataUrl(std::string_view mediaType, std::string_view bytes)
{
    const QByteArray data(bytes.data(), static_cast<qsizetype>(bytes.size()));
    return "data:" + std::string(mediaType) + ";base64," + data.toBase64().toStdString();
}

} // namespace quarterdeck::formats
