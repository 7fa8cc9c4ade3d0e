import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning, temporaryFolder, writeScript } from '../testing/programs.mjs';
import { supervise } from './supervise.mjs';

/** Says its number on standard output and waits until it is asked to end. */
const waits = `
  process.on('SIGTERM', () => process.exit(0));
  console.log(process.pid);
  setInterval(() => {}, 1000);`;

function start(text, options = {}) {
  const pids = [];
  const sentences = [];
  const logDir = temporaryFolder();
  const supervised = supervise({
    name: 'example',
    script: writeScript(text),
    env: process.env,
    logDir,
    say: (sentence) => sentences.push(sentence),
    onGivenUp: (sentence) => sentences.push(sentence),
    onStdout: (line) => pids.push(Number(line)),
    ...options,
  });
  onTestFinished(() => supervised.stop());
  const untilStarted = (times) => expect.poll(() => pids.length).toBe(times);
  return { ...supervised, pids, sentences, logDir, untilStarted };
}

test('a process that was killed is started again', async () => {
  const { pids, sentences, untilReady, untilStarted } = start(waits);
  await untilReady(() => untilStarted(1));
  process.kill(pids[0], 'SIGKILL');
  await untilStarted(2);
  expect(sentences).toEqual(['example ended (SIGKILL); starting it again']);
});

test('a process that crashes again and again is given up, with its reason and its log', async () => {
  const crashes = `console.error('Error: the sheet is gone'); console.log(process.pid); process.exitCode = 1;`;
  const { sentences, logDir, untilReady } = start(crashes, {
    restarts: { most: 2, withinMs: 60_000, pauseMs: 1 },
  });
  await untilReady(() => Promise.resolve());
  await expect.poll(() => sentences.length).toBe(3);
  expect(sentences).toEqual([
    'example ended (code 1); starting it again',
    'example ended (code 1); starting it again',
    `example cannot go on: Error: the sheet is gone (log: ${join(logDir, 'example.log')})`,
  ]);
});

test('a process is not given up while the disk is full, and goes on when there is room', async () => {
  let isFull = true;
  const { pids, sentences, logDir, untilReady, untilStarted } = start(waits, {
    restarts: { most: 0, withinMs: 60_000, pauseMs: 1 },
    isFull: () => isFull,
  });
  await untilReady(() => untilStarted(1));
  process.kill(pids[0], 'SIGKILL');
  await expect.poll(() => sentences.length).toBe(1);
  isFull = false;
  await untilStarted(2);
  expect(sentences).toEqual([
    `example ended: the disk of ${logDir} is full. It goes on as soon as there is room.`,
    'There is room on the disk again; starting example again',
  ]);
});

test('a process that cannot start on a full disk says that it is full', async () => {
  const { logDir, untilReady } = start('process.exitCode = 1;', { isFull: () => true });
  await expect(untilReady(() => new Promise(() => {}))).rejects.toThrow(
    `example could not start: the disk of ${logDir} is full (log: `,
  );
});

test('a process that ends before it is ready is not started again', async () => {
  const refuses = `console.error('The settings are not complete.'); process.exitCode = 1;`;
  const { pids, sentences, untilReady } = start(refuses);
  await expect(untilReady(() => new Promise(() => {}))).rejects.toThrow(
    'example could not start: The settings are not complete.',
  );
  expect({ pids, sentences }).toEqual({ pids: [], sentences: [] });
});

test('a process that is stopped stays stopped', async () => {
  const { pids, sentences, untilReady, untilStarted, stop } = start(waits);
  await untilReady(() => untilStarted(1));
  await stop();
  expect(isRunning(pids[0])).toBe(false);
  expect(sentences).toEqual([]);
});

test('a stop during the pause before a restart calls it off', async () => {
  const { pids, sentences, untilReady, untilStarted, stop } = start(waits, {
    restarts: { most: 5, withinMs: 60_000, pauseMs: 5000 },
  });
  await untilReady(() => untilStarted(1));
  // The first restart comes at once, the second after the pause.
  process.kill(pids[0], 'SIGKILL');
  await untilStarted(2);
  process.kill(pids[1], 'SIGKILL');
  await expect.poll(() => sentences.length).toBe(2);
  await stop();
  expect(pids).toHaveLength(2);
});

test('the output of a process stands in its log, its messages to us do not', async () => {
  const speaks = `console.error('working'); console.log('a secret'); setInterval(() => {}, 1000);`;
  const told = [];
  const { logDir, untilReady } = start(speaks, { onStdout: (text) => told.push(text) });
  await untilReady(() => expect.poll(() => told.join('')).toBe('a secret\n'));
  const log = join(logDir, 'example.log');
  expect(existsSync(log) && readFileSync(log, 'utf8')).toBe('working\n');
});

test('the output of a process is shown while it runs, and stands in its log', async () => {
  const shown = [];
  const speaks = `console.log('out'); console.error('err'); setInterval(() => {}, 1000);`;
  const { logDir, untilReady } = start(speaks, {
    onStdout: undefined,
    onOutput: (text) => shown.push(...text.trim().split('\n')),
  });
  await untilReady(() => expect.poll(() => shown.toSorted()).toEqual(['err', 'out']));
  const log = readFileSync(join(logDir, 'example.log'), 'utf8');
  expect(log.trim().split('\n').toSorted()).toEqual(['err', 'out']);
});
