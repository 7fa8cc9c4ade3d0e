import { createMetrics } from '@picksync/metrics';
import { createLogger } from '@picksync/process';
import { afterAll } from 'vitest';
import { type Context, openContext } from '../context.ts';
import type { World } from './world.ts';

const log = createLogger({ level: 'silent' });

/** Opens the context of a worker in this world, without its loops. It is closed after the tests of the file. */
export async function openTestContext(world: World, { now }: { now?: () => Date } = {}): Promise<Context> {
  const { context, close } = await openContext({ config: world.config(), log, ...(now && { now }) });
  afterAll(close);
  return context;
}

/** Returns a context of what a test gives. Using anything else fails the test. */
export function testContext(given: Partial<Context>): Context {
  const metrics = createMetrics({ process: 'sync-worker' });
  const parts: Partial<Context> = { log, metrics, now: () => new Date(), random: () => 0, ...given };
  return new Proxy(parts as Context, {
    get: (target, name, receiver) => {
      if (!Reflect.has(target, name)) throw new Error(`The test gives no ${String(name)}`);
      return Reflect.get(target, name, receiver);
    },
  });
}
