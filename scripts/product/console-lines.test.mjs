import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { consoleLines } from './console-lines.mjs';

function shown(...parts) {
  const lines = [];
  const hear = consoleLines('api', (line) => lines.push(stripVTControlCharacters(line)));
  for (const part of parts) hear(part);
  return lines;
}

test('a line appears with its process, when it is whole', () => {
  expect(shown('one\ntw', 'o\n\n', 'three')).toEqual(['api          one', 'api          two']);
});

test('a line of a log in JSON reads like a sentence', () => {
  const record = { level: 40, time: 1, pid: 2, hostname: 'h', method: 'GET', status: 404, msg: 'request' };
  expect(shown(`${JSON.stringify(record)}\n`)).toEqual([
    'api          warning request method="GET" status=404',
  ]);
});

test('an error shows its message and where it was thrown', () => {
  const err = { type: 'TypeError', message: 'x is not a function', stack: '    at main.ts:1' };
  expect(shown(`${JSON.stringify({ level: 50, msg: 'job failed', err })}\n`)).toEqual([
    'api          error job failed',
    'api          TypeError: x is not a function',
    'api              at main.ts:1',
  ]);
});
