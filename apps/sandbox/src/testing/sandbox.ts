import { afterAll } from 'vitest';
import { createSandbox } from '../app.ts';
import { readConfig } from '../config.ts';
import { internEmail, officeEmail, partnerEmail } from '../smartsheet/seed/people.ts';
import { seededRandom } from '../smartsheet/seed/random.ts';

export { internEmail, officeEmail, partnerEmail };

export type Reply = { status: number; headers: Headers; body: Body };
/** Tests read responses as what they expect. */
// biome-ignore lint/suspicious/noExplicitAny: the responses of the API under test are untyped.
type Body = any;

type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> };

/** Starts a sandbox on a free port, with a clock that moves only when a test moves it. */
export async function startSandbox(settings: Record<string, string> = {}) {
  let time = Date.parse('2026-11-02T09:00:00Z');
  const config = readConfig({ PORT: '0', ...settings });
  const sandbox = createSandbox({ config, now: () => new Date(time), random: seededRandom(7) });
  const url = await sandbox.app.listen({ host: '127.0.0.1', port: 0 });

  async function call(
    method: string,
    path: string,
    { token, body, headers = {} }: CallOptions = {},
  ): Promise<Reply> {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  return {
    ...sandbox,
    config,
    url,
    call,
    advance: (ms: number) => {
      time += ms;
    },
    /** Returns a token of the account with all scopes, or with the given ones. */
    token: async (account = officeEmail, options: object = {}): Promise<string> =>
      (await call('POST', '/api/tokens', { body: { account, ...options } })).body.accessToken,
    account: (email: string) => {
      const account = [...sandbox.state.accounts.values()].find((one) => one.email === email);
      if (!account) throw new Error(`no account ${email}`);
      return account;
    },
  };
}

/** Starts a sandbox for the tests of a file, with a token that may do everything. It is closed after them. */
export async function openSandbox(settings: Record<string, string> = {}) {
  const sandbox = await startSandbox(settings);
  afterAll(() => sandbox.close());
  return { sandbox, token: await sandbox.token() };
}

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Returns the status and the error code of a reply, for comparison with a table. */
export function getError({ status, body }: Reply) {
  return [status, body.errorCode];
}

export type TestSheet = {
  id: number;
  /** Column ids by title. */
  columns: Record<string, number>;
  /** Row ids in order. */
  rows: number[];
};

/** Creates a sheet with these columns (the first is primary) and rows of plain values. */
export async function createTestSheet(
  sandbox: TestSandbox,
  deps: { token: string; columns?: object[]; rows?: (string | number | boolean | null | string[])[][] },
): Promise<TestSheet> {
  const { token, columns = [], rows = [] } = deps;
  const body = {
    name: 'Test sheet',
    columns: [{ title: 'Name', type: 'TEXT_NUMBER', primary: true }, ...columns],
  };
  const { body: made } = await sandbox.call('POST', '/2.0/sheets', { token, body });
  const ids: number[] = made.result.columns.map((column: { id: number }) => column.id);
  const cell = (value: unknown, n: number) =>
    Array.isArray(value)
      ? { columnId: ids[n], objectValue: { objectType: 'MULTI_PICKLIST', values: value } }
      : { columnId: ids[n], value };
  const bodies = rows.map((values) => ({
    toBottom: true,
    cells: values.map(cell).filter((one) => !('value' in one) || one.value !== null),
  }));
  const path = `/2.0/sheets/${made.result.id}/rows`;
  const added = bodies.length > 0 ? await sandbox.call('POST', path, { token, body: bodies }) : null;
  return {
    id: made.result.id,
    columns: Object.fromEntries(
      made.result.columns.map((column: { id: number; title: string }) => [column.title, column.id]),
    ),
    rows: added?.body.result.map((row: { id: number }) => row.id) ?? [],
  };
}
