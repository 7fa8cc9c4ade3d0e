import { openDatabase } from '@picksync/db';
import { readConfig } from './config.ts';
import { makeDemoLogins } from './modules/auth/demo-logins.ts';
import { createPasswords } from './modules/passwords/passwords.ts';

/** Makes the demo logins. Their password is public, so an installation with real providers refuses them. */
async function seed(): Promise<void> {
  const { database: settings, mail, smartsheet } = readConfig(process.env);
  if (!mail.host && !smartsheet.apiBase)
    throw new Error('Demo logins are for installations with the sandbox.');
  const database = openDatabase(settings);
  try {
    const parts = { db: database.prisma, passwords: await createPasswords(), now: () => new Date() };
    await makeDemoLogins(process.argv[2] ?? process.env.DEMO_PASSWORD ?? '', parts);
  } finally {
    await database.close();
  }
}

seed().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
