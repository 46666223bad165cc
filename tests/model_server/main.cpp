#include "model_server.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QFile>
#include <QTextStream>

namespace {

std::optional<model_server::Script> readScript(const QString& path, std::string& problem)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        problem = file.errorString().toStdString();
        return std::nullopt;
    }
    const QByteArray bytes = file.readAll();
    const auto json = nlohmann::json::parse(bytes.begin(), bytes.end(), nullptr, false, true);
    if (!json.is_object()) {
        problem = "this is no JSON object";
        return std::nullopt;
    }
    return model_server::scriptOf(json, problem);
}

QByteArray lineOf(const model_server::Recorded& request)
{
    const nlohmann::json line{{"method", request.method.toStdString()},
                              {"path", request.path.toStdString()},
                              {"rule", request.rule},
                              {"body", request.body}};
    return QByteArray::fromStdString(line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) + '\n';
}

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Plays the models of a script on loopback, until it is ended."));
    parser.addHelpOption();
    parser.addPositionalArgument(QStringLiteral("SCRIPT.json"), QStringLiteral("what the models say"));
    parser.addOption(
        {QStringLiteral("port"), QStringLiteral("where to listen; 0 = any"), QStringLiteral("N"), QStringLiteral("0")});
    parser.addOption(
        {QStringLiteral("record"), QStringLiteral("writes each request there, as JSONL"), QStringLiteral("FILE")});
    parser.process(application);
    if (parser.positionalArguments().size() != 1)
        parser.showHelp(2);
    QTextStream errors(stderr);
    std::string problem;
    auto script = readScript(parser.positionalArguments().constFirst(), problem);
    if (!script) {
        errors << "model_server: " << QString::fromStdString(problem) << Qt::endl;
        return 1;
    }
    model_server::ModelServer server(std::move(*script));
    QFile record(parser.value(QStringLiteral("record")));
    if (!record.fileName().isEmpty() && !record.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
        errors << "model_server: " << record.errorString() << Qt::endl;
        return 1;
    }
    QObject::connect(&server, &model_server::ModelServer::requested, &server,
                     [&](const model_server::Recorded& request) {
                         if (record.isOpen())
                             record.write(lineOf(request));
                     });
    if (!server.listen(parser.value(QStringLiteral("port")).toUShort())) {
        errors << "model_server: the port is taken" << Qt::endl;
        return 1;
    }
    QTextStream(stdout) << server.address() << Qt::endl;
    return QCoreApplication::exec();
}
