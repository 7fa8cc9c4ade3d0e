import { expect, test } from 'vitest';
import { readProjectFile } from './sources.mjs';

/** Returns the names that begin an entry of an object, in a file. */
function readKeys(path, start) {
  const text = readProjectFile(path);
  const [object] = text.slice(text.indexOf(start) + start.length).split('\n}');
  return [...object.matchAll(/^ {2}'?([a-z-]+)'?: /gm)].map(([, name]) => name).sort();
}

test('administrators read what the jobs of each queue do', () => {
  const queues = readKeys('packages/db/src/queue/catalog.ts', 'export const catalog = {');
  const texts = readKeys(
    'apps/web/src/features/admin/admin-texts.ts',
    'export const queueTexts: Record<string, string> = {',
  );
  expect(queues.length).toBeGreaterThan(10);
  expect(texts).toEqual(queues);
});
