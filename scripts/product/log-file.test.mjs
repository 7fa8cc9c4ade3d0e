import { readFileSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/programs.mjs';
import { openLog } from './log-file.mjs';

const newLog = (maxBytes) => {
  const file = join(temporaryFolder(), 'api.log');
  return { file, ...openLog(file, maxBytes) };
};

test('a log is added to from one start to the next', () => {
  const { file, descriptor } = newLog();
  writeSync(descriptor, 'first\n');
  writeSync(openLog(file).descriptor, 'second\n');
  expect(readFileSync(file, 'utf8')).toBe('first\nsecond\n');
});

test('a log that has grown large is put aside, and its process writes on', () => {
  const { file, descriptor, keepSmall } = newLog(10);
  writeSync(descriptor, 'more than ten bytes\n');
  keepSmall();
  writeSync(descriptor, 'new\n');
  keepSmall();
  expect(readFileSync(file, 'utf8')).toBe('new\n');
  expect(readFileSync(`${file}.1`, 'utf8')).toBe('more than ten bytes\n');
});

test('a log that cannot be put aside is emptied, and its process writes on', () => {
  const { file, descriptor, keepSmall } = newLog(10);
  // Whatever is written there finds no space left.
  symlinkSync('/dev/full', `${file}.1`);
  writeSync(descriptor, 'more than ten bytes\n');
  keepSmall();
  writeSync(descriptor, 'new\n');
  expect(readFileSync(file, 'utf8')).toBe('new\n');
});

test('the lines since a moment can be read back, also after a rotation', () => {
  const { descriptor, size, since, keepSmall } = newLog(10);
  writeSync(descriptor, 'more than ten bytes\n');
  const moment = size();
  writeSync(descriptor, 'later\n');
  expect(since(moment)).toBe('later\n');
  keepSmall();
  writeSync(descriptor, 'last\n');
  expect(since(moment)).toBe('last\n');
});
