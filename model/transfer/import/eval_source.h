#pragma once

#include "model/transfer/import/made_lines_source.h"
#include "model/transfer/import/zip_file.h"

#include <cstdint>
#include <memory>
#include <string>

namespace quarterdeck::transfer {

/// A log of Inspect AI in an `.eval` file (a zip file of JSON), as a line for each sample: `{eval, status, samples}`
/// with that sample alone. Of a run that was cut off, the samples that were over.
class EvalSource final : public MadeLinesSource
{
public:
    /// Whether it is a zip file that is named so.
    [[nodiscard]] static bool isEval(const QString& path);
    /// Errors: as FileSource's; Io for a damaged file; BadInput for another zip file.
    [[nodiscard]] static session::Result<std::unique_ptr<EvalSource>> open(const ImportFile& file);

private:
    explicit EvalSource(std::unique_ptr<FileSource> file);
    [[nodiscard]] session::Result<void> readHeader();
    [[nodiscard]] session::Result<std::string> nextLine() override;
    [[nodiscard]] session::Result<void> startOver() override;

    std::unique_ptr<FileSource> m_file;
    ZipFile m_zip;        ///< reads that file
    std::string m_header; ///< the beginning of each line
    std::int64_t m_given = 0;
};

} // namespace quarterdeck::transfer
