import Razorpay from 'razorpay';
import type * as z from 'zod';
import { ProviderError } from '../provider-error.ts';
import { createTransport, repeatOnce } from '../provider-transport.ts';

export type RazorpaySettings = {
  keyId: string;
  keySecret: string;
  /** Where Razorpay's API is: its own host, or that of a stand-in. */
  apiBase: string;
  /** What Razorpay signs events with; without it no event can be verified. */
  webhookSecret?: string | undefined;
  timeoutMs: number;
};

export type RazorpayClient = ReturnType<typeof createRazorpayClient>;

type Work = (sdk: Razorpay) => Promise<unknown>;

/** Creates the client that all calls to Razorpay share. The SDK has no setting for its host or a time-out, so its axios gets them. */
export function createRazorpayClient(settings: RazorpaySettings) {
  const transport = createTransport({ ...settings, provider: 'razorpay', base: settings.apiBase });
  const sdk = new Razorpay({ key_id: settings.keyId, key_secret: settings.keySecret });
  Object.assign(getAxiosDefaults(sdk.api), { adapter: transport.adapter, timeout: settings.timeoutMs });

  /**
   * Makes a call of the SDK; `call` names it in errors. Returns its answer once it has the shape that we know: the SDK's types
   * promise more than its answers hold. Throws `unknown` otherwise, and for a state that is new.
   */
  async function askOnce<T>(call: string, shape: z.ZodType<T>, work: Work): Promise<T> {
    const { data, error } = shape.safeParse(await transport.run(call, () => work(sdk)));
    if (data !== undefined) return data;
    // Only the path of the error, never the value.
    const code = error?.issues[0]?.path.join('.');
    throw new ProviderError({ provider: 'razorpay', call, kind: 'unknown', code });
  }

  return {
    apiBase: settings.apiBase,
    askOnce,
    /** The same, made again where a failure may pass. */
    ask: <T>(call: string, shape: z.ZodType<T>, work: Work, repeat?: Parameters<typeof repeatOnce>[1]) =>
      repeatOnce(() => askOnce(call, shape, work), repeat),
  };
}

/** Returns the defaults of the axios inside the SDK, which its types do not show. Throws when a new version has moved it. */
function getAxiosDefaults(api: object): object {
  const { rq } = api as { rq?: { defaults?: object } };
  if (!rq?.defaults) throw new Error('The Razorpay SDK has no axios at api.rq any more.');
  return rq.defaults;
}
