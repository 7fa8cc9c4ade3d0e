// Requests a sync of every active automation, waits until all of them have finished, and prints the result of each.
import { setTimeout as wait } from 'node:timers/promises';

const { PICKSYNC_URL: site, PICKSYNC_KEY: key } = process.env;
if (!site || !key) {
  console.error('Set PICKSYNC_URL and PICKSYNC_KEY.');
  process.exit(2);
}

/** Calls the API. When the API asks to wait, it waits and tries again, at most five times. */
async function call(method, path, triesLeft = 5) {
  const reply = await fetch(`${site}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(60_000),
  });
  const retryAfter = Number(reply.headers.get('retry-after'));
  if (!reply.ok && retryAfter > 0 && triesLeft > 1) {
    await reply.body?.cancel();
    await wait(retryAfter * 1000);
    return call(method, path, triesLeft - 1);
  }
  const body = await reply.json();
  if (!reply.ok) throw new Error(`${method} ${path}: ${body.message} (${body.code})`);
  return { body, next: reply.headers.get('x-next-cursor') };
}

async function allAutomations() {
  const automations = [];
  for (let cursor = ''; cursor !== null; ) {
    const page = await call('GET', `/api/configurations${cursor && `?cursor=${cursor}`}`);
    automations.push(...page.body);
    cursor = page.next;
  }
  return automations;
}

/** Syncs one automation and returns it when it has finished, or after five minutes. */
async function sync({ id }) {
  await call('POST', `/api/configurations/${id}/sync`);
  for (let tries = 0; tries < 300; tries += 1) {
    const { body } = await call('GET', `/api/configurations/${id}`);
    if (body.syncState === 'idle') return body;
    await wait(1000);
  }
  throw new Error(`${id} is still being synced.`);
}

try {
  const active = (await allAutomations()).filter(({ isActive }) => isActive);
  for (const automation of active) {
    const { name, lastError, lastRun } = await sync(automation);
    console.log(`${name}: ${lastError ?? `${lastRun?.added ?? 0} added, ${lastRun?.removed ?? 0} removed`}`);
    if (lastError !== null) process.exitCode = 1;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
