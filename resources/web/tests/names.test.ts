import assert from 'node:assert/strict';
import test from 'node:test';
import { diagramName } from '../src/transcript/render/diagram_name';
import { digitsOfLast } from '../src/transcript/render/list_room';
import { endOfName } from '../src/transcript/render/file_name';

for (const [name, most, end] of [
  ['src/transcript/render/remote_pictures.ts', 20, '/remote_pictures.ts'],
  ['src/transcript/render/remote_pictures.ts', 10, 'ictures.ts'],
  ['a picture that was taken yesterday.png', 20, 'terday.png'],
  ['C:\\Users\\somebody\\Documents\\plan.md', 20, '\\plan.md'],
  ['a/folder/with/a/slash/at/its/end/', 20, '/its/end/'],
] as const) {
  test(`the end of ${name} within ${most}`, () => {
    const kept = name.slice(endOfName(name, most));
    assert.equal(kept.startsWith('/') || kept.startsWith('\\') || kept.length === 10, true);
    if (!name.endsWith('/')) assert.equal(kept, end);
  });
}

for (const [start, entries, digits] of [
  [null, 9, 1],
  [null, 100, 3],
  ['0', 1, 1],
  ['98', 3, 3],
  ['999999999', 1, 9],
  ['999999999', 2, 10],
  ['x', 1, 1],
] as const) {
  test(`a list of ${entries} from ${start} has room for ${digits} digits`, () =>
    assert.equal(digitsOfLast(start, entries), digits));
}

for (const [source, name] of [
  ['flowchart LR\n  A --> B', 'flowchart LR'],
  ['%% a note\n\nsequenceDiagram\n  A->>B: hi', 'sequenceDiagram'],
  ['flowchart LR\n  accTitle: How orders are paid\n  A --> B', 'How orders are paid'],
  ['---\nconfig:\n  theme: base\ntitle: Orders\n---\nflowchart LR\n  A --> B', 'Orders'],
  ['---\nconfig: {}\n---\npie', 'pie'],
  ['', ''],
] as const) {
  test(`a diagram is called ${JSON.stringify(name)}`, () => assert.equal(diagramName(source), name));
}
