import { createSandbox } from '../app.ts';
import { readConfig } from '../config.ts';
import { seededRandom } from '../smartsheet/seed/random.ts';

export const officeEmail = 'office@northwind.example';
export const partnerEmail = 'projects@harborline.example';
export const internEmail = 'intern@northwind.example';

export type Reply = { status: number; headers: Headers; body: Body };
/** Answers are read as what a test expects them to be. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of an API under test have no types of ours.
type Body = any;

type CallOptions = { token?: string; body?: unknown; headers?: Record<string, string> };

/** A sandbox that listens on a free port, with a clock that only moves when it is told to. */
export async function startSandbox(settings: Record<string, string> = {}) {
  let at = Date.parse('2026-11-02T09:00:00Z');
  const config = readConfig({ PORT: '0', ...settings });
  const sandbox = createSandbox({ config, now: () => new Date(at), random: seededRandom(7) });
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
      at += ms;
    },
    /** A token of this account with all scopes, or with these. */
    token: async (account = officeEmail, more: object = {}): Promise<string> =>
      (await call('POST', '/api/tokens', { body: { account, ...more } })).body.accessToken,
    account: (email: string) => {
      const account = [...sandbox.state.accounts.values()].find((one) => one.email === email);
      if (!account) throw new Error(`no account ${email}`);
      return account;
    },
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** What `refusal` gives of an answer, for comparing with a table. */
export function errorOf({ status, body }: Reply) {
  return [status, body.errorCode];
}

export type TestSheet = {
  id: number;
  /** Column ids by title. */
  columns: Record<string, number>;
  /** Row ids in order. */
  rows: number[];
};

/** A new sheet of the token's account with these columns (the first is primary) and rows of plain values. */
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
  const given = rows.map((values) => ({
    toBottom: true,
    cells: values.map(cell).filter((one) => !('value' in one) || one.value !== null),
  }));
  const path = `/2.0/sheets/${made.result.id}/rows`;
  const added = given.length > 0 ? await sandbox.call('POST', path, { token, body: given }) : null;
  return {
    id: made.result.id,
    columns: Object.fromEntries(
      made.result.columns.map((column: { id: number; title: string }) => [column.title, column.id]),
    ),
    rows: added?.body.result.map((row: { id: number }) => row.id) ?? [],
  };
}
