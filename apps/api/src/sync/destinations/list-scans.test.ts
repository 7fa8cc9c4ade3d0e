import { expect, test } from 'vitest';
import { createScans, type ListScan } from './list-scans.ts';

test('a user who begins many searches ends their own, and nobody else’s', async () => {
  const begun: string[] = [];
  const now = () => new Date('2026-11-22T10:00:00Z');
  const scans = createScans<ListScan>({ now });
  const look = (userId: string, sourceColumnId: string, isNew = false) =>
    scans.of({ userId, key: `${userId} ${sourceColumnId}`, isNew }, async (): Promise<ListScan> => {
      begun.push(sourceColumnId);
      return { sheets: [], unlisted: 0, wanted: new Set(), listSize: 0, names: new Set(), problem: null };
    });
  await look('ada', '0', true);
  for (let column = 1; column <= 30; column += 1) await look('mallory', `${column}`, true);
  begun.length = 0;
  for (const [who, column] of [
    ['ada', '0'],
    ['mallory', '30'],
    ['mallory', '29'],
    ['mallory', '1'],
  ] as const)
    await look(who, column);
  expect(begun).toEqual(['1']);
});
