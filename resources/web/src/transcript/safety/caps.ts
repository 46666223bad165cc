import { limits } from '../page_calls';

// Limits on what one message may cost the page. If one is exceeded, the page says so.

export const textCap = 1_000_000; // characters of one message that are set as Markdown
export const lineCountCap = 20_000; // lines of one message that are set: each may be a paragraph or a list's entry
export const lineCap = 20_000; // a longer line is shown as plain text: line breaking and parsing get slow
export const partSize = 16_000; // longer texts are set in parts of about so many characters, a slice each
export const partLines = 600; // and those of more lines
export const nestingCap = 50;
export const labelCap = 1_000; // characters of a footnote's label, or of one that stands in the text
export const noteCap = 500; // footnotes of one text
export const cellCap = 2_000; // of a table
export const cellsCap = 10_000; // of all tables of a message
export const referencesCap = 200_000; // characters of the addresses to which a message's links by reference go, each time
export const addressTitleCap = 1_000; // characters of an address that are shown under the pointer
export const columnCap = 200;
export const breaksCap = 5_000; // lines of a message that end with <br>
export const highlightCap = 200_000;
export const diagramCap = limits.longestDiagram;
export const diagramsCap = 100; // of one message: each takes its time, and others wait for it
export const mathCap = 5_000;
export const mathExpansionCap = 1_000;
export const mathTokenCap = 8_000; // signs that the commands of a formula become
export const mathTokensCap = 30_000; // and those of a message
export const mathCellCap = 1_200; // cells of a formula's matrices: three elements each
export const mathCellsCap = 4_000; // and of a message's
export const formulaCap = 1_000; // of one message; the others stay as they are written
export const formulasAtOnce = 30; // the others when there is time
export const mathAtOnce = 2_000; // characters of those
export const mathTextCap = 50_000; // characters of a message's formulas: a letter may become five elements
export const draftCap = 200_000; // characters that are shown of a reply while it is written
export const draftBlockCap = 8_000; // a longer paragraph, list or table of it is plain text until it is a message
export const hiddenCap = 500; // boxes for what cannot be seen, in one text
export const treeStep = 100; // children of a JSON node shown at once
export const outputLines = 12;
export const outputStart = 2_400; // characters of a result that is folded: its lines may be long
export const terminalCap = 4_000; // changes of colour in a result
export const outputCap = 200_000;
export const diffLineCap = 3_000; // of all files of one diff
export const diffFileCap = 100;
export const labelTextCap = 1_000; // characters of a field's or an answer's name
export const handedOverCap = limits.longestText; // characters of an answer or a copied text that the application takes
export const hintCap = 2_000; // and of what is said of it
