import { startBaseline } from './baselines/baseline.ts';
import type { Figure, Measure } from './figure.ts';
import { requestBytes } from './load/connection.ts';
import { versus } from './load/versus.ts';
import { plantDashboard } from './stage/dashboard-rows.ts';
import { logIn } from './stage/login.ts';
import { onStage } from './stage/stage.ts';
import { recordStatements, type Statement } from './stage/statements.ts';

/** The paths that are read, and the required rate per second where there is one. */
const reads: { path: string; perSecond?: number }[] = [
  { path: '/api/configurations', perSecond: 300 },
  { path: '/api/stats' },
  { path: '/api/activity-logs' },
];

/**
 * The requests of the dashboard, for a user with a hundred automations. The baseline runs the same SQL statements as
 * the API.
 */
export const figure: Figure = {
  title: 'Reads',
  meaning:
    'The reads of the dashboard against bare Fastify that runs the very statements the API was seen to run',
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

      const measures: Measure[] = [];
      for (const [index, { path, perSecond }] of reads.entries()) {
        const request = requestBytes({ method: 'GET', path, headers });
        const bare = requestBytes({ method: 'GET', path: `/${index}` });
        const { ratio, ours, detail } = await versus(
          {
            ours: { url: api.url, next: () => ({ request }) },
            baseline: { url: baselineUrl, next: () => ({ request: bare }) },
          },
          { rounds: quick ? 1 : 5, seconds: 2, connections: 16 },
        );
        const statements = routes[`/${index}`]?.length ?? 0;
        measures.push(
          ...(perSecond === undefined
            ? []
            : [{ what: `${path}, a second`, value: ours, unit: '' as const, limit: { atLeast: perSecond } }]),
          { what: `${path}, against bare Fastify`, value: ratio, unit: '×', limit: { atLeast: 0.6 }, detail },
          { what: `${path}, SQL statements`, value: statements, unit: '', limit: { atMost: 2 } },
        );
      }
      return measures;
    }),
};
