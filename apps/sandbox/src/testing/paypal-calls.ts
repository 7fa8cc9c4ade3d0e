import { ApiError } from '@paypal/paypal-server-sdk';
import { paypalToken } from './payments.ts';
import type { TestSandbox } from './sandbox.ts';

export const wholeAnswer = { prefer: 'return=representation' };

/** Returns a function that calls PayPal's API with a token of the app, for what its official client has no method for. */
export function paypalCaller(sandbox: () => TestSandbox) {
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    sandbox().call(method, `/paypal${path}`, {
      token: await paypalToken(sandbox()),
      headers,
      ...(body !== undefined && { body }),
    });
}

/** Returns the status and the first issue, or else the name, of an error that the official client threw. */
export async function readIssue(call: Promise<unknown>) {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw error;
  const { details = [], name } = JSON.parse(String(error.body));
  return [error.statusCode, details[0]?.issue ?? name];
}

export function usd(value: string) {
  return { currency_code: 'USD', value };
}

/** Returns the relations of an answer's links. */
export function getRelations({ links }: { links: { rel: string; href: string }[] }): string[] {
  return links.map(({ rel }) => rel).sort();
}
