// Makes the program's side of src/transcript/page_calls.ts; called by CMake.
//   node page_calls.mjs FOLDER   page_calls.h (the values) and page_calls_json.h (their checks) in FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const source = 'src/transcript/page_calls.ts';

async function readTables() {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [source],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  });
  return import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
}

const typeName = (name) => name[0].toUpperCase() + name.slice(1);
const tableName = (type) => type[0].toLowerCase() + type.slice(1) + 'Words';
const isInt = (field) => field.most < 2 ** 31;
const view = (text) => `QLatin1StringView("${text}")`;
/** A whole message rather than fields by name. */
const isOpaque = (message) => typeof message.kind === 'string';

/** The program's type of a field. */
function typeOf(field) {
  switch (field.kind) {
    case 'whole':
      return isInt(field) ? 'int' : 'std::int64_t';
    case 'step':
      return 'int';
    case 'number':
      return 'double';
    case 'flag':
      return 'bool';
    case 'text':
    case 'cutText':
    case 'key':
      return 'QString';
    case 'base64':
      return 'QByteArray';
    case 'list':
      return `std::vector<${typeOf(field.of)}>`;
    case 'word':
      return field.header ? field.type : `transcript::${field.type}`; // a message may have that name, too
    case 'seq':
      return 'conversation::EventSeq';
    case 'ordinal':
      return 'conversation::Ordinal';
    default:
      throw new Error(`a field of an unknown kind: ${field.kind}`);
  }
}

/** The least value: a number, or that of a field that was read before. */
function leastOf(field, fields, before) {
  if (typeof field.least === 'number') return String(field.least);
  const other = before.includes(field.least) ? fields[field.least] : undefined;
  if (!other) throw new Error(`not before below a field of at least it: ${field.least}`);
  return `to.${field.least}${other.kind === 'ordinal' ? '.value' : ''}`;
}

/** The check of a field, one of those in call_fields.h. */
function checkOf(field, fields, before) {
  switch (field.kind) {
    case 'whole':
      return `check::WholeNumber<${typeOf(field)}>{${leastOf(field, fields, before)}, ${field.most}}`;
    case 'ordinal':
      return `check::NumberOf<conversation::Ordinal>{${leastOf(field, fields, before)}, ${field.most}}`;
    case 'seq':
      return `check::NumberOf<conversation::EventSeq>{1, ${2 ** 53}}`;
    case 'step':
      return 'check::Step{}';
    case 'number':
      return `check::Number{${field.least}, ${field.most}}`;
    case 'flag':
      return 'check::Flag{}';
    case 'text':
      return `check::Text{${field.least}, ${field.most}}`;
    case 'cutText':
      return `check::CutText{${field.most}}`;
    case 'key':
      return 'check::Key{}';
    case 'base64':
      return `check::Base64{${field.most}}`;
    case 'list':
      return `check::ListOf{${checkOf(field.of, fields, before)}, ${field.most}}`;
    case 'word':
      return `check::WordOf{${tableName(field.type)}}`;
    default:
      throw new Error(`a field of an unknown kind: ${field.kind}`);
  }
}

/** As the page gets it. */
function jsonOf(field, value) {
  switch (field.kind) {
    case 'seq':
    case 'ordinal':
      return `static_cast<qint64>(${value}.value)`;
    case 'whole':
      return isInt(field) ? value : `static_cast<qint64>(${value})`;
    case 'word':
      return `QString(wordFor(${value}))`;
    case 'step':
    case 'number':
    case 'flag':
    case 'text':
      return value;
    default:
      throw new Error(`no field of a message: ${field.kind}`);
  }
}

function structOf(name, fields, isAct) {
  const members = isOpaque(fields)
    ? [`    QString ${fields.kind};`]
    : Object.entries(fields).map(([field, kind]) => `    ${typeOf(kind)} ${field}{};`);
  const act = isAct === undefined ? [] : [`    static constexpr bool isAct = ${isAct};`];
  return [
    `struct ${typeName(name)}`,
    '{',
    `    static constexpr QLatin1StringView wireName{"${name}"};`,
    ...act,
    ...members,
    '};',
  ].join('\n');
}

function wordsOf({ type, known, header }) {
  const names = Object.values(known);
  const made = header ? [] : [`enum class ${type} { ${names.join(', ')} };`];
  return [
    ...made,
    `inline constexpr Words<${type}, ${names.length}> ${tableName(type)}{{`,
    ...Object.entries(known).map(([word, name]) => `    {${view(word)}, ${type}::${name}},`),
    '}};',
    `[[nodiscard]] constexpr QLatin1StringView wordFor(${type} value) { return wordIn(${tableName(type)}, value); }`,
  ].join('\n');
}

