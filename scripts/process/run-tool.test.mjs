import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning, temporaryFolder, writeScript } from '../testing/programs.mjs';
import { runTool } from './run-tool.mjs';

const run = (script, options = {}) =>
  runTool({ command: process.execPath, args: [writeScript(script)], env: process.env, ...options });

/** A program that starts a child, writes the child's number into a file, and waits. */
function family(child) {
  const told = join(temporaryFolder(), 'pid');
  const script = `
    import { spawn } from 'node:child_process';
    import { renameSync, writeFileSync } from 'node:fs';
    const child = spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.once('data', () => {
      writeFileSync('${told}.new', String(child.pid));
      renameSync('${told}.new', '${told}');
    });
    setInterval(() => {}, 1000);`;
  const childPid = async () => {
    await expect.poll(() => existsSync(told)).toBe(true);
    return Number(readFileSync(told, 'utf8'));
  };
  return { script, childPid };
}

const untilGone = (pid) => expect.poll(() => isRunning(pid)).toBe(false);

const waits = "console.log('up'); setInterval(() => {}, 1000)";
const stubborn = `process.on('SIGTERM', () => {}); ${waits}`;

test('a program answers whether it succeeded and what it said', async () => {
  expect(await run("console.log('one'); console.error('two')")).toEqual({ ok: true, said: 'one\ntwo\n' });
  expect(await run('process.exit(3)')).toEqual({ ok: false, said: '' });
});

test('a program that is not there is a failure that says so', async () => {
  const { ok, said } = await runTool({ command: '/no/such/program', args: [], env: {} });
  expect(ok).toBe(false);
  expect(said).toContain('ENOENT');
});

test('the children of a program end with it', async () => {
  const { said } = await run(`
    import { spawn } from 'node:child_process';
    const child = spawn('sleep', ['1000'], { stdio: 'ignore' });
    child.unref();
    console.log(child.pid);`);
  await untilGone(Number(said));
});

test('an abort ends a program with all that it started, the stubborn too', async () => {
  const interruption = new AbortController();
  const { script, childPid } = family(stubborn);
  const running = run(script, { signal: interruption.signal });
  const pid = await childPid();
  interruption.abort();
  await expect(running).rejects.toThrow('aborted');
  await untilGone(pid);
});

test('a program ends with all that it started when its starter is killed', async () => {
  const { script, childPid } = family(waits);
  const starter = spawn(process.execPath, [
    writeScript(`import { runTool } from '${import.meta.dirname}/run-tool.mjs';
      runTool({ command: process.execPath, args: ['${writeScript(script)}'], env: process.env, show: true });`),
  ]);
  const pid = await childPid();
  starter.kill('SIGKILL');
  await untilGone(pid);
});
