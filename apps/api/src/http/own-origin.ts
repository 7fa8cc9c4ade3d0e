export type Provenance = 'own' | 'foreign' | 'unknown';

type OriginHeaders = { 'sec-fetch-site'?: string | undefined; origin?: string | undefined };

/**
 * Returns where a request came from, by Fetch Metadata where the browser sends them, else by `Origin`. `unknown`: the
 * request has neither, which no browser sends with an unsafe method.
 */
export function provenance(headers: OriginHeaders, ownOrigin: string): Provenance {
  const site = headers['sec-fetch-site'];
  // `none` is an address that was typed or a bookmark: no other site is involved.
  if (site !== undefined) return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
  if (headers.origin === undefined) return 'unknown';
  return headers.origin === ownOrigin ? 'own' : 'foreign';
}
