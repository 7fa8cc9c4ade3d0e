import { workerHandlers } from '../testing/worker-handlers.ts';
import { openQueue } from './queue.ts';

// A process that supervises the queues of all, for a test that kills it. Prints `chosen` when it does.
const queue = await openQueue({ url: process.env.DATABASE_URL ?? '', onError: () => {} });
await queue.run('sync-worker', workerHandlers(), {
  // Duties that are free are given at once: whoever has this one has the other as well.
  chosen: async () => void process.stdout.write('chosen\n'),
});
