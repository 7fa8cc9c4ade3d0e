import { copyFileSync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs';

const fiveMegabytes = 5 * 1024 * 1024;
const checkEveryMs = 60_000;
const lastBytes = 10_000;

/**
 * Opens a log file that a process writes to directly. It is not a pipe to us, so it also gets output after we have
 * ended, and no process blocks on a broken pipe. Once a minute a file that has grown too large is moved to
 * `<file>.1`; on a full disk its content is dropped.
 */
export function openLog(file, maxBytes = fiveMegabytes) {
  const descriptor = openSync(file, 'a+', 0o600);
  const size = () => fstatSync(descriptor).size;
  function keepSmall() {
    if (size() <= maxBytes) return;
    try {
      copyFileSync(file, `${file}.1`);
    } catch {
      // What was copied so far takes room that is needed.
      rmSync(`${file}.1`, { force: true });
    }
    ftruncateSync(descriptor);
  }
  keepSmall();
  setInterval(keepSmall, checkEveryMs).unref();

  /** Returns the end of the text that was written since the log had this size. */
  function since(start) {
    const from = Math.max(start <= size() ? start : 0, size() - lastBytes);
    const text = Buffer.alloc(size() - from);
    return text.toString('utf8', 0, readSync(descriptor, text, { position: from }));
  }
  return { descriptor, size, since, keepSmall };
}
