/** Returns an address for a link; null when it leads anywhere but to the user's Smartsheet. */
export function permalinkAt(origin: string, permalink: string | null): string | null {
  if (permalink === null) return null;
  const url = URL.parse(permalink);
  // `blob:` has the origin of what it wraps, and a name before the host may pass itself off as one.
  const isPlain = url?.origin === origin && url.href.startsWith(`${origin}/`);
  return isPlain ? url.href : null;
}
