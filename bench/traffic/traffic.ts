import { setTimeout as pause } from 'node:timers/promises';
import type { PlantedAccount } from '../stage/accounts.ts';
import { type PlantedWebhook, signCallbacks } from '../stage/callbacks.ts';
import { editCell, readOptions } from '../stage/sandbox-view.ts';
import type { Stage } from '../stage/stage.ts';

type Options = {
  /** The address that everybody uses. */
  url: string;
  /** Of the user who owns the first account. */
  authToken: string;
  accounts: readonly PlantedAccount[];
  /** Of the first source of each account. */
  webhooks: readonly PlantedWebhook[];
};

type Kind = 'read' | 'sync' | 'callback' | 'stream';

export type Answer = {
  kind: Kind;
  /** 0: no answer, because the connection was lost. */
  status: number;
  /** In `performance.now()`. */
  endedAt: number;
};

export type Traffic = {
  answers: Answer[];
  /** The nonces of the callbacks that were acknowledged. */
  nonces: string[];
  /** Sends nothing more, and resolves when everything has its answer. */
  stop: () => Promise<void>;
  /** Returns how many accounts have not got the last value whose callback was acknowledged. */
  countLost: () => Promise<number>;
};

export const requestsPerSecond = 40;
const streams = 4;
const reads = ['/api/configurations', '/api/stats', '/api/activity-logs'];
const answerWithinMs = 60_000;
const pauseMs = 500;

type Running = Options & {
  stage: Stage;
  answers: Answer[];
  nonces: string[];
  /** The last value of each account that was acknowledged. */
  acknowledged: Map<PlantedAccount, string>;
  ending: AbortController;
};

/**
 * Sends forty requests a second, whatever the server does, and keeps four event streams open. Eight are callbacks after
 * an edit, each sent until it is acknowledged; two ask for a sync, and thirty read.
 */
export function startTraffic(stage: Stage, options: Options): Traffic {
  const ending = new AbortController();
  const running: Running = { ...options, stage, ending, answers: [], nonces: [], acknowledged: new Map() };
  const pending = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    pending.add(work);
    void work.finally(() => pending.delete(work));
  };
  const begunAt = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - begunAt) / 1000) * requestsPerSecond;
    for (; sent < due; sent += 1) track(sendOne(running, sent));
  }, 5);
  for (let count = 0; count < streams; count += 1) track(keepStream(running));
  return {
    answers: running.answers,
    nonces: running.nonces,
    stop: async () => {
      clearInterval(timer);
      ending.abort();
      while (pending.size > 0) await Promise.all(pending);
    },
    countLost: () => countLost(running),
  };
}

async function sendOne(running: Running, place: number): Promise<void> {
  const { authToken, accounts } = running;
  const headers = { authorization: `Bearer ${authToken}` };
  const automationId = accounts[0]?.sources[0]?.targets[0]?.automationId;
  if (place % 5 === 0) await editOne(running, place / 5);
  else if (place % 20 === 1) {
    await ask(running, 'sync', { path: `/api/configurations/${automationId}/sync`, headers, body: '{}' });
  } else await ask(running, 'read', { path: reads[place % reads.length] ?? '', headers });
}

type Request = { path: string; headers: Record<string, string>; body?: string };

async function ask({ url, answers }: Running, kind: Kind, { path, headers, body }: Request): Promise<number> {
  const sent = {
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body }),
  };
  const status = await fetch(url + path, { ...sent, signal: AbortSignal.timeout(answerWithinMs) })
    .then((response) => response.arrayBuffer().then(() => response.status))
    .catch(() => 0);
  answers.push({ kind, status, endedAt: performance.now() });
  return status;
}

/** Edits a cell of an account and calls back until that is acknowledged, as Smartsheet does, only sooner. */
async function editOne(running: Running, count: number): Promise<void> {
  const { accounts, webhooks, acknowledged, nonces, stage, ending } = running;
  const account = accounts[count % accounts.length];
  const webhook = webhooks[count % webhooks.length];
  const [source] = account?.sources ?? [];
  const rowId = source?.rowIds[0];
  if (!account || !webhook || !source || rowId === undefined) throw new Error('There is nothing to edit');
  const value = `Edit ${count}`;
  const { sheetId, columnId } = source;
  await editCell(stage.sandbox, { sheetId, columnId, rowId, value });
  const callback = signCallbacks([webhook])();
  while ((await ask(running, 'callback', callback)) !== 200) {
    if (ending.signal.aborted) return;
    await pause(pauseMs);
  }
  nonces.push(callback.nonce);
  const last = acknowledged.get(account);
  if (last === undefined || Number(last.slice(5)) < count) acknowledged.set(account, value);
}

/** Reads an event stream and opens it again when it ends, as an open page does. */
async function keepStream({ url, authToken, answers, ending }: Running): Promise<void> {
  const headers = { authorization: `Bearer ${authToken}` };
  while (!ending.signal.aborted) {
    try {
      const response = await fetch(`${url}/api/events`, { headers, signal: ending.signal });
      answers.push({ kind: 'stream', status: response.status, endedAt: performance.now() });
      for await (const _ of response.body ?? []);
    } catch {
      // It ended in the middle, as every stream does.
    }
    await pause(pauseMs);
  }
}

async function countLost({ acknowledged, stage }: Running): Promise<number> {
  let lost = 0;
  for (const [{ sources }, value] of acknowledged) {
    const [target] = sources[0]?.targets ?? [];
    const options = target ? await readOptions(stage.sandbox, target) : [];
    const written = Number(/^Edit (\d+)$/.exec(options[0] ?? '')?.[1] ?? -1);
    // A later edit, whose callback was given up at the end, may have come along.
    if (written < Number(value.slice(5))) lost += 1;
  }
  return lost;
}
