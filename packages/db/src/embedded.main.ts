import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError, startEmbeddedPostgres } from './embedded.ts';

/**
 * Runs the embedded PostgreSQL of a local installation. Environment: `DATA_DIR` (default `.data`). Says
 * `{"url":"…"}` on standard output when it is ready, everything else on standard error. Stops on SIGTERM, SIGINT, or
 * when the pipe it was started with is closed.
 */
async function main(): Promise<void> {
  const server = await startEmbeddedPostgres({
    dataDir: join(process.env.DATA_DIR || '.data', 'postgres'),
    log: (line) => process.stderr.write(`${line}\n`),
  });
  let asked = false;
  const stop = () => {
    asked = true;
    void server.stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  // Only a pipe tells anything by closing; the null device is closed from the start.
  const stdin = fstatSync(0);
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', stop).resume();
  process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`);

  await server.exited;
  if (!asked) process.stderr.write('The database stopped by itself.\n');
  process.exit(asked ? 0 : 1);
}

main().catch((error: unknown) => {
  const expected = error instanceof EmbeddedPostgresError;
  process.stderr.write(expected ? `${error.message}\n` : `The database did not start: ${String(error)}\n`);
  process.exit(1);
});
