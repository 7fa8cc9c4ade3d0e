import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { plantConnection } from './stage/accounts.ts';
import { startProcess } from './stage/process.ts';
import { callReport } from './stage/sandbox-view.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { until } from './stage/until.ts';

const processes = 4;
const racersEach = 8;

/** A token has expired, and thirty-two racers in four processes need it at the same moment. */
export const figure: Figure = {
  title: 'Token refreshes per expiry',
  meaning: 'Refreshes per expired token with 32 racers in 4 processes',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const account = await plantConnection(stage);
      const { connectionId } = account;
      const racers = await startRacers(stage);
      const refreshes: number[] = [];
      for (let expiry = 0; expiry < (quick ? 5 : 50); expiry += 1) {
        const where = { id: connectionId };
        await stage.prisma.smartsheetConnection.update({ where, data: { tokenExpiresAt: new Date() } });
        await stage.sandbox.forgetCalls();
        const tokens = await race(racers, connectionId);
        if (new Set(tokens).size !== 1) throw new Error('The racers were given different tokens');
        await stage.sandbox.call('GET', '/2.0/users/me', undefined, tokens[0]);
        const { operations } = await callReport(stage.sandbox);
        refreshes.push(operations['oauth.token'] ?? 0);
      }
      const racing = `${processes * racersEach} racers in ${processes} processes, ${refreshes.length} expiries`;
      return [Math.min, Math.max].map((pick) => ({
        what: pick === Math.min ? 'the fewest' : 'the most',
        value: pick(...refreshes),
        unit: '' as const,
        limit: { exactly: 1 },
        detail: racing,
      }));
    }),
};

type Racer = ReturnType<typeof startProcess>;

async function startRacers({ environment, atEnd }: Stage): Promise<Racer[]> {
  const script = fileURLToPath(new URL('racers/token.racer.ts', import.meta.url));
  const racers = Array.from({ length: processes }, () => startProcess({ script, environment }));
  for (const racer of racers) {
    atEnd(() => racer.end('SIGKILL'));
    await until(() => racer.lines.length > 0, { within: 10_000, what: 'a racer stands ready' });
  }
  return racers;
}

async function race(racers: Racer[], connectionId: string): Promise<string[]> {
  const answers = racers.map(({ child }) => once(child, 'message') as Promise<[string[]]>);
  for (const { child } of racers) child.send({ connectionId, racers: racersEach });
  return (await Promise.all(answers)).flatMap(([tokens]) => tokens);
}
