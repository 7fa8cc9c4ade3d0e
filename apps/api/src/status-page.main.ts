import { openDatabase } from '@picksync/db';
import { readStatus } from './base/status/read-status.ts';
import { renderStatusPage } from './system/status/status-page.ts';

/**
 * Writes the status page as HTML to the standard output, for a second host that answers when this one does not.
 * docs/self-hosting.md says how to send it there.
 */
async function main(): Promise<void> {
  const { DATABASE_URL: url, PUBLIC_URL: address } = process.env;
  if (!url) throw new Error('DATABASE_URL is not set. Give the address of the database.');
  if (!address || !URL.canParse(address))
    throw new Error('PUBLIC_URL is not set. Give the address that people open.');
  const database = openDatabase({ url, poolSize: 1 });
  try {
    const now = new Date();
    const status = await readStatus(database.prisma, now);
    const page = renderStatusPage(status, { publicOrigin: new URL(address).origin, now, isCopy: true });
    process.stdout.write(page);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
  process.exitCode = 1;
});
