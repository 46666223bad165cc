// Limits on what one message may cost the page. Whoever exceeds one is told so in words.

export const textCap = 1_000_000; // characters of one message that are set as Markdown
export const lineCountCap = 20_000; // lines of one message that are set: each may be a paragraph or a list's entry
export const lineCap = 20_000; // a longer line is shown as plain text: line breaking and parsing get slow
export const partSize = 16_000; // longer texts are set in parts, a slice each
export const partLines = 600; // and those of more lines
export const nestingCap = 50;
export const cellCap = 2_000;
export const highlightCap = 200_000;
export const diagramCap = 50_000;
export const mathCap = 10_000;
export const mathExpansionCap = 1_000;
export const formulaCap = 1_000; // of one message; the others stay as they are written
export const formulasAtOnce = 30; // the others when there is time
export const draftCap = 200_000; // characters that are shown of a reply while it is written
export const draftBlockCap = 8_000; // a longer paragraph, list or table of it is plain text until it is a message
export const treeStep = 100; // children of a JSON node shown at once
export const outputLines = 12;
export const outputCap = 200_000;
export const diffLineCap = 3_000;
