import { openSandboxProcess } from './sandbox-process.ts';

/** The account of a fresh sandbox that owns most sheets. */
const office = 'office@northwind.example';

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: string; scopes: string[] };

export type Calls = {
  calls: number;
  writes: number;
  operations: Record<string, number>;
  largestOverlap: number;
  largestWriteOverlap: number;
  /** Writes that took effect, by sheet and operation. */
  effects: Record<string, Record<string, number>>;
};

export type HeldCall = {
  operation: string;
  account: string | null;
  sheetId: string | null;
  hold: 'before' | 'after';
};

export type SandboxWebhook = {
  id: number;
  callbackUrl: string;
  sheetId: number;
  enabled: boolean;
  status: string;
  /** Whether a callback is on its way, or will be. */
  isBusy: boolean;
};

/** A stand-in for Smartsheet in a process of its own, which speaks the real protocol on a free port. */
export async function startSandbox(settings: Record<string, string> = {}) {
  const { url, stop } = await openSandboxProcess(settings);

  const call = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

  return {
    url,
    apiBase: `${url}/2.0`,
    stop,
    /** Any call of the sandbox or, below `/2.0` and with a token, of Smartsheet's API. */
    call,
    token: (account = office, more: object = {}) => call<Tokens>('POST', '/api/tokens', { account, ...more }),
    /** An account of its own, so that its calls are counted apart. */
    account: (email: string) => call<{ email: string }>('POST', '/api/accounts', { email }),
    calls: () => call<Calls & { accounts: Record<string, Omit<Calls, 'effects'>> }>('GET', '/api/calls'),
    forgetCalls: () => call<void>('DELETE', '/api/calls'),
    /** Replaces what goes wrong on purpose; `{}` switches everything off. */
    faults: (faults: object) => call<unknown>('PUT', '/api/faults', faults),
    /** Calls that a `hold` keeps waiting. */
    held: () => call<HeldCall[]>('GET', '/api/held'),
    /** Lets the calls that are held go on. */
    release: () => call<void>('DELETE', '/api/held'),
    /** Webhooks of all accounts, as Smartsheet has them. */
    webhooks: () => call<SandboxWebhook[]>('GET', '/api/webhooks'),
    /** Changes a webhook's status as Smartsheet does by itself, without telling anybody. */
    setWebhookStatus: (id: number, status: string) => call<unknown>('PUT', '/api/webhooks', { id, status }),
  };
}

export type TestSandbox = Awaited<ReturnType<typeof startSandbox>>;
