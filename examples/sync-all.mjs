// Requests a sync of every active automation, waits until all of them have finished, and prints the result of each.
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, PicksyncError } from '@picksync/client';

const { PICKSYNC_URL: url, PICKSYNC_KEY: key } = process.env;
if (!url || !key) {
  console.error('Set PICKSYNC_URL and PICKSYNC_KEY.');
  process.exit(2);
}

const { automations } = createClient({ url, key });

/** Syncs one automation and returns it when it has finished, or after five minutes. */
async function sync(id) {
  await automations.sync({ params: { id } });
  for (let tries = 0; tries < 300; tries += 1) {
    const automation = await automations.read({ params: { id } });
    if (automation.syncState === 'idle') return automation;
    await wait(1000);
  }
  throw new Error(`${id} is still being synced.`);
}

try {
  for (const { id, isActive } of await automations.list().all()) {
    if (!isActive) continue;
    const { name, lastError, lastRun } = await sync(id);
    console.log(`${name}: ${lastError ?? `${lastRun?.added ?? 0} added, ${lastRun?.removed ?? 0} removed`}`);
    if (lastError !== null) process.exitCode = 1;
  }
} catch (error) {
  const code = error instanceof PicksyncError ? ` (${error.code})` : '';
  console.error(`${error.message}${code}`);
  process.exitCode = 1;
}
