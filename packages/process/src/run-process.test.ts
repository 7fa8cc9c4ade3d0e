import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const module = new URL('run-process.ts', import.meta.url).href;

/** Runs a process whose start and end are this code. */
function run({ start, close = 'async () => {}' }: { start?: string; close?: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'main.mjs');
  const log = '{ info: () => {}, error: () => console.log("not in order") }';
  const started = `async () => {
    setInterval(() => {}, 1000);
    setImmediate(() => console.log("started"));
    return { log: ${log}, close: ${close} };
  }`;
  const options = `{ name: "The test", closeTimeoutMs: 300, start: ${start ?? started} }`;
  writeFileSync(file, `import { runProcess } from ${JSON.stringify(module)};\nrunProcess(${options});`);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = { out: '', err: '' };
  child.stdout?.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    said.err += chunk;
  });
  const isStarted = () => expect.poll(() => said.out).toContain('started');
  return { child, said, isStarted, closed: once(child, 'close') };
}

test.each([
  [
    'new AggregateError([new Error("connect ECONNREFUSED ::1:5432"), new Error("other")])',
    'connect ECONNREFUSED ::1:5432',
  ],
  ['Object.assign(new Error(""), { code: "ECONNRESET" })', 'ECONNRESET'],
  ['new Error("the first line\\nand more")', 'the first line'],
])('a start that fails with %s gives its reason', async (error, reason) => {
  const { said, closed } = run({ start: `async () => { throw ${error}; }` });
  expect(await closed).toEqual([1, null]);
  expect(said.err).toBe(`The test could not start: ${reason}\n`);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends it in order', async (signal) => {
  const { child, said, isStarted, closed } = run({ close: 'async () => console.log("closed")' });
  await isStarted();
  child.kill(signal);
  expect(await closed).toEqual([0, null]);
  expect(said.out).toContain('closed');
});

test('a process ends with the one that started it', async () => {
  const { child, isStarted } = run({});
  await isStarted();
  const exited = once(child, 'exit');
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

test('a process that fails to close, or hangs, exits with 1', async () => {
  for (const close of ['async () => { throw new Error("no") }', '() => new Promise(() => {})']) {
    const { child, isStarted, closed } = run({ close });
    await isStarted();
    child.kill('SIGTERM');
    expect(await closed).toEqual([1, null]);
  }
});

test('a start that fails is one line and exit code 1', async () => {
  const { said, closed } = run({ start: 'async () => { throw new Error("no database\\nat line 7") }' });
  expect(await closed).toEqual([1, null]);
  expect(said.err).toBe('The test could not start: no database\n');
});

// macOS has no device that is always full.
test.runIf(existsSync('/dev/full'))(
  'a log that cannot be written, as on a full disk, ends nothing',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'picksync-process-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'main.mjs');
    const logger = new URL('create-logger.ts', import.meta.url).href;
    writeFileSync(
      file,
      `import { createLogger } from ${JSON.stringify(logger)};
    import { runProcess } from ${JSON.stringify(module)};
    runProcess({ name: 'The test', closeTimeoutMs: 300, start: async () => {
      const log = createLogger({ level: 'info' });
      for (let line = 0; line < 100; line += 1) log.info({ line }, 'x'.repeat(1000));
      process.stderr.write('a warning');
      setTimeout(() => process.send('still here'), 50);
      return { log, close: async () => {} };
    } });`,
    );
    const full = openSync('/dev/full', 'w');
    onTestFinished(() => closeSync(full));
    const child = spawn(process.execPath, [file], { stdio: ['ignore', full, full, 'ipc'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const outcome = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    expect(outcome[0]).toBe('still here');
  },
);