const variantOf = (type, room, names) =>
  `using ${type} = std::variant<${names.map((name) => `${room}::${typeName(name)}`).join(', ')}>;`;

const head = `// Made by resources/web/page_calls.mjs of resources/web/${source}, which says what each means.
#pragma once
`;

/** The limits, words and values, in the order of the tables. */
export function valuesHeader({ limits, reports, acts, messages, ...others }) {
  const tables = Object.values(others).filter((table) => table.kind === 'word');
  const headers = tables.flatMap((table) => table.header ?? []);
  return `${head}
#include "model/conversation/ids.h"
${headers.map((header) => `#include "${header}"\n`).join('')}
#include <QByteArray>
#include <QLatin1StringView>
#include <QMetaType>
#include <QString>

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

namespace quarterdeck::ui::transcript {

namespace limits {
${Object.entries(limits)
  .map(([name, value]) => `inline constexpr int ${name} = ${value};`)
  .join('\n')}
} // namespace limits

/// All words that stand for a value. A call with any other is dropped.
template <typename Value, std::size_t count>
using Words = std::array<std::pair<QLatin1StringView, Value>, count>;

template <typename Value, std::size_t count>
[[nodiscard]] constexpr QLatin1StringView wordIn(const Words<Value, count>& words, Value value)
{
    for (const auto& [word, meaning] : words) {
        if (meaning == value)
            return word;
    }
    return {};
}

${tables.map(wordsOf).join('\n\n')}

/// What the page may call. isAct: it is done for the person.
namespace calls {

${Object.entries(reports)
  .map(([name, fields]) => structOf(name, fields, false))
  .join('\n\n')}

${Object.entries(acts)
  .map(([name, fields]) => structOf(name, fields, true))
  .join('\n\n')}

} // namespace calls

${variantOf('PageCall', 'calls', [...Object.keys(reports), ...Object.keys(acts)])}

/// What the page is told; \`json\` and \`plain\` are whole texts.
namespace messages {

${Object.entries(messages)
  .map(([name, fields]) => structOf(name, fields))
  .join('\n\n')}

} // namespace messages

${variantOf('PageMessage', 'messages', Object.keys(messages))}

} // namespace quarterdeck::ui::transcript

Q_DECLARE_METATYPE(quarterdeck::ui::transcript::PageCall)
`;
}

function readerOf(name, fields) {
  const names = Object.keys(fields);
  const lines = Object.entries(fields).map(
    ([field, kind], index) =>
      `    to.${field} = from.take(${view(field)}, ${checkOf(kind, fields, names.slice(0, index))});`,
  );
  if (lines.length === 0) return `inline void read(CallFields&, calls::${typeName(name)}&) { }`;
  return [`inline void read(CallFields& from, calls::${typeName(name)}& to)`, '{', ...lines, '}'].join('\n');
}

function writerOf(name, fields) {
  const start = `[[nodiscard]] inline QString textOf(const messages::${typeName(name)}& from)\n{\n`;
  if (isOpaque(fields)) return `${start}    return from.${fields.kind};\n}`;
  const entries = Object.entries(fields).map(
    ([field, kind]) => `        {QStringLiteral("${field}"), ${jsonOf(kind, `from.${field}`)}},\n`,
  );
  return `${start}    const QJsonObject fields{\n${entries.join('')}    };
    return QString::fromUtf8(QJsonDocument(fields).toJson(QJsonDocument::Compact));\n}`;
}

/** How calls are read, and messages written. */
export function jsonHeader({ reports, acts, messages }) {
  return `${head}
#include "ui/transcript/call_fields.h"
#include "ui/transcript/page_calls.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace quarterdeck::ui::transcript {

${Object.entries({ ...reports, ...acts })
  .map(([name, fields]) => readerOf(name, fields))
  .join('\n\n')}

${Object.entries(messages)
  .map(([name, fields]) => writerOf(name, fields))
  .join('\n\n')}

} // namespace quarterdeck::ui::transcript
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error('usage: node page_calls.mjs FOLDER');
  const tables = await readTables();
  mkdirSync(resolve(folder), { recursive: true });
  writeFileSync(join(folder, 'page_calls.h'), valuesHeader(tables));
  writeFileSync(join(folder, 'page_calls_json.h'), jsonHeader(tables));
}
