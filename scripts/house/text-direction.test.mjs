import { expect, test } from 'vitest';
import { projectFiles, readProjectFile } from './sources.mjs';

/**
 * Where a script runs from right to left, what stands at the left stands at the right. Classes therefore say start and end:
 * `ms-2`, `text-end`, `border-s`, `inset-e-3`, `rounded-ss-lg`.
 */
const physical =
  /(?<=^|[\s'"`:!])-?(?:m[lr]-(?=[\d[(a])|p[lr]-(?=[\d[(])|scroll-[mp][lr]-|(?:left|right)-(?=[\d[(af])|text-(?:left|right)(?=[\s'"`!]|$)|(?:border|rounded)-[lr](?=[\s'"`!-]|$)|rounded-[tb][lr](?=[\s'"`!-]|$))/;

/** Floats at a measured place, which browsers count from the left in every script. */
const measured = ['packages/ui/src/dropdown-menu.tsx', 'packages/ui/src/tooltip.tsx'];

const isComment = (line) => /^\s*(?:\/\/|\/?\*)/.test(line);

test('classes say start and end, not left and right', () => {
  const found = projectFiles()
    .filter((path) => /^(?:packages\/ui|apps\/web)\/src\/.*\.tsx?$/.test(path) && !measured.includes(path))
    .flatMap((path) =>
      readProjectFile(path)
        .split('\n')
        .filter((line) => !isComment(line) && physical.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test('style sheets say start and end, not left and right', () => {
  const pattern = /(?:^|[\s;{-])(?:left|right)\s*:|text-align:\s*(?:left|right)|float:\s*(?:left|right)/;
  const found = projectFiles()
    .filter((path) => /^(?:packages\/ui|apps\/web)\/.*\.css$/.test(path))
    .flatMap((path) =>
      readProjectFile(path)
        .split('\n')
        .filter((line) => pattern.test(line) && !line.includes('--animate-'))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test.each([
  'ml-2',
  '-ml-2.5',
  'md:pr-2',
  'text-left',
  'left-1/2',
  'border-l',
  'lg:rounded-tr-xl',
  'right-3.5!',
])('finds %s', (name) => {
  expect(physical.test(`className="flex ${name} gap-2"`)).toBe(true);
});

test.each([
  'ms-2',
  'text-end',
  'items-left',
  'border-line',
  'rounded-lg',
  'place-items-center',
  'animate-slide-in-right',
])('lets %s be', (name) => {
  expect(physical.test(`className="flex ${name} gap-2"`)).toBe(false);
});
