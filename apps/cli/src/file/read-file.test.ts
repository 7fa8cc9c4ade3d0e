import { readFileSync } from 'node:fs';
import { type Automation, defaultSettings, settingNames } from '@picksync/contracts';
import { unusualSettings } from '@picksync/contracts/testing';
import { expect, test } from 'vitest';
import { findChanges } from '../plan/find-changes.ts';
import { readFile } from './read-file.ts';
import { writeFile } from './write-file.ts';

const example = readFileSync(new URL('../../../../examples/automations.yaml', import.meta.url), 'utf8');

const ids = ['    source: { sheet: 1, column: 2 }', '    destination: { sheet: 3, column: 4 }'];
const entry = (...more: string[]) => ['automations:', '  - name: One', ...ids, ...more].join('\n');
const tell = (text: string) =>
  readFile(text).problems.map(({ place: { line, column }, message }) => `${line}:${column} ${message}`);

/** As the API shows it. */
function toAutomation(given: Partial<Automation>): Automation {
  const names = {
    sheetName: 'Projects',
    targetColumnName: 'Client\nname',
    sourceSheetName: null,
    sourceColumnName: 'Name',
  };
  const shown = {
    name: 'One: “a”',
    sheetId: '3',
    targetColumnId: '4',
    sourceSheetId: '1',
    sourceColumnId: '2',
  };
  const state = { isActive: true, pausedBy: null, rule: null };
  return { ...defaultSettings, ...names, ...shown, ...state, ...given } as Automation;
}

test('the example is a file without problems, with what several automations share', () => {
  const { entries, problems } = readFile(example);
  expect(problems).toEqual([]);
  expect(entries.map(({ settings }) => settings.mode)).toEqual([
    'keep_used',
    'mirror',
    'mirror',
    'mirror',
    'mirror',
  ]);
  expect(entries.map(({ settings }) => settings.sourceKind)).toContain('report');
  expect(entries[0]?.settings).toMatchObject({ graceDays: 7, keepCopies: true });
  expect(entries[1]?.settings.filters?.rules[1]).toMatchObject({ operator: 'is_checked', value: null });
});

test('the example has every setting', () => {
  // Which of the two the source is, its own member says.
  const names = settingNames.map((name) => (name === 'sourceKind' ? 'report' : name));
  expect(names.filter((name) => !example.includes(` ${name}:`))).toEqual([]);
});

test('an id of nineteen digits is read as it is written', () => {
  const [one] = readFile(entry().replace('sheet: 3', 'sheet: 9223372036854775807')).entries;
  expect(one?.columns.sheetId).toBe('9223372036854775807');
});

test.each([
  [
    entry('    mode: mirrored'),
    ['5:5 Invalid option: expected one of "mirror"|"add_only"|"keep_used"|"two_way"'],
  ],
  [entry('    colour: red'), ['5:5 There is no setting “colour”']],
  [entry('    graceDays: 91'), ['5:5 Too big: expected number to be <=90']],
  [entry('    mode: two_way', '    drift: ask'), ['6:5 Not available for a two-way automation']],
  [entry().replace('column: 4', 'column: four'), ['4:30 Please give a Smartsheet id']],
  [entry().replace('    destination: { sheet: 3, column: 4 }', ''), ['2:5 Please give a sheet and a column']],
  [entry().replace('sheet: 1', 'report: 1, sheet: 1'), ['3:5 Please give a sheet or a report, and a column']],
  [entry('    sourceKind: report'), ['5:5 There is no setting “sourceKind”']],
  [
    entry('    mode: two_way').replace('sheet: 1', 'report: 1'),
    ['5:5 A report has no bottom to which a row could be added'],
  ],
  [entry().replace('name: One', "name: ''"), ['2:5 Automation name is required']],
  [`${entry()}\nautomation: 1`, ['1:1 There is no “automation”; names of your own begin with “x-”']],
  ['', ['1:1 The file has to have a list with the name “automations”']],
  ['automations: 3', ['1:1 The file has to have a list with the name “automations”']],
  [entry('    name: Two'), ['5:5 This name is there twice']],
  [entry('    <<: *nothing'), ['5:9 Nothing before this is named “&nothing”']],
  ['automations: &a [*a]', ['1:18 “&a” cannot hold itself']],
  [entry('    <<: mirror'), ['5:5 Only settings with names can be taken in with “<<”']],
  [`${entry()}\n---\n${entry()}`, ['5:1 A second document begins here; a file has one']],
  [`\ufeff${entry('    colour: red')}`.replaceAll('\n', '\r\n'), ['5:5 There is no setting “colour”']],
  [entry('\tmode: mirror'), ['5:1 Tabs are not allowed as indentation']],
])('a mistake in a file is named with its line and column: %#', (text, problems) => {
  expect(tell(text)).toEqual(problems);
});

