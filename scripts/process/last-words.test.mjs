import { expect, test } from 'vitest';
import { lastWords } from './last-words.mjs';

test('the message of a stack trace is the reason', () => {
  const trace = `file:///app/main.ts:3
throw new Error('no such sheet');
      ^

Error: no such sheet
    at file:///app/main.ts:3:7
    at node:internal/main:1:1

Node.js v24.21.0
`;
  expect(lastWords(trace)).toBe('Error: no such sheet');
});

test('only a grave line of a log is a reason, by its message', () => {
  const log = ['{"level":60,"msg":"the port is taken"}', '{"level":30,"msg":"stopping"}', '{"level":5'];
  expect(lastWords(log.join('\n'))).toBe('the port is taken');
});

test('the last act of PostgreSQL is not the reason', () => {
  const log = '2026-01-01 00:00:00 UTC [7] LOG:  database system is ready\n';
  expect(lastWords(`The data folder is in use.\n${log}`)).toBe('The data folder is in use.');
});

test('a silent process has no last words', () => {
  expect(lastWords('\n')).toBe('');
});
