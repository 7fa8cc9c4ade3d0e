import { randomInt } from 'node:crypto';
import { pino } from 'pino';
import { createSandbox } from './app.ts';
import { readConfig } from './config.ts';

const log = pino({ name: 'sandbox' });

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const sandbox = createSandbox({
    config,
    now: () => new Date(),
    random: () => randomInt(2 ** 47) / 2 ** 47,
    log,
  });
  const stop = () => sandbox.close().then(() => process.exit(0), fail);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // When another process started this one, it ends with it.
  process.once('disconnect', stop);
  const address = await sandbox.app.listen({ host: config.HOST, port: config.PORT });
  log.info(
    { address, accounts: [...sandbox.state.accounts.values()].map(({ email }) => email) },
    'sandbox listening',
  );
}

function fail(error: unknown): void {
  log.fatal(error instanceof Error ? error.message : error);
  process.exit(1);
}

await main().catch(fail);
