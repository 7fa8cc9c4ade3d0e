import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeScript } from '../testing/programs.mjs';
import { createProcesses } from './processes.mjs';

/** Waits, notes its name when it is asked to end, and fails when it is told to. */
const program = ({ name, ends }) => `
  import { appendFileSync } from 'node:fs';
  process.on('SIGTERM', () => { appendFileSync('${ends}', '${name}\\n'); process.exit(0); });
  process.on('SIGUSR2', () => { console.error('The database stopped by itself.'); process.exit(1); });
  process.on('disconnect', () => process.exit(0));
  console.log(process.pid);`;

/** Starts one and answers its number, once it is ready. */
async function startOne({ start, name, ends = '/dev/null' }) {
  const said = [];
  const supervised = start({
    name,
    script: writeScript(program({ name, ends })),
    env: process.env,
    onStdout: (line) => said.push(line),
    restarts: { most: 0, withinMs: 0, pauseMs: 0 },
  });
  await supervised.untilReady(() => expect.poll(() => said.length).toBe(1));
  return Number(said[0]);
}

const newProcesses = () => {
  const interruption = new AbortController();
  const processes = createProcesses({
    logDir: temporaryFolder(),
    say: () => {},
    signal: interruption.signal,
  });
  return { interruption, ...processes };
};

test('the last process started is the first stopped, one after the other', async () => {
  const { start, stop } = newProcesses();
  const ends = join(temporaryFolder(), 'ends');
  for (const name of ['database', 'api', 'sync-worker']) await startOne({ start, name, ends });
  await stop();
  expect(readFileSync(ends, 'utf8')).toBe('sync-worker\napi\ndatabase\n');
});

test('a process that cannot be kept alive ends the waiting with one sentence', async () => {
  const { start, stop, givenUp } = newProcesses();
  const pid = await startOne({ start, name: 'database' });
  process.kill(pid, 'SIGUSR2');
  await expect(givenUp).rejects.toThrow('database cannot go on: The database stopped by itself. (log: ');
  await stop();
});

test('nothing is started any more once the end was asked for', () => {
  const { start, interruption } = newProcesses();
  interruption.abort();
  expect(() => start({ name: 'late', script: 'late.mjs', env: {} })).toThrow('aborted');
});
