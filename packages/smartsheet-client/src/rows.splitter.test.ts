import { describe, expect, it } from 'vitest';
import { createRowsSplitter } from './rows.splitter.ts';

/** Feeds a text in pieces of this many bytes; answers what came out as values. */
const split = (text: string, pieceBytes: number) => {
  const bytes = Buffer.from(text);
  const rows: unknown[] = [];
  const splitter = createRowsSplitter({ onRows: (json) => rows.push(...JSON.parse(json)) });
  for (let at = 0; at < bytes.length; at += pieceBytes) splitter.push(bytes.subarray(at, at + pieceBytes));
  return { rows, rest: JSON.parse(splitter.end()) as unknown };
};

const nasty = ['", "rows":[', '}]}', '\\', '\\"', '€ 🦄 "ü"', '[{', '"rows" : [', 'rows'];
const rows = nasty.map((value, id) => ({ id, cells: [{ value, displayValue: value }], rows: [{ value }] }));
const around = { name: '"rows":[1]', columns: [{ options: nasty, rows: [9] }], version: 4 };

describe('taking a sheet apart', () => {
  it.each([1, 2, 3, 7, 64, 100_000])('works with pieces of %i bytes', (pieceBytes) => {
    const { columns, ...before } = around;
    const text = JSON.stringify({ ...before, rows, columns });
    expect(split(text, pieceBytes)).toEqual({ rows, rest: { ...around, rows: [] } });
  });

  it('works with white space', () => {
    const text = JSON.stringify({ ...around, rows }, null, 2);
    expect(split(text, 5)).toEqual({ rows, rest: { ...around, rows: [] } });
  });

  it.each([
    ['no rows at all', around, []],
    ['an empty list', { ...around, rows: [] }, []],
    ['no list', { ...around, rows: null }, []],
    ['one row', { rows: [{ id: 1 }] }, [{ id: 1 }]],
  ])('works with %s', (_what, sheet, expected) => {
    const { rows: found, rest } = split(JSON.stringify(sheet), 4);
    expect(found).toEqual(expected);
    expect(rest).toEqual('rows' in sheet && sheet.rows ? { ...sheet, rows: [] } : sheet);
  });

  it('hands a large sheet over in batches of whole rows, in order', () => {
    const many = Array.from({ length: 20_000 }, (_, id) => ({ id, cells: [{ value: `Number ${id}` }] }));
    const batches: number[] = [];
    const found: unknown[] = [];
    const splitter = createRowsSplitter({
      onRows: (json) => {
        batches.push(json.length);
        found.push(...JSON.parse(json));
      },
    });
    const bytes = Buffer.from(JSON.stringify({ rows: many }));
    for (let at = 0; at < bytes.length; at += 65_536) splitter.push(bytes.subarray(at, at + 65_536));
    expect(found).toEqual(many);
    expect(batches.length).toBeGreaterThan(2);
    expect(Math.max(...batches)).toBeLessThan(300 * 1024);
  });
});
