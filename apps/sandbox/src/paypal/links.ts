import type { Config } from '../config.ts';
import { apiUrl, browserUrl } from '../urls.ts';

/** A link of an answer (HATEOAS): where to go on from it. */
export type Link = { href: string; rel: string; method: 'GET' | 'POST' | 'PATCH' | 'DELETE' };

/** Returns a link to a call of PayPal's API, such as `/v1/payments/sale/1AB`. */
export function apiLink(base: Config, path: string, rel: string, method: Link['method'] = 'GET'): Link {
  return { href: `${apiUrl(base)}/paypal${path}`, rel, method };
}

/** Returns a path with the parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.append(name, value);
  return params.size > 0 ? `${path}?${params}` : path;
}

export const approvalPath = '/paypal/webapps/billing/subscriptions';
export const revisionPath = `${approvalPath}/update`;

/** Returns the address of the page on which a payer agrees to a subscription, or to a change of one. */
export function approvalUrl(base: Config, approvalToken: string, path: string = approvalPath): string {
  return `${browserUrl(base)}${path}?ba_token=${approvalToken}`;
}
