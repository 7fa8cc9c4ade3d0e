import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { timeWithin } from '../stage/timing-proxy.ts';
import type { EditRun, EditsMessage, Receiver } from './edits.ts';

// Plays Smartsheet for accounts with a source and a target sheet each: edits the sources at a steady rate, sends the
// signed callbacks, answers the three calls of a sync, and notes when each edit has arrived in its dropdown. The sandbox
// does the same and more, but takes more of two cores than the workers that are to be measured.

type Edit = { number: number; beganAt: number; isAcknowledged: boolean };
type Call = { beganAt: number; endedAt: number };
type Account = {
  version: number;
  values: string[];
  options: string[];
  /** The edits that no dropdown has yet, the oldest first. */
  open: Edit[];
  /** The calls since the oldest of them. */
  calls: Call[];
};

const latencyMs = Number(process.env.LATENCY_MS);
const accounts: Account[] = Array.from({ length: Number(process.env.ACCOUNTS) }, () => ({
  version: 1,
  values: ['Alpha', 'Beta', 'Gamma'],
  options: ['Alpha', 'Beta', 'Gamma'],
  open: [],
  calls: [],
}));
/** How long after the last edit the dropdowns may take until their edits count as not served. */
const patienceMs = 20_000;

let receiver: Receiver;
let edited = 0;
let result: EditRun = emptyRun();

function emptyRun(): EditRun {
  return { times: [], edits: 0, calls: 0, merged: 0, beforeCallback: 0, refused: 0, unserved: 0 };
}

/** Of account 0 the source is sheet 1 and the target sheet 2, of account 1 they are 3 and 4, and so on. */
function findSheet(id: number) {
  const account = accounts[Math.floor((id - 1) / 2)];
  return account && { account, isSource: id % 2 === 1 };
}

const server = createServer(async (incoming, reply) => {
  const [, id, column] = /^\/2\.0\/sheets\/(\d+)(?:\/columns\/(\d+))?(?:\?|$)/.exec(incoming.url ?? '') ?? [];
  const sheet = findSheet(Number(id));
  if (!sheet || (incoming.method === 'PUT') !== (column !== undefined)) {
    console.error(`Nobody answers ${incoming.method} ${incoming.url}`);
    reply.writeHead(404).end();
    return;
  }
  const { account } = sheet;
  const call = { beganAt: performance.now(), endedAt: Number.POSITIVE_INFINITY };
  account.calls.push(call);
  result.calls += 1;
  if (column === undefined) await answerSheet(reply, Number(id));
  else await takeOptions(account, incoming, reply);
  call.endedAt = performance.now();
  if (column !== undefined) settleEdits(account, call.endedAt);
});

async function answerSheet(reply: ServerResponse, id: number): Promise<void> {
  await pause(latencyMs);
  const sheet = findSheet(id);
  if (sheet) answer(reply, sheet.isSource ? sourceSheet(id, sheet.account) : targetSheet(id, sheet.account));
}

async function takeOptions(account: Account, incoming: IncomingMessage, reply: ServerResponse) {
  const { options } = (await json(incoming)) as { options: string[] };
  await pause(latencyMs);
  account.options = options;
  answer(reply, { message: 'SUCCESS', resultCode: 0, result: pickColumn(account), version: 1 });
}

