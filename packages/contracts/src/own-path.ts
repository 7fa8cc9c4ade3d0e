// A file of its own: the login fetches it before anything else, and it must not bring the schemas along.

/** Stands for our own site while an address is taken apart. */
const ourSite = 'https://our-site.invalid';

/**
 * Returns an address that came as a parameter when it is a path of our own site, else undefined. It is taken apart as a
 * browser does, which reads `\` as `/` and drops line breaks: `//evil`, `/\evil` and the like lead to another site.
 */
export function ownPath(address: unknown): string | undefined {
  if (typeof address !== 'string' || !address.startsWith('/')) return undefined;
  const url = URL.canParse(address, ourSite) ? new URL(address, ourSite) : null;
  // What is left of `/.//evil` would lead to another site in its turn.
  if (url?.origin !== ourSite || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
