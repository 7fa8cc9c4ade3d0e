/** Returns whether a browser may be sent to an address to pay: https, or http for a stand-in. */
export function isPayUrl(url: string | undefined, apiBase: string): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && apiBase.startsWith('http:'));
}
