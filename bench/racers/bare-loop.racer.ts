import pLimit from 'p-limit';

export type BareJobs = {
  /** The base URL of Smartsheet's API. */
  apiBase: string;
  jobs: { token: string; sheetId: string }[];
  /** Calls of each job, one after another. */
  calls: number;
  /** How many jobs run at the same time. */
  concurrency: number;
};

// The least that a worker has to do: as many jobs at the same time, each with its calls, and nothing shared.
process.on('message', async ({ apiBase, jobs, calls, concurrency }: BareJobs) => {
  await pLimit(concurrency).map(jobs, async ({ token, sheetId }) => {
    for (let call = 0; call < calls; call += 1) {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${apiBase}/sheets/${sheetId}`, { headers });
      if (!answer.ok) throw new Error(`A bare loop was answered ${answer.status}`);
      await answer.json();
    }
  });
  process.send?.('done');
});
process.once('disconnect', () => process.exit(0));
process.stdout.write('{"msg":"ready"}\n');
