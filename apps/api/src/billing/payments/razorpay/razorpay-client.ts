import Razorpay from 'razorpay';
import { createTransport } from '../provider-transport.ts';

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

/** Creates the client that all calls to Razorpay share. The SDK has no setting for its host or a time-out, so its axios gets them. */
export function createRazorpayClient(settings: RazorpaySettings) {
  const transport = createTransport({ ...settings, provider: 'razorpay', base: settings.apiBase });
  const sdk = new Razorpay({ key_id: settings.keyId, key_secret: settings.keySecret });
  Object.assign(getAxiosDefaults(sdk.api), { adapter: transport.adapter, timeout: settings.timeoutMs });
  return {
    apiBase: settings.apiBase,
    webhookSecret: settings.webhookSecret,
    /** Makes calls of the SDK; `call` names them in errors. Its types promise more than its answers hold. */
    withSdk: <T>(call: string, work: (sdk: Razorpay) => Promise<T>): Promise<unknown> =>
      transport.run(call, () => work(sdk)),
  };
}

/** Returns the defaults of the axios inside the SDK, which its types do not show. Throws when a new version has moved it. */
function getAxiosDefaults(api: object): object {
  const { rq } = api as { rq?: { defaults?: object } };
  if (!rq?.defaults) throw new Error('The Razorpay SDK has no axios at api.rq any more.');
  return rq.defaults;
}
