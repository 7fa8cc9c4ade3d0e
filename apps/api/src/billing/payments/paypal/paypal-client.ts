import {
  Client,
  OAuthAuthorizationController,
  type OAuthToken,
  PaymentsController,
  SubscriptionsController,
} from '@paypal/paypal-server-sdk';
import { ProviderError } from '../provider-error.ts';
import { createTransport, type ProviderRequest, repeatOnce } from '../provider-transport.ts';

export type PaypalSettings = {
  clientId: string;
  clientSecret: string;
  /** Where PayPal's API is: the live host, the sandbox's or that of a stand-in. */
  apiBase: string;
  /** PayPal's id of the webhook that posts events to us; without it no event can be verified. */
  webhookId?: string | undefined;
  timeoutMs: number;
};

/** A token, and the controllers of the SDK that use it. */
export type PaypalSdk = {
  authorization: string;
  subscriptions: SubscriptionsController;
  payments: PaymentsController;
  endsAt: number;
};

type Repeat = Parameters<typeof repeatOnce>[1];

export type PaypalClient = ReturnType<typeof createPaypalClient>;

/** A token is renewed this long before it ends, so that none ends on its way. */
const renewalMs = 60_000;

/**
 * Creates the client that all calls to PayPal share: those of the SDK, and the few that it has no method for. The SDK fetches tokens
 * by itself, but it would remember a failure and throw it at every later call; so each token gets an SDK client of its
 * own.
 */
export function createPaypalClient(settings: PaypalSettings, { now }: { now: () => Date }) {
  const transport = createTransport({ ...settings, provider: 'paypal', base: settings.apiBase });
  let session: Promise<PaypalSdk> | undefined;

  async function open(): Promise<PaypalSdk> {
    const basic = Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64');
    const oauth = new OAuthAuthorizationController(sdkClient());
    const { result } = await oauth.requestToken({ authorization: `Basic ${basic}` });
    const lifeMs = Number(result.expiresIn ?? 0) * 1000;
    // Without its time of expiry, the SDK leaves the token alone.
    const { accessToken, tokenType } = result;
    const client = sdkClient({ accessToken, tokenType });
    return {
      authorization: `Bearer ${accessToken}`,
      subscriptions: new SubscriptionsController(client),
      payments: new PaymentsController(client),
      endsAt: now().getTime() + lifeMs - renewalMs,
    };
  }

  const sdkClient = (oAuthToken?: OAuthToken) =>
    new Client({
      timeout: settings.timeoutMs,
      unstable_httpClientOptions: { adapter: transport.adapter },
      clientCredentialsAuthCredentials: {
        oAuthClientId: settings.clientId,
        oAuthClientSecret: settings.clientSecret,
        ...(oAuthToken ? { oAuthToken } : {}),
      },
    });

  /** Calls that come while a token is being fetched wait for the same one. A failure is not kept. */
  async function current(): Promise<PaypalSdk> {
    const seen = session;
    const kept = await seen?.catch(() => undefined);
    if (kept && kept.endsAt > now().getTime()) return kept;
    if (session === seen || !session) session = open();
    return session;
  }

  /** Makes a call. A token may expire early: then the call is made once more, with a new one. */
  async function withSession<T>(call: string, work: (session: PaypalSdk) => Promise<T>): Promise<T> {
    return transport.run(call, async () => {
      const opened = await current();
      try {
        return await transport.run(call, () => work(opened));
      } catch (error) {
        if (!(error instanceof ProviderError) || error.status !== 401) throw error;
        opened.endsAt = 0;
        const renewed = await current();
        return transport.run(call, () => work(renewed));
      }
    });
  }

  /** Makes a call that the SDK has no method for. Returns the JSON of its answer. */
  const sendOnce = (call: string, request: ProviderRequest): Promise<unknown> =>
    withSession(call, ({ authorization }) => {
      const json = { 'content-type': 'application/json', accept: 'application/json' };
      const headers = { ...json, ...request.headers, authorization };
      return transport.send(call, { ...request, headers });
    });

  return {
    webhookId: settings.webhookId,
    apiBase: settings.apiBase,
    /** Makes calls of the SDK, and makes them again where a failure may pass. `call` names them in errors. */
    withSdk: <T>(call: string, work: (sdk: PaypalSdk) => Promise<T>, repeat?: Repeat): Promise<T> =>
      repeatOnce(() => withSession(call, work), repeat),
    sendOnce,
    /** The same, made again where a failure may pass. */
    send: (call: string, request: ProviderRequest, repeat?: Repeat): Promise<unknown> =>
      repeatOnce(() => sendOnce(call, request), repeat),
  };
}
