import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of its own for the test that asks. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-scripts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A program to start, gone with the test. */
export function writeScript(text) {
  const file = join(temporaryFolder(), 'program.mjs');
  writeFileSync(file, text);
  return file;
}

/** Whether a process is there. One that has ended but was not yet noticed by its parent is not. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self') || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
