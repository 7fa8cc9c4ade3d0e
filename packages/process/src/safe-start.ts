import type * as z from 'zod';

/** By which settings a provider is real: what is given for it, and where its address is one of its own. */
const providers = [
  { address: 'SMARTSHEET_API_BASE', own: /(^|\.)smartsheet(gov)?\.(com|eu|au)$/ },
  { given: 'POSTMARK_TOKEN', address: 'POSTMARK_HOST', own: /(^|\.)postmarkapp\.com$/ },
  { given: 'GOOGLE_CLIENT_ID', address: 'GOOGLE_API_BASE', own: /(^|\.)(google|googleapis)\.com$/ },
  { given: 'MICROSOFT_CLIENT_ID', address: 'MICROSOFT_API_BASE', own: /(^|\.)microsoft(online)?\.com$/ },
  { given: 'PAYPAL_CLIENT_ID', address: 'PAYPAL_API_BASE', own: /(^|\.)paypal\.com$/ },
  { given: 'RAZORPAY_KEY_ID', address: 'RAZORPAY_API_BASE', own: /(^|\.)razorpay\.com$/ },
];

type Environment = Readonly<Record<string, unknown>>;

/**
 * Returns whether a start is one with real people: in an image, or with a provider that the sandbox does not stand in for.
 * A provider's own test environment is real.
 */
export function isAnythingReal(env: Environment): boolean {
  if (env.NODE_ENV === 'production') return true;
  return providers.some(({ given, address, own }) => {
    if (given !== undefined && env[given] === undefined) return false;
    const host = getHost(env[address]);
    return host === null || own.test(host);
  });
}

function getHost(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  const url = URL.parse(/^https?:/.test(address) ? address : `http://${address}`);
  // A dot at the end of a name is the same host.
  return url?.hostname.replace(/\.$/, '') ?? null;
}

const thisMachine = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

type Checked = Environment & { PUBLIC_URL: string; OUTGOING_WEBHOOK_TARGETS: string };

/** Refuses settings that are safe on one machine alone, beside the sandbox: for each process that reads them. */
export function assertSafeStart(env: Checked, context: z.RefinementCtx): void {
  if (!isAnythingReal(env)) return;
  const report = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { protocol, hostname } = new URL(env.PUBLIC_URL);
  if (protocol !== 'https:' && !thisMachine.test(hostname))
    report(
      'PUBLIC_URL',
      'has to begin with https:// where other machines reach it: passwords and sessions would cross the network readable',
    );
  // They would let users reach services of the own network.
  if (env.OUTGOING_WEBHOOK_TARGETS !== 'public')
    report(
      'OUTGOING_WEBHOOK_TARGETS',
      'may be anywhere only in a start in which the sandbox stands in for every provider',
    );
}

/** Reports each of these settings that a start in production lacks: nothing stands in for it there. */
export function assertGivenInProduction(
  env: Environment,
  context: z.RefinementCtx,
  names: readonly string[],
): void {
  if (env.NODE_ENV !== 'production') return;
  for (const name of names.filter((one) => env[one] === undefined))
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'is missing: in production (NODE_ENV) nothing takes its place',
    });
}
