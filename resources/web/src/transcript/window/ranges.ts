// Each change of a document visits all its ranges that are not collected yet, and one per frame would be many.

let elsewhere: Document | undefined; // made when it is needed: tests of what only counts have no document

/** Done with: it moves to a document in which nothing changes, and holds no row. */
export function release(range: Range): void {
  elsewhere ??= document.implementation.createHTMLDocument('');
  range.selectNodeContents(elsewhere);
}
