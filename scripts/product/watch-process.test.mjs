import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isRunning, temporaryFolder, writeScript } from '../testing/programs.mjs';
import { watchProcess } from './watch-process.mjs';

/** A program that says its number, and imports a file beside it. */
const waits = `
  import './part.mjs';
  process.on('SIGTERM', () => process.exit(0));
  console.log(process.pid);
  setInterval(() => {}, 1000);`;

function start(part) {
  const script = writeScript(waits);
  const path = join(dirname(script), 'part.mjs');
  writeFileSync(path, part);
  const shown = [];
  const watched = watchProcess({
    name: 'example',
    script,
    env: process.env,
    logDir: temporaryFolder(),
    say: () => {},
    onOutput: (text) => shown.push(...text.split('\n')),
  });
  onTestFinished(() => watched.stop());
  const pids = () => shown.filter((line) => /^\d+$/.test(line)).map(Number);
  const untilStarted = (times) => expect.poll(() => pids().length).toBe(times);
  const untilShown = (text) => expect.poll(() => shown.join('\n')).toContain(text);
  return { path, pids, untilStarted, untilShown };
}

test('a watched process starts again when a file that it imports changes', async () => {
  const { path, pids, untilStarted, untilShown } = start('');
  await untilStarted(1);
  writeFileSync(path, '// changed');
  await untilStarted(2);
  expect(isRunning(pids()[0])).toBe(false);
  await untilShown('part.mjs has changed; starting again');
});

test('a watched process starts again each time its file is replaced, as git and many editors write one', async () => {
  const { path, untilStarted } = start('');
  for (let times = 1; times <= 3; times += 1) {
    await untilStarted(times);
    writeFileSync(`${path}.new`, `// ${times}`);
    renameSync(`${path}.new`, path);
  }
  await untilStarted(4);
});

test('a watched process that ended by itself waits for the change that mends it', async () => {
  const { path, untilStarted, untilShown } = start('const = 1;');
  await untilShown('ended (code 1); starts again when one of its files changes');
  writeFileSync(path, '');
  await untilStarted(1);
});
