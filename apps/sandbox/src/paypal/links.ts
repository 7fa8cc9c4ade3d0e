import type { Config } from '../config.ts';
import { apiUrl, browserUrl } from '../payments/urls.ts';

/** A link of an answer (HATEOAS): where to go on from it. */
export type Link = { href: string; rel: string; method: 'GET' | 'POST' | 'PATCH' | 'DELETE' };
export type LinkBase = Pick<Config, 'SANDBOX_URL' | 'PORT' | 'HOST'>;

/** Returns a link to a call of PayPal's API, such as `/v1/payments/sale/1AB`. */
export function apiLink(base: LinkBase, path: string, rel: string, method: Link['method'] = 'GET'): Link {
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

/** Returns the address of the page on which a payer agrees to a subscription. */
export function approvalUrl(base: LinkBase, approvalToken: string): string {
  return `${browserUrl(base)}${approvalPath}?ba_token=${approvalToken}`;
}

/** Returns the address of the page on which a payer agrees to a changed subscription. */
export function revisionUrl(base: LinkBase, approvalToken: string): string {
  return `${browserUrl(base)}${revisionPath}?ba_token=${approvalToken}`;
}
