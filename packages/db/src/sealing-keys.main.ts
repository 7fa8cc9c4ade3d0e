import { openDatabase } from './database.ts';
import { readConnectedProcesses } from './queue/connected-processes.ts';
import { countSealedSecrets } from './reseal-secrets.ts';
import { sealingKeysSetting } from './sealed.ts';

/** Says how many secrets of the database at `DATABASE_URL` are sealed with which of the `SEALING_KEYS`. */
async function main(): Promise<void> {
  const { DATABASE_URL: url, SEALING_KEYS: keys } = process.env;
  if (!url) throw new Error('DATABASE_URL is not set. Give the address of a PostgreSQL database.');
  if (!keys) throw new Error('SEALING_KEYS is not set. Give the keys that the API and the workers have.');
  const { data, error } = sealingKeysSetting.safeParse(keys);
  if (error) throw new Error(`SEALING_KEYS ${error.issues[0]?.message}`);
  const [current] = data;
  const database = openDatabase({ url, poolSize: 1 });
  try {
    const counts = await countSealedSecrets(database.prisma);
    for (const { keyId, secrets } of counts) process.stdout.write(`${keyId}: ${secrets}\n`);
    const left = counts.filter(({ keyId }) => keyId !== current?.id).length > 0;
    const running = await readConnectedProcesses(database.pool);
    process.stdout.write(
      left
        ? `Not everything is sealed with "${current?.id}" yet: keep the other keys, a worker goes on sealing.\n`
        : `Everything is sealed with "${current?.id}": other keys may go${toCondition(running)}.\n`,
    );
  } finally {
    await database.close();
  }
}

/** One with older settings would seal with its own first key again, and the database does not know its settings. */
function toCondition({ count, since }: { count: number; since: Date | null }): string {
  if (count === 0 || since === null) return '';
  return `, once no process runs whose settings are older (connected: ${count}, the oldest started at ${since.toISOString()})`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
  process.exitCode = 1;
});
