import { expect, test } from 'vitest';
import { referenceRenames } from './reference-renames.ts';

type Rows = Record<string, string | string[]>;
const toSource = (rows: Rows) => new Map(Object.entries(rows).map(([id, text]) => [id, [text].flat()]));

function find(
  before: Rows,
  now: Rows,
  more: { options?: string[]; ignoreCase?: boolean; cells?: number } = {},
) {
  const source = toSource(before);
  const { options = [...new Set([...source.values()].flat())], ignoreCase = false, cells = 1 } = more;
  const sides = { before: source, now: toSource(now) };
  const found = referenceRenames({ ...sides, options, ignoreCase, countCells: () => cells, mostCells: 100 });
  const tell = ({ from, to }: { from: string; to: string }) => `${from} > ${to}`;
  return [found.renames.map(tell), found.merges.map(tell), found.asks];
}

const six = (end: string) => Object.fromEntries([...'123456'].map((row) => [row, `${row}${end}`]));

test.each<[string, Rows, Rows, unknown[], Parameters<typeof find>[2]?]>([
  ['a row that changes is a rename', { 1: 'A' }, { 1: 'B' }, [['A > B'], [], false]],
  ['rows that agree are one rename', { 1: 'A', 2: 'A' }, { 1: 'B', 2: 'B' }, [['A > B'], [], false]],
  ['a swap is nothing', { 1: 'A', 2: 'B' }, { 1: 'B', 2: 'A' }, [[], [], false]],
  ['an old name that is still there is kept', { 1: 'A', 2: 'A' }, { 1: 'B', 2: 'A' }, [[], [], false]],
  ['rows that disagree are none', { 1: 'A', 2: 'A' }, { 1: 'B', 2: 'C' }, [[], [], false]],
  ['an option that is there already is none', { 1: 'A', 2: 'B' }, { 1: 'B', 2: 'B' }, [[], [], false]],
  [
    'a name that another row had is none, whether or not it is an option',
    { 1: 'A', 2: 'B' },
    { 1: 'B', 2: 'B' },
    [[], [], false],
    { options: ['A'] },
  ],
  ['two that meet are a merge', { 1: 'A', 2: 'B' }, { 1: 'C', 2: 'C' }, [[], ['A > C', 'B > C'], true]],
  ['one of several texts is a rename', { 1: ['A', 'X'] }, { 1: ['B', 'X'] }, [['A > B'], [], false]],
  ['two of several texts are none', { 1: ['A', 'X'] }, { 1: ['B', 'Y'] }, [[], [], false]],
  ['an option that is gone by hand is none', { 1: 'A' }, { 1: 'B' }, [[], [], false], { options: ['X'] }],
  ['another row is none', { 1: 'A' }, { 2: 'B' }, [[], [], false]],
  ['capitals alone are nothing', { 1: 'A' }, { 1: 'a' }, [[], [], false], { ignoreCase: true }],
  ['more than five ask', six('a'), six('b'), [[...'123456'].map((n) => `${n}a > ${n}b`), [], true]],
  ['more cells than allowed ask', { 1: 'A' }, { 1: 'B' }, [['A > B'], [], true], { cells: 101 }],
])('%s', (_what, before, now, expected, more) => {
  expect(find(before, now, more)).toEqual(expected);
});
