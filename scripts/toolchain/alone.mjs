import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeLock } from '../process/lock-file.mjs';
import { toolchain } from '../root.mjs';

const pollMs = 100;

/** Calls `work` while holding the lock of this folder; another command waits for it. */
export async function alone(work, signal) {
  mkdirSync(toolchain, { recursive: true });
  for (let isWaiting = false; ; isWaiting = true) {
    const { release, owner } = takeLock(join(toolchain, 'lock'));
    if (release) return work().finally(release);
    if (!isWaiting)
      console.log(`Another command (process ${owner}) is setting things up here; waiting for it`);
    await delay(pollMs, undefined, { signal });
  }
}
