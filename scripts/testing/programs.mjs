import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Returns a new temporary folder for one test. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'picksync-scripts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a program to start, which is deleted after the test. */
export function writeScript(text) {
  const file = join(temporaryFolder(), 'program.mjs');
  writeFileSync(file, text);
  return file;
}

/** Returns whether a process is running. A zombie, whose parent has not noticed its end yet, is not. */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self') || !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