function answer(reply: ServerResponse, body: object): void {
  reply.writeHead(200, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}

function sourceSheet(id: number, { version, values }: Account) {
  return {
    ...described(id, version),
    totalRowCount: values.length,
    columns: [{ id: 1, version: 0, index: 0, title: 'Name', type: 'TEXT_NUMBER', primary: true, width: 150 }],
    rows: values.map((value, place) => ({
      id: id * 1000 + place,
      rowNumber: place + 1,
      expanded: true,
      createdAt: '2026-01-01T00:00:00Z',
      modifiedAt: '2026-01-01T00:00:00Z',
      cells: [{ columnId: 1, value, displayValue: value, objectValue: value }],
    })),
  };
}

function targetSheet(id: number, account: Account) {
  return { ...described(id, 1), totalRowCount: 0, columns: [pickColumn(account)], rows: [] };
}

function described(id: number, version: number) {
  const times = { createdAt: '2026-01-01T00:00:00Z', modifiedAt: '2026-01-01T00:00:00Z' };
  const permalink = `https://app.smartsheet.com/sheets/${id}`;
  return { id, name: `Sheet ${id}`, version, accessLevel: 'OWNER', permalink, ...times };
}

function pickColumn({ options }: Account) {
  return { id: 2, version: 0, index: 1, title: 'Pick', type: 'PICKLIST', options, validation: false };
}

/** Counts the edits that an account's dropdown shows now. */
function settleEdits(account: Account, at: number): void {
  const shown = Number(account.options.find((option) => option.startsWith('Edit '))?.slice(5));
  const settled = account.open.filter(({ number }) => number <= shown);
  account.open = account.open.filter(({ number }) => number > shown);
  for (const { beganAt, isAcknowledged } of settled) {
    result.times.push(at - beganAt - timeWithin(account.calls, { from: beganAt, to: at }));
    if (!isAcknowledged) result.beforeCallback += 1;
  }
  result.merged += Math.max(0, settled.length - 1);
  if (account.open.length === 0) account.calls = account.calls.filter(({ endedAt }) => endedAt > at);
}

const agent = new Agent({ connections: 64 });

/** Edits a cell and sends its callback. */
async function editNext(): Promise<void> {
  const place = edited % accounts.length;
  const account = accounts[place];
  if (!account) throw new Error('There is no account');
  edited += 1;
  result.edits += 1;
  const edit: Edit = { number: edited, beganAt: performance.now(), isAcknowledged: false };
  account.version += 1;
  account.values[0] = `Edit ${edited}`;
  account.open.push(edit);
  edit.isAcknowledged = await sendCallback(place).catch(() => false);
  if (!edit.isAcknowledged) result.refused += 1;
}

async function sendCallback(place: number): Promise<boolean> {
  const hook = receiver.hooks[place];
  if (!hook) throw new Error('There is no webhook');
  const timestamp = new Date().toISOString().replace('Z', '+00:00');
  const event = { eventType: 'updated', userId: 4_856_934_849_340_120, timestamp };
  const sheetId = place * 2 + 1;
  const rowId = sheetId * 1000;
  const body = JSON.stringify({
    nonce: randomUUID(),
    timestamp,
    webhookId: place + 1,
    scope: 'sheet',
    scopeObjectId: sheetId,
    events: [
      { objectType: 'sheet', id: sheetId, ...event },
      { objectType: 'row', id: rowId, ...event },
      { objectType: 'cell', rowId, columnId: 1, ...event },
    ],
  });
  const signature = createHmac('sha256', hook.secret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'smartsheet-hmac-sha256': signature };
  const reply = await request(receiver.url + hook.path, { method: 'POST', headers, body, dispatcher: agent });
  await reply.body.dump();
  return reply.statusCode === 200;
}

/** Edits at a steady rate, and waits until every edit is in its dropdown or the patience is over. */
async function runEdits({ perSecond, seconds }: { perSecond: number; seconds: number }): Promise<EditRun> {
  result = emptyRun();
  const count = Math.round(perSecond * seconds);
  const begun = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < count) {
    while (sent.length < count && begun + (sent.length * 1000) / perSecond <= performance.now()) {
      sent.push(editNext());
    }
    await pause(1);
  }
  await Promise.all(sent);
  const giveUpAt = performance.now() + patienceMs;
  const isServed = () => accounts.every(({ open }) => open.length === 0);
  while (!isServed() && performance.now() < giveUpAt) await pause(5);
  for (const account of accounts) {
    result.unserved += account.open.length;
    account.open = [];
    account.calls = [];
  }
  return result;
}

process.on('message', async (message: EditsMessage) => {
  if ('hooks' in message) receiver = message;
  else process.send?.(await runEdits(message));
});
process.once('disconnect', () => process.exit(0));
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('{"msg":"ready"}\n'));
