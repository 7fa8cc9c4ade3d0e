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

/**
 * The pages whose content visitors get as HTML until the application has drawn it, by their whole address. The build of the web
 * application writes the files, and the server sends them.
 */
export const drawnPages: ReadonlyMap<string, string> = new Map([
  ['/login', 'login.html'],
  ['/login?mode=register', 'register.html'],
  ['/help', 'help.html'],
]);

/** The page with the shape of sidebar and content, for users who are signed in. */
export const shellFile = 'shell.html';

const withoutSidebar = /^\/(admin|login|reset-|email-|subscription\/.)/;

/** Returns whether the page at a path has a sidebar for users who are signed in. */
export function hasSidebar(path: string): boolean {
  return !withoutSidebar.test(path);
}
