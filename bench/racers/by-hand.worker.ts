import { Client, Pool } from 'pg';
import { Agent, request } from 'undici';

// The least that a worker has to do for an edit, written by hand for nothing else: one statement takes an account that
// has changed, three calls read its sheets and write the dropdown, one statement records it.
const { DATABASE_URL: connectionString = '', API_BASE: apiBase = '', CONCURRENCY = '' } = process.env;
const maxAtOnce = Number(CONCURRENCY);
const application = { connectionString, application_name: 'by-hand-worker' };
const pool = new Pool({ ...application, max: 10 });
const dispatcher = new Agent({ connections: maxAtOnce });

type Taken = {
  id: number;
  token: string;
  source_sheet_id: string;
  source_column_id: string;
  target_sheet_id: string;
  target_column_id: string;
  dirty_at: string;
  claim: number;
};

const take = {
  name: 'take',
  text: `
    UPDATE by_hand.accounts SET taken_until = clock_timestamp() + interval '1 minute', claim = claim + 1
    WHERE id = (
      SELECT id FROM by_hand.accounts WHERE dirty_at IS NOT NULL AND taken_until < clock_timestamp()
      ORDER BY dirty_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, token, source_sheet_id, source_column_id, target_sheet_id, target_column_id,
      dirty_at::text, claim`,
};

// What was marked meanwhile stays marked.
const record = {
  name: 'record',
  text: `
    WITH run AS (
      INSERT INTO by_hand.runs (account_id, options, duration_ms) VALUES ($1, $4, $5))
    UPDATE by_hand.accounts SET
      dirty_at = CASE WHEN dirty_at::text = $3 THEN NULL ELSE dirty_at END,
      taken_until = '-infinity', source_version = $6, last_run_at = clock_timestamp()
    WHERE id = $1 AND claim = $2`,
};

type Sheet = {
  version: number;
  columns: { id: number; options?: string[] }[];
  rows: { cells: { columnId: number; value?: unknown }[] }[];
};

async function call<T>(method: 'GET' | 'PUT', path: string, token: string, body?: object): Promise<T> {
  const reply = await request(apiBase + path, {
    method,
    dispatcher,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  if (reply.statusCode !== 200) throw new Error(`${method} ${path} was answered ${reply.statusCode}`);
  return (await reply.body.json()) as T;
}

/** Syncs one account. */
async function sync(taken: Taken): Promise<void> {
  const begun = performance.now();
  const { id, token, claim, dirty_at: dirtyAt } = taken;
  const columnId = Number(taken.source_column_id);
  const source = `/sheets/${taken.source_sheet_id}?level=2&columnIds=${columnId}`;
  const { rows, version } = await call<Sheet>('GET', source, token);
  const target = `/sheets/${taken.target_sheet_id}`;
  const { columns } = await call<Sheet>(
    'GET',
    `${target}?level=2&columnIds=${taken.target_column_id}`,
    token,
  );
  const values = rows.flatMap(({ cells }) => cells.filter((cell) => cell.columnId === columnId));
  const options = [...new Set(values.map(({ value }) => String(value ?? '').trim()))].filter(Boolean);
  const current = columns.find((column) => column.id === Number(taken.target_column_id))?.options ?? [];
  if (current.join('\n') !== options.join('\n')) {
    const column = { type: 'PICKLIST', options };
    await call('PUT', `${target}/columns/${taken.target_column_id}`, token, column);
  }
  const durationMs = Math.round(performance.now() - begun);
  await pool.query({ ...record, values: [id, claim, dirtyAt, options.length, durationMs, version] });
}

let running = 0;

/** Syncs one account after the other until none is marked. */
async function work(): Promise<void> {
  for (;;) {
    const [taken] = (await pool.query<Taken>(take)).rows;
    if (!taken) return;
    await sync(taken);
  }
}

/** Starts one more loop, if fewer run than may. */
function wake(): void {
  if (running >= maxAtOnce) return;
  running += 1;
  void work()
    .catch((error: unknown) => console.error(error))
    .finally(() => {
      running -= 1;
    });
}

const listener = new Client(application);
await listener.connect();
listener.on('notification', wake);
await listener.query('LISTEN by_hand');
// For what no notification has told: a worker that died.
setInterval(wake, 5_000);
process.once('disconnect', () => process.exit(0));
process.stdout.write('{"msg":"ready"}\n');
