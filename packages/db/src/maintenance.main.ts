import { beginMaintenance, endMaintenance } from './change-maintenance.ts';
import { openDatabase } from './database.ts';
import { openDatabaseClock } from './database-clock.ts';

const usage = 'Say "begin 20" for an update of about 20 minutes, or "end".';

/** Begins and ends a maintenance of the database at `DATABASE_URL`, where no administrator can do it in the browser. */
async function main(): Promise<void> {
  const { DATABASE_URL: url } = process.env;
  if (!url) throw new Error('DATABASE_URL is not set. Give the address of a PostgreSQL database.');
  const [act, minutes] = process.argv.slice(2);
  if (act !== 'end' && !(act === 'begin' && Number(minutes) > 0)) throw new Error(usage);
  const database = openDatabase({ url, poolSize: 1 });
  const clock = await openDatabaseClock(database);
  try {
    const now = clock.now();
    if (act === 'begin') {
      const endsAt = new Date(now.getTime() + Number(minutes) * 60_000);
      const hasBegun = await beginMaintenance(database.prisma, { endsAt, actorId: null, now });
      process.stdout.write(
        `${hasBegun ? 'It has begun, until about' : 'It was on already, and now until about'} ${endsAt.toISOString()}.\n`,
      );
    } else {
      const said = { ended: 'It is over.\n', withdrawn: 'Withdrawn.\n', none: 'There is none.\n' };
      process.stdout.write(said[(await endMaintenance(database.prisma, now)) ?? 'none']);
    }
  } finally {
    clock.close();
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
  process.exitCode = 1;
});
