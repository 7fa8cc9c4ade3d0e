import { fstatSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './platform.ts';
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

/**
 * Runs the embedded PostgreSQL of a local installation. Environment: `DATA_DIR` (default `.data`) and
 * `EMBEDDED_POSTGRES_PORT` (default: one that is free). Writes `{"url":"…"}` to standard output when it is ready,
 * everything else to standard error. Stops on SIGTERM, SIGINT, or when the pipe it was started with is closed.
 */
async function main(): Promise<void> {
  const port = process.env.EMBEDDED_POSTGRES_PORT;
  const server = await startEmbeddedPostgres({
    dataDir: join(process.env.DATA_DIR || '.data', 'postgres'),
    ...(port ? { port: Number(port) } : {}),
    log: (line) => process.stderr.write(`${line}\n`),
  });
  let isStopping = false;
  const stop = () => {
    isStopping = true;
    void server.stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  // Only the end of a pipe means something; the null device is at its end from the start.
  const stdin = fstatSync(0);
  if (stdin.isFIFO() || stdin.isSocket()) process.stdin.on('end', stop).resume();
  process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`);

  await server.exited;
  if (!isStopping) process.stderr.write('The database stopped by itself.\n');
  process.exit(isStopping ? 0 : 1);
}

main().catch((error: unknown) => {
  const expected = error instanceof EmbeddedPostgresError;
  process.stderr.write(expected ? `${error.message}\n` : `The database did not start: ${String(error)}\n`);
  process.exit(1);
});
