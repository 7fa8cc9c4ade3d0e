/** Returns an address that a person may be led to; null for one that leads anywhere but to where they use Smartsheet. */
export function permalinkAt(origin: string, permalink: string | null): string | null {
  if (permalink === null) return null;
  const url = URL.parse(permalink);
  // `blob:` has the origin of what it wraps, and a name before the host may pass itself off as one.
  const isPlain = url?.origin === origin && url.href.startsWith(`${origin}/`);
  return isPlain ? url.href : null;
}
