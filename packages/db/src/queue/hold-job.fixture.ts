import { openDatabase } from '../database.ts';
import { beginSync } from '../testing/begin-sync.ts';
import { workerHandlers } from '../testing/worker-handlers.ts';
import { openQueue } from './queue.ts';

// A worker that takes a job and never finishes it, for a test that kills it. Prints `begun` when it holds the job.
const url = process.env.DATABASE_URL ?? '';
const database = openDatabase({ url, poolSize: 1 });
const queue = await openQueue({ url, onError: () => {} });
await queue.run(
  'sync-worker',
  workerHandlers({
    'sync-connection': {
      concurrency: 1,
      handle: async (job) => {
        await beginSync(database.prisma, job);
        process.stdout.write('begun\n');
        await new Promise(() => {});
      },
    },
  }),
);
