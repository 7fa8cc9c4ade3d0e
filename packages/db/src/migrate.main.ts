import { migrate } from './migrate.ts';

/**
 * Brings the database at `DATABASE_URL` up to date, as the role of `DATABASE_OWNER_URL` where one is given. Exit code 0
 * when it is.
 */
async function main(): Promise<void> {
  const runtimeUrl = process.env.DATABASE_URL;
  if (!runtimeUrl) throw new Error('DATABASE_URL is not set. Give the address of a PostgreSQL database.');
  const applied = await migrate({ url: process.env.DATABASE_OWNER_URL || runtimeUrl, runtimeUrl });
  const news = applied.length === 0 ? 'nothing to do' : applied.join(', ');
  process.stdout.write(`The database is up to date: ${news}.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`The database could not be brought up to date: ${reason(error)}\n`);
  process.exitCode = 1;
});

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (error.message.split('\n')[0] ?? '') || code || error.name;
}
