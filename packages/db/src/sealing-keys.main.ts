import { openDatabase } from './database.ts';
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
    process.stdout.write(
      left
        ? `Not everything is sealed with "${current?.id}" yet: keep the other keys, a worker goes on sealing.\n`
        : `Everything is sealed with "${current?.id}": other keys may go.\n`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message.split('\n')[0] : String(error)}\n`);
  process.exitCode = 1;
});
