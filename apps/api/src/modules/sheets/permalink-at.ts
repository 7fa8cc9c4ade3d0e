/** Returns an address that a person may be led to; null for one that leads anywhere but to where they use Smartsheet. */
export function permalinkAt(origin: string, permalink: string | null): string | null {
  return permalink !== null && URL.parse(permalink)?.origin === origin ? permalink : null;
}
