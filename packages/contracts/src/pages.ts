/**
 * The addresses of the web application, as its router writes them. A test there keeps the two in step: the server answers every
 * other address with 404.
 */
export const pagePaths: readonly string[] = [
  '/',
  '/account',
  '/admin',
  '/admin/$section',
  '/automations/$id',
  '/automations/$id/restore/$copy',
  '/automations/$id/review',
  '/configurations',
  '/dashboard',
  '/email-change',
  '/email-verified',
  '/email-verified/error/$errorType',
  '/email-verified/success',
  '/goodbye',
  '/help',
  '/login',
  '/reset-password',
  '/rules/$id',
  '/settings',
  '/subscription',
  '/subscription/cancel',
  '/subscription/receipts/$number',
  '/subscription/success',
  '/unsubscribe',
];

/** The pages that say something to everybody: search engines may show them. */
export const publicPagePaths: readonly string[] = ['/', '/help', '/login'];

function fits(path: readonly string[], pattern: string): boolean {
  const parts = pattern.split('/');
  return (
    parts.length === path.length &&
    parts.every((part, place) => (part.startsWith('$') ? path[place] !== '' : part === path[place]))
  );
}

/** Returns whether the web application has a page at this path. */
export function isPagePath(path: string): boolean {
  const parts = path.replace(/(?<=[^/])\/$/, '').split('/');
  return pagePaths.some((pattern) => fits(parts, pattern));
}
