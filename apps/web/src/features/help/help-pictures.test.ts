import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { answers } from './answers.ts';
import { pictureSizes } from './help-pictures.ts';

const pictures = answers.flatMap(({ picture }) => picture ?? []);

/** Returns the width and height that a WebP file names. */
function readSize(path: string) {
  const file = readFileSync(path);
  expect(file.toString('latin1', 12, 16)).toBe('VP8X');
  return { width: 1 + file.readUIntLE(24, 3), height: 1 + file.readUIntLE(27, 3) };
}

test.each(pictures.flatMap(({ name }) => [[name, 'light'] as const, [name, 'dark'] as const]))(
  'the picture %s in %s colors is small, sharp and as large as the page says',
  (name, theme) => {
    const path = `${import.meta.dirname}/pictures/${name}-${theme}.webp`;
    const { width, height } = readSize(path);
    // Two dots for each pixel of a page; the edge of a part may lie between two.
    expect(Math.abs(width / 2 - pictureSizes[name].width)).toBeLessThanOrEqual(1);
    expect(Math.abs(height / 2 - pictureSizes[name].height)).toBeLessThanOrEqual(1);
    expect(statSync(path).size).toBeLessThan(60_000);
  },
);

test('each picture says in words what it shows', () => {
  expect(pictures.map(({ name }) => name).sort()).toEqual(Object.keys(pictureSizes).sort());
  for (const { alt } of pictures) expect(alt).toMatch(/^.{30,160}\.$/);
});
