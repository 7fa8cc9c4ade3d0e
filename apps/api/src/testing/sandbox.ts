import { openSandboxProcess } from '@picksync/sync-engine/testing';

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Accounts the sandbox is seeded with: one that owns most sheets, and one that sees two of them. */
export const [office, intern] = ['office@northwind.example', 'intern@northwind.example'] as const;

export type SandboxToken = {
  accessToken: string;
  refreshToken: string;
  expiresAt: string;
  accountId: number;
};
export type SandboxColumn = { id: number; title: string; type: string };
export type SandboxSheet = { id: number; name: string; accessLevel: string; columns: SandboxColumn[] };

const client = { clientId: 'picksync-local', clientSecret: 'sandbox-secret' };

const paypal = {
  clientId: 'picksync-local',
  clientSecret: 'sandbox-paypal-secret',
  webhookId: 'SANDBOX0WEBHOOK01',
};
const razorpay = {
  keyId: 'rzp_test_local',
  keySecret: 'sandbox-razorpay-secret',
  webhookSecret: 'sandbox-razorpay-webhook-secret',
};

/**
 * The stand-in for the providers as a process of its own, as in a local installation, with more settings of its own if given.
 * `close` it in `afterAll`.
 */
export async function startSandbox(settings: Record<string, string> = {}) {
  const { url, stop } = await openSandboxProcess(settings);

  async function call<T>(
    method: string,
    path: string,
    options: { body?: unknown; token?: string } = {},
  ): Promise<T> {
    const { body, token } = options;
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
    return (reply.status === 204 ? undefined : await reply.json()) as T;
  }
  const newToken = (account: string, scopes?: string[]) =>
    call<SandboxToken>('POST', '/api/tokens', { body: { account, ...(scopes && { scopes }) } });
  /** Returns a token as a person makes it in the settings of Smartsheet. It does not expire. */
  const newPersonalToken = async (account: string) => {
    const body = { account, personal: true };
    return (await call<SandboxToken>('POST', '/api/tokens', { body })).accessToken;
  };

  return {
    url,
    settings: {
      ...client,
      apiBase: `${url}/2.0`,
      authorizeBase: `${url}/b/authorize`,
      callbackBase: undefined,
      source: { organization: 'Picksync', application: 'Tests' },
    },
    /** Google and Microsoft, as an application is registered with them. */
    signIn: {
      timeoutMs: 10_000,
      google: {
        ...client,
        apiBase: `${url}/google`,
        authorizeBase: `${url}/google/o/oauth2/v2/auth`,
      },
      microsoft: {
        ...client,
        apiBase: `${url}/microsoft`,
        authorizeBase: `${url}/microsoft/common/oauth2/v2.0/authorize`,
        tenant: 'common',
      },
    },
    /** PayPal and Razorpay, as an application is registered with them. */
    payments: {
      paypal: { ...paypal, apiBase: `${url}/paypal`, timeoutMs: 10_000 },
      razorpay: { ...razorpay, apiBase: `${url}/razorpay`, timeoutMs: 10_000 },
    },
    call,
    /** Tokens without the browser. */
    newToken,
    newPersonalToken,
    /** A sheet as an account sees it, found by its name. */
    async sheet(name: string, account: string = office): Promise<SandboxSheet> {
      const { accessToken: token } = await newToken(account);
      const { data } = await call<{ data: SandboxSheet[] }>('GET', '/2.0/sheets?includeAll=true', { token });
      const { id } = data.find((sheet) => sheet.name === name) ?? {};
      return call('GET', `/2.0/sheets/${id}?level=2&pageSize=1`, { token });
    },
    close: stop,
  };
}
