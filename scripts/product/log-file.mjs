import { copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const fiveMegabytes = 5 * 1024 * 1024;
const checkEveryMs = 60_000;
const lastBytes = 10_000;

/**
 * Opens a log that a process writes to by itself: it is no pipe to us, so that it holds also what is said after we are
 * gone, and nobody hangs on a pipe that is broken. One that has grown large becomes `<file>.1`; looked at once a minute.
 */
export function openLog(file, maxBytes = fiveMegabytes) {
  const descriptor = openSync(file, 'a+', 0o600);
  const size = () => fstatSync(descriptor).size;
  function keepSmall() {
    if (size() <= maxBytes) return;
    copyFileSync(file, `${file}.1`);
    ftruncateSync(descriptor);
  }
  keepSmall();
  setInterval(keepSmall, checkEveryMs).unref();

  /** The end of what was written since the log had this size. */
  function since(start) {
    const from = Math.max(start <= size() ? start : 0, size() - lastBytes);
    const text = Buffer.alloc(size() - from);
    return text.toString('utf8', 0, readSync(descriptor, text, { position: from }));
  }
  return { descriptor, size, since, keepSmall };
}
