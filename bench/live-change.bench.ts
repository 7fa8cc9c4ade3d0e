import type { Figure } from './figure.ts';
import { quantile, spread } from './report/spread.ts';
import { logIn } from './stage/login.ts';
import { onStage } from './stage/stage.ts';
import { until } from './stage/until.ts';

/** How long it takes until an open page gets an event about a change that another process has committed. */
export const figure: Figure = {
  title: 'From a commit to the open page',
  meaning:
    'From the end of a transaction in another process to the event on the page’s stream, of two API processes in turn',
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const apis = [await stage.startApi(), await stage.startApi()];
      const times: number[] = [];
      for (const api of apis) {
        const { userId, cookie } = await logIn(stage, api);
        const closing = new AbortController();
        const headers = { cookie: `${cookie.name}=${cookie.value}` };
        const response = await fetch(`${api.url}/api/events`, { headers, signal: closing.signal });
        let events = 0;
        const read = async () => {
          for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
            events += chunk.match(/^data: \{"changed/gm)?.length ?? 0;
        };
        const reading = read().catch(() => undefined);
        const commit = async () => {
          const before = events;
          await stage.prisma.activityLog.create({ data: { userId, action: 'manual_sync', status: 'info' } });
          const committedAt = performance.now();
          await until(() => events > before, { within: 10_000, every: 1, what: 'the page hears of it' });
          return performance.now() - committedAt;
        };
        await commit();
        for (let count = 0; count < (quick ? 20 : 200); count += 1) times.push(await commit());
        closing.abort();
        await reading;
      }
      say(`${times.length} changes were heard of`);
      return [
        {
          what: 'until the page hears of it, p95',
          value: quantile(times, 0.95),
          unit: 'ms',
          limit: { atMost: 1000 },
          detail: spread(times, 0),
        },
      ];
    }),
};
