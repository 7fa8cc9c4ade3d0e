import type { Preview } from '@picksync/client';
import { expect, test } from 'vitest';
import { createPaint } from '../paint.ts';
import { toPreviewLines } from './plan-texts.ts';

type Renames = NonNullable<Preview['renames']>;

const nothing = { count: 0, options: [] };

function preview(list: Renames['list'], locked = 0): Preview {
  const rows = list.reduce((sum, one) => sum + one.rows, 0);
  const given: Partial<Preview> = {
    verdict: 'write',
    reason: null,
    message: null,
    renames: { count: list.length, rows, locked, list },
    added: nothing,
    removed: nothing,
    leaving: nothing,
    keptInUse: nothing,
    filteredOut: nothing,
    sourceRows: null,
    drift: null,
    used: { options: 0, rows: 0 },
    warnings: [],
  };
  return given as Preview;
}

const rename = (from: string, to: string, rows: number, isMerge = false) => ({
  id: from,
  from,
  to,
  rows,
  locked: 0,
  isMerge,
});

const look = { paint: createPaint(false), isWhole: false };

test('a preview names what is renamed, with its rows and the cells that cannot be changed', () => {
  const list = [rename('Acme', 'Acme GmbH', 27), rename('Birch', 'Ash', 1, true)];
  expect(toPreviewLines(preview(list, 2), look)).toEqual([
    '    Renames 2 options',
    '      ~ Acme (27 rows) → Acme GmbH',
    '      ~ Birch (1 row) → Ash, which another name becomes as well',
    '    26 cells change',
    '    2 cells cannot be changed and keep the old name',
  ]);
});

test('a plan writes out eight of many names, and all of them on request', () => {
  const many = preview(Array.from({ length: 11 }, (_, index) => rename(`a${index}`, `b${index}`, 0)));
  expect(toPreviewLines(many, look).slice(-2)).toEqual(['      ~ a7 → b7', '      ~ … and 3 more']);
  expect(toPreviewLines(many, { ...look, isWhole: true }).at(-1)).toBe('      ~ a10 → b10');
});

test('a line about one thing is in the singular', () => {
  const one = {
    ...preview([]),
    renames: null,
    keptInUse: { count: 1, options: [] },
    leaving: { count: 2, options: [] },
  };
  expect(toPreviewLines(one, look).slice(-2)).toEqual([
    '    1 stays because rows use it',
    '    2 leave later',
  ]);
});
