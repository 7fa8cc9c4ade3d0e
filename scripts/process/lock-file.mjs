import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';

function commandLine(pid) {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    } catch {
      return '';
    }
  }
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout ?? '';
}

// The id of a process that was killed may have been reused by another program.
function isOneOfOurs(pid) {
  return Number.isInteger(pid) && pid > 0 && /\.mjs\b/.test(commandLine(pid));
}

function readOwner(file) {
  try {
    return Number(readlinkSync(file));
  } catch {
    return undefined;
  }
}

/**
 * Takes a lock: a symbolic link whose target is our process id, because a link is created atomically with its content.
 * Returns the id of the process that holds it when that is not ours; the lock of a process that has ended is taken
 * over.
 */
export function takeLock(file) {
  for (;;) {
    try {
      symlinkSync(String(process.pid), file);
      return { release: () => rmSync(file, { force: true }) };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = readOwner(file);
    if (owner !== undefined && isOneOfOurs(owner)) return { owner };
    rmSync(file, { force: true });
  }
}