test('everything that is wrong is named at once', () => {
  expect(tell(entry('    mode: mirrored', '    graceDays: -1', '    colour: red'))).toHaveLength(3);
});

test('a file that is made to grow without end is refused', () => {
  const rows = Array.from(
    { length: 9 },
    (_, index) => `x-${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(12)}]`,
  );
  expect(tell(['x-0: &a0 [a]', ...rows, 'automations: []'].join('\n'))).toEqual([
    expect.stringContaining('too often'),
  ]);
});

test.each([
  ['brackets', `automations: ${'['.repeat(20_000)}`, '1:113'],
  ['braces that are closed', `automations: ${'{a: '.repeat(20_000)}${'}'.repeat(20_000)}`, '1:407'],
  ['dashes', `automations:\n${'- '.repeat(20_000)}`, '2:198'],
  [
    'indented names',
    Array.from({ length: 1_500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'),
    '100:101',
  ],
])('%s that are nested without end are refused with their place', (_what, text, place) => {
  expect(tell(text)).toEqual([`${place} More than 100 lists or names stand inside each other here`]);
});

test('a file of nothing but mistakes is told the first of them, in short lines', () => {
  expect(tell(`automations: [${','.repeat(2_000)}]`)).toHaveLength(50);
  const [long] = tell('!'.repeat(5_000));
  expect(long?.length).toBeLessThan(250);
});

test('a file that names one thing very often is refused at once', () => {
  const often = `x-a: &a 1\nx-b: [${'*a, '.repeat(30_000)}]\nautomations: []`;
  expect(tell(often)).toEqual([expect.stringContaining('too often')]);
});

// Each name compared with all others takes minutes.
test('a file of very many names is read', () => {
  const names = Array.from({ length: 30_000 }, (_, index) => `  k${index}: 0`);
  expect(tell(['x-many:', ...names, 'automations: []'].join('\n'))).toEqual([]);
});

test.each(Object.entries(unusualSettings))(
  'an export says the same when it is read again: %s',
  (name, value) => {
    const automation = toAutomation({ [name]: value });
    const { entries, problems } = readFile(writeFile([automation]));
    expect(problems).toEqual([]);
    const [one] = entries;
    expect(one && findChanges(one, automation)).toBeNull();
  },
);

test('an export names what its ids stand for on one line each, and leaves out what follows a rule', () => {
  const rule = { id: '0193b1f0-0000-7000-8000-000000000001', name: 'All projects' };
  const text = writeFile([toAutomation({ isActive: false, pausedBy: 'user' }), toAutomation({ rule })]);
  expect(text).toContain('column: "4" # Client name\n');
  expect(text).toContain('active: false\n');
  expect(readFile(text).entries).toHaveLength(1);
});

test('a column that was renamed in Smartsheet is no change, and one thing that differs is', () => {
  const filters = {
    match: 'all',
    rules: [{ columnId: '5', columnName: 'Now', operator: 'is_blank', value: null }],
  } as const;
  const renamed = { ...filters, rules: [{ ...filters.rules[0], columnName: 'Before' }] };
  const [one] = readFile(writeFile([toAutomation({ filters: renamed })])).entries;
  expect(
    one && findChanges(one, toAutomation({ filters: { ...filters, rules: [...filters.rules] } })),
  ).toBeNull();
  const moved = one && findChanges(one, toAutomation({ sourceColumnId: '9', isActive: false }));
  expect(moved?.changes.map(({ field }) => field)).toEqual(['source', 'filters']);
  expect(moved?.body).toMatchObject({ sourceSheetId: '1', sourceColumnId: '2' });
});

test('an exported file holds no control character, and says the same', () => {
  const sheetName = 'P\u202eQ\u001b]0;x\u0007 One\u001b[2J \u009b1A\u0085two';
  const text = writeFile([toAutomation({ sheetName })]);
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Zl}\u202e]/u);
  const [one] = readFile(text).entries;
  expect(one && findChanges(one, toAutomation({ sheetName }))).toBeNull();
});

test.each(['Left\u2028right', 'Left\u2029right', 'Left\u0085right', 'Left\u007fright', 'Left\\u2028right'])(
  'an option with a character that a terminal would follow is exported as itself: %j',
  (option) => {
    const { entries, problems } = readFile(writeFile([toAutomation({ pinnedFirst: [option] })]));
    expect(problems).toEqual([]);
    expect(entries[0]?.settings.pinnedFirst).toEqual([option]);
  },
);

test('an automation with very many mistakes is told the first of them', () => {
  const more = Array.from({ length: 2_000 }, (_, index) => `    wrong${index}: 1`);
  expect(tell(entry(...more))).toHaveLength(50);
});
