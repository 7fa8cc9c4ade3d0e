import { startBaseline } from './baselines/baseline.ts';
import type { Figure, Measure } from './figure.ts';
import { requestBytes } from './load/connection.ts';
import { versus } from './load/versus.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { recordStatements, type Statement } from './stage/statements.ts';
import { openTcpProxy } from './stage/tcp-proxy.ts';

const list = '/api/configurations';

/** The paths that are read, and their share of what bare Fastify answers. */
const reads = [
  { path: list, atLeast: 0.75 },
  { path: '/api/stats', atLeast: 0.6 },
  { path: '/api/activity-logs', atLeast: 0.6 },
];

/**
 * The requests of the dashboard, for a user with a hundred automations. The baseline runs the same SQL statements as
 * the API.
 */
export const figure: Figure = {
  title: 'Reads',
  meaning:
    'The reads of the dashboard against bare Fastify that runs the very statements the API was seen to run; the list again with the database 1 ms away',
  measure: ({ postgres, quick }) =>
    onStage({ postgres }, async (stage) => {
      const api = await stage.startApi({ REQUESTS_PER_MINUTE: '100000000' });
      const { userId, cookie } = await logIn(stage, api);
      await plantDashboard(stage, { userId, automations: 100, activity: 2000 });
      const headers = { cookie: `${cookie.name}=${cookie.value}` };

      const routes: Record<string, Statement[]> = {};
      for (const [index, { path }] of reads.entries()) {
        const read = async () => {
          const answer = await fetch(api.url + path, { headers });
          if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
        };
        await read();
        const recorded = await recordStatements({ postgres, database: stage.url }, read);
        // The queue polls for jobs all the time; that is not part of a read.
        routes[`/${index}`] = recorded.filter(({ application }) => application === 'picksync');
      }
      const baselineUrl = await startBaseline(stage, {
        server: 'statements',
        settings: { ROUTES: JSON.stringify(routes) },
      });

      const rounds = { rounds: quick ? 1 : 5, seconds: 2, connections: 16 };
      const measures: Measure[] = [];
      for (const [index, { path, atLeast }] of reads.entries()) {
        const request = requestBytes({ method: 'GET', path, headers });
        const bare = requestBytes({ method: 'GET', path: `/${index}` });
        const { ratio, detail } = await versus(
          {
            ours: { url: api.url, next: () => ({ request }) },
            baseline: { url: baselineUrl, next: () => ({ request: bare }) },
          },
          rounds,
        );
        const statements = routes[`/${index}`]?.length ?? 0;
        measures.push(
          { what: `${path}, against bare Fastify`, value: ratio, unit: '×', limit: { atLeast }, detail },
          { what: `${path}, SQL statements`, value: statements, unit: '', limit: { atMost: 2 } },
        );
      }
      const request = requestBytes({ method: 'GET', path: list, headers });
      return [...measures, await measureAway(stage, { near: api.url, request, rounds })];
    }),
};

/** Measures the list by an API whose database is 1 ms away, against the one whose database is here. */
async function measureAway(
  stage: Stage,
  { near, request, rounds }: { near: string; request: Buffer; rounds: Parameters<typeof versus>[1] },
): Promise<Measure> {
  const proxy = await openTcpProxy(stage.url, { delayMs: 1 });
  stage.atEnd(proxy.close);
  const database = { DATABASE_URL: proxy.through(stage.url) };
  const far = await stage.startApi({ REQUESTS_PER_MINUTE: '100000000', ...database });
  const next = () => ({ request });
  const { ratio, detail } = await versus(
    { ours: { url: near, next }, baseline: { url: far.url, next } },
    rounds,
  );
  const what = `${list}, what the database 1 ms away slows it down by`;
  return { what, value: ratio, unit: '×', limit: { atMost: 1.5 }, detail };
}
