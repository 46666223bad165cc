#include "model/agents/provider/provider_errors.h"

#include "model/agents/provider/model_connection.h"

#include <QCoreApplication>

namespace quarterdeck::team::provider_errors {

namespace {

// Named like its context, so that lupdate finds it whatever precedes.
struct ProviderSentences
{
    Q_DECLARE_TR_FUNCTIONS(ProviderSentences)
};

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// Puts “name” and its address into %1 and %2.
std::string named(const QString& sentence, const ModelConnection& server)
{
    return sentence.arg(text(server.name), placeOf(server)).toStdString();
}

std::string named(const QString& sentence, const ModelConnection& server, const QString& third)
{
    return sentence.arg(text(server.name), placeOf(server), third).toStdString();
}

std::string withWords(std::string sentence, const std::string& words)
{
    if (words.empty())
        return sentence;
    return sentence + ' ' + ProviderSentences::tr("It says: %1").arg(text(words)).toStdString();
}

QString seconds(std::int64_t milliseconds)
{
    return QString::number(static_cast<double>(milliseconds) / 1000.0, 'g', 4);
}

} // namespace

std::string noName() { return ProviderSentences::tr("A connection needs a name.").toStdString(); }

std::string noAddress(const ModelConnection& server)
{
    return ProviderSentences::
        tr("“%1” is not the address of a model server: that begins with http:// or https:// and contains no password.")
            .arg(text(server.address))
            .toStdString();
}

std::string noVariable()
{
    return ProviderSentences::tr("The name of the environment variable that holds the key is missing.").toStdString();
}

std::string noConnection()
{
    return ProviderSentences::tr("This does not describe a connection to a model server.").toStdString();
}

std::string unknownConnection()
{
    return ProviderSentences::tr("The model connection to be used no longer exists.").toStdString();
}

std::string keyIsMissing(const ModelConnection& server)
{
    return named(ProviderSentences::tr("There is no key for “%1” at %2: enter it under File ▸ Model connections."),
                 server);
}

std::string cancelled() { return ProviderSentences::tr("The model call was stopped.").toStdString(); }

std::string notRunning(const ModelConnection& server)
{
    return named(ProviderSentences::tr("No server is running at %2: start “%1”, or correct its address."), server);
}

std::string hostUnknown(const ModelConnection& server)
{
    return named(ProviderSentences::tr(
                     "The server of “%1” was not found: the host name in %2 is unknown, or there is no network."),
                 server);
}

std::string proxyRefused(const ModelConnection& server, const std::string& reason)
{
    return named(ProviderSentences::tr("The proxy for “%1” at %2 blocked the request: %3"), server, text(reason));
}

std::string notSafe(const ModelConnection& server, const std::string& reason)
{
    return named(ProviderSentences::tr("No secure connection to “%1” at %2 could be made: %3"), server, text(reason));
}

std::string connectionFailed(const ModelConnection& server, const std::string& reason)
{
    return named(ProviderSentences::tr("The connection to “%1” at %2 failed: %3"), server, text(reason));
}

std::string hasMoved(const ModelConnection& server, const std::string& target)
{
    return named(ProviderSentences::tr("“%1” at %2 redirects to %3. If that is right, enter that address."), server,
                 text(target));
}

std::string closedAtOnce(const ModelConnection& server)
{
    return named(ProviderSentences::tr("“%1” at %2 closed the connection before it answered."), server);
}

std::string brokeOff(const ModelConnection& server)
{
    return named(ProviderSentences::tr("“%1” at %2 broke off in the middle of its answer."), server);
}

std::string wasSilent(const ModelConnection& server, std::int64_t milliseconds)
{
    return named(ProviderSentences::tr("“%1” at %2 has sent nothing for %3 s."), server, seconds(milliseconds));
}

std::string tookTooLong(const ModelConnection& server, std::int64_t milliseconds)
{
    return named(ProviderSentences::tr("“%1” at %2 did not finish within %3 s."), server, seconds(milliseconds));
}

std::string sentTooMuch(const ModelConnection& server, std::int64_t bytes)
{
    return named(ProviderSentences::tr("“%1” at %2 sent more than %3 MB in one answer."), server,
                 QString::number(static_cast<double>(bytes) / (1024.0 * 1024.0), 'g', 3));
}

std::string isNoModelServer(const ModelConnection& server)
{
    return named(ProviderSentences::tr("What answers at %2 is not a model server: is the address of “%1” right?"),
                 server);
}

std::string isUnreadable(const ModelConnection& server)
{
    return named(ProviderSentences::tr("“%1” at %2 sent an answer that cannot be read."), server);
}

std::string keyRefused(const ModelConnection& server, const std::string& words)
{
    return withWords(named(ProviderSentences::tr("“%1” at %2 does not accept the key."), server), words);
}

std::string notAllowed(const ModelConnection& server, const std::string& words)
{
    return withWords(named(ProviderSentences::tr("“%1” at %2 does not allow this with the key it was given."), server),
                     words);
}

std::string noSuchModel(const ModelConnection& server, const std::string& model, const std::string& words)
{
    return withWords(named(ProviderSentences::tr("“%1” at %2 has no model “%3”."), server, text(model)), words);
}

std::string noSuchPath(const ModelConnection& server, const std::string& words)
{
    return withWords(
        named(ProviderSentences::tr(
                  "A server answers at %2, but it serves no models at that address: is the address of “%1” right?"),
              server),
        words);
}

std::string tooLong(const ModelConnection& server, const std::string& model, const std::string& words)
{
    return withWords(named(ProviderSentences::tr("The conversation is too long for the model “%3” of “%1” at %2."),
                           server, text(model)),
                     words);
}

std::string noMoney(const ModelConnection& server, const std::string& words)
{
    return withWords(named(ProviderSentences::tr("The account at “%1” (%2) has no credit left."), server), words);
}

std::string tooManyRequests(const ModelConnection& server, const std::string& words)
{
    return withWords(
        named(ProviderSentences::tr("“%1” at %2 is refusing requests because there are too many."), server), words);
}

std::string hadAnError(const ModelConnection& server, int status, const std::string& words)
{
    return withWords(
        named(ProviderSentences::tr("“%1” at %2 had an internal error (HTTP %3)."), server, QString::number(status)),
        words);
}

std::string refused(const ModelConnection& server, int status, const std::string& words)
{
    return withWords(
        named(ProviderSentences::tr("“%1” at %2 refused the request (HTTP %3)."), server, QString::number(status)),
        words);
}

std::string reportedAnError(const ModelConnection& server, const std::string& words)
{
    return withWords(named(ProviderSentences::tr("“%1” at %2 reported an error instead of an answer."), server), words);
}

} // namespace quarterdeck::team::provider_errors
