import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, FigureSetting, Measure } from './figure.ts';
import { freePort } from './stage/free-port.ts';
import { openFront } from './stage/front.ts';
import type { Api, Worker } from './stage/product.ts';
import { onStage, type Stage } from './stage/stage.ts';
import { until } from './stage/until.ts';
import { untilAtRest } from './stage/work.ts';
import { plantTraffic } from './traffic/plant.ts';
import { type Answer, requestsPerSecond, startTraffic, type Traffic } from './traffic/traffic.ts';

/** Two APIs behind the proxy and two workers, each restarted in turn, as the units of deploy/systemd do. */
export const figure: Figure = {
  title: 'Rolling restart under load',
  meaning: `Two APIs behind the proxy of deploy/caddy and two workers, restarted one after the other at ${requestsPerSecond} requests a second: what people, pages and Smartsheet are answered meanwhile`,
  measure: ({ postgres, quick, say }) =>
    onStage({ postgres }, async (stage) => {
      const ports = [await freePort(), await freePort()];
      const front = await openFront(ports.map((port) => `http://127.0.0.1:${port}`));
      stage.atEnd(front.close);
      const apis: Api[] = [];
      for (const port of ports) apis.push(await startApi(stage, { port, publicUrl: front.url }));
      const workers = [await stage.startWorker(), await stage.startWorker()];
      const traffic = startTraffic(stage, { url: front.url, ...(await plantTraffic(stage, front, 20)) });
      await pause(settleMs);
      for (let round = 0; round < (quick ? 1 : 3); round += 1)
        await restartAll(stage, { apis, workers, publicUrl: front.url, say });
      await traffic.stop();
      await untilAtRest(stage, 60_000);
      return [refusedMeasure(traffic, front.name), await lostMeasure(traffic)];
    }),
};

/** Between two restarts, so that the proxy has asked a few times whether the new process is ready. */
const settleMs = 4000;

/** With the settings of the units: the default `STOP_DELAY_MS`. */
async function startApi(stage: Stage, at: { port: number; publicUrl: string }): Promise<Api> {
  const limits = { REQUESTS_PER_MINUTE: '1000000', CALLBACKS_PER_MINUTE: '1000000' };
  const api = await stage.startApi({ ...limits, STOP_DELAY_MS: '' }, at);
  const isReady = async () => (await fetch(`${api.url}/readyz`)).ok;
  await until(isReady, { within: 60_000, what: 'the API is ready' });
  return api;
}

type Running = { apis: Api[]; workers: Worker[]; publicUrl: string } & Pick<FigureSetting, 'say'>;

async function restartAll(stage: Stage, { apis, workers, publicUrl, say }: Running): Promise<void> {
  for (const [place, api] of apis.entries()) {
    const begunAt = performance.now();
    await api.end('SIGTERM');
    say(`an API has ended after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
    apis[place] = await startApi(stage, { port: Number(new URL(api.url).port), publicUrl });
    await pause(settleMs);
  }
  for (const [place, worker] of workers.entries()) {
    const begunAt = performance.now();
    await worker.end('SIGTERM');
    say(`a worker has ended after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
    workers[place] = await stage.startWorker();
    await pause(settleMs);
  }
}

function refusedMeasure({ answers }: Traffic, proxy: string): Measure {
  const isLost = ({ status }: Answer) => status === 0 || status >= 500;
  const counts = Map.groupBy(
    answers.filter(({ status }) => status === 0 || status >= 400),
    ({ kind, status }) => `${kind} ${status}`,
  );
  const others = [...counts].map(([what, { length }]) => `, ${length} × ${what}`);
  return {
    what: 'answers of 5xx and lost connections',
    value: answers.filter(isLost).length,
    unit: '',
    limit: { exactly: 0 },
    detail: `${answers.length} answers through ${proxy}${others.join('')}`,
  };
}

async function lostMeasure({ answers, countLost }: Traffic): Promise<Measure> {
  const callbacks = answers.filter(({ kind, status }) => kind === 'callback' && status === 200).length;
  return {
    what: 'accounts whose last acknowledged edit did not reach the dropdown',
    value: await countLost(),
    unit: '',
    limit: { exactly: 0 },
    detail: `${callbacks} callbacks were acknowledged`,
  };
}
