#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>

namespace quarterdeck::test {

/// What a run of the program gave.
struct Run
{
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;
    [[nodiscard]] QJsonDocument json() const { return QJsonDocument::fromJson(output); }
};

/// A file of the tests' data.
[[nodiscard]] inline QString data(const char* path)
{
    return QStringLiteral(QUARTERDECK_TEST_DATA "/") + QString::fromLatin1(path);
}

/// Runs the real program as a shell starts it, in a folder of its own, on a machine without a display.
class ProgramRunner
{
public:
    /// Continues in a new, empty folder.
    void renew() { m_folder = std::make_unique<QTemporaryDir>(); }
    /// `output`: where standard output goes; empty = it is returned.
    [[nodiscard]] Run run(const QStringList& arguments, const QString& output = {}) const;
    /// With `library()`.
    [[nodiscard]] Run runOn(QStringList arguments, const QString& to = {}) const
    {
        return run(arguments << "--library" << library(), to);
    }
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QString library() const { return path("library.db"); }
    /// Its id.
    [[nodiscard]] QString onlySession() const;
    /// Makes a file in the folder.
    QString write(const QString& name, const QByteArray& bytes) const;

private:
    std::unique_ptr<QTemporaryDir> m_folder = std::make_unique<QTemporaryDir>();
};

} // namespace quarterdeck::test
