import { openDatabase } from './database.ts';
import { markRestored } from './mark-restored.ts';

/** All rows are marked in one transaction, which may take longer than a request does. */
const answerTimeoutMs = 60 * 60_000;

/** Marks what the database at `DATABASE_URL`, restored from a dump, cannot know. docs/operating.md says when to run it. */
async function main(): Promise<void> {
  const { DATABASE_URL: url } = process.env;
  if (!url) throw new Error('DATABASE_URL is not set. Give the address of the restored database.');
  const database = openDatabase({ url, poolSize: 1, answerTimeoutMs });
  try {
    const { connections, automations, sessions } = await markRestored(database.prisma);
    process.stdout.write(
      `Marked for their next sweep: connections ${connections}, whose tokens are refreshed, and automations ${automations}, which forget what they wrote. Sessions ended: ${sessions}.\n`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
  process.exitCode = 1;
});
