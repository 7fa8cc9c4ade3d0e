import { AppError } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { parseCursor, toCursor, toPage } from './cursor.ts';

const position = { at: new Date('2026-03-01T10:00:00.123Z'), id: '01900000-0000-7000-8000-000000000001' };

test('a cursor leads back to its position, to the millisecond', () => {
  expect(parseCursor(toCursor(position))).toEqual(position);
  expect(parseCursor(undefined)).toBeNull();
});

test.each([
  '',
  'nonsense',
  Buffer.from('1.2').toString('base64url'),
  Buffer.from("9' OR 1=1").toString('base64url'),
])('the cursor "%s", which is none of ours, is refused', (cursor) => {
  expect(() => parseCursor(cursor)).toThrow(AppError);
});

test('the last page has no next one', () => {
  const rows = [1, 2, 3].map((n) => ({ ...position, n }));
  expect(toPage(rows, 3, (row) => row)).toEqual({ items: rows, nextCursor: null });
  const first = toPage(rows, 2, (row) => row);
  expect(first.items).toHaveLength(2);
  expect(first.nextCursor).not.toBeNull();
});
