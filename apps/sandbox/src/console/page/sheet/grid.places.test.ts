import { describe, expect, test } from 'vitest';
import { visibleRange } from './grid.geometry.js';
import { clampToGrid } from './grid.keys.js';

describe('the rows in the page', () => {
  test('are those in view and a few around them, out of 20,000', () => {
    const { first, last } = visibleRange({ scrollTop: 360_000, height: 720, total: 20_000 });
    expect(first).toBe(9_994);
    expect(last).toBe(10_026);
  });

  test('end with the sheet', () => {
    expect(visibleRange({ scrollTop: 0, height: 720, total: 3 })).toEqual({ first: 0, last: 2 });
    expect(visibleRange({ scrollTop: 0, height: 720, total: 0 })).toEqual({ first: 0, last: -1 });
  });

  test('never let a key move outside the grid', () => {
    const extent = { rows: 3, columns: 2, page: 10 };
    expect(clampToGrid({ row: -4, column: 9 }, extent)).toEqual({ row: 0, column: 1 });
    expect(clampToGrid({ row: 0, column: 0 }, { rows: 0, columns: 1, page: 10 })).toEqual({
      row: 0,
      column: 0,
    });
  });
});
