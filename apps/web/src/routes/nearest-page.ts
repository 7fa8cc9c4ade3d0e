import { linkOptions } from '@tanstack/react-router';

const help = {
  name: 'Help & Support',
  link: linkOptions({ to: '/help' }),
  words: ['help', 'support', 'contact'],
};

/** The pages of those who are signed in, and the words that people type into the address for them. */
const usersPages = [
  { name: 'Dashboard', link: linkOptions({ to: '/dashboard' }), words: ['dashboard', 'home', 'overview'] },
  {
    name: 'Configurations',
    link: linkOptions({ to: '/configurations' }),
    words: ['configurations', 'automations', 'rules', 'lists'],
  },
  {
    name: 'Activity logs',
    link: linkOptions({ to: '/dashboard', search: { section: 'activity' } }),
    words: ['activity', 'activity-logs', 'logs', 'history'],
  },
  {
    name: 'Subscription',
    link: linkOptions({ to: '/subscription' }),
    words: ['subscription', 'plans', 'pricing', 'billing', 'checkout', 'receipts', 'invoices'],
  },
  {
    name: 'Settings',
    link: linkOptions({ to: '/settings' }),
    words: ['settings', 'profile', 'security', 'notifications', 'api-keys', 'webhooks'],
  },
  help,
];

/** The same for visitors. */
const visitorsPages = [
  { name: 'Login', link: linkOptions({ to: '/login' }), words: ['login', 'log-in', 'signin', 'sign-in'] },
  {
    name: 'Register',
    link: linkOptions({ to: '/login', search: { mode: 'register' } }),
    words: ['register', 'signup', 'sign-up'],
  },
  { name: 'Pricing', link: linkOptions({ to: '/', hash: 'pricing' }), words: ['pricing', 'plans'] },
  help,
];

type NearestPage = (typeof usersPages | typeof visitorsPages)[number];

/** More letters than these are not a slip of the hand. */
const mostSlips = 2;

/** Returns the page that was probably meant by an address: one of its words differs least from it; null where none is near. */
export function nearestPage(path: string, { isSignedIn }: { isSignedIn: boolean }): NearestPage | null {
  const written = path.toLowerCase().replaceAll('/', '');
  const [nearest] = (isSignedIn ? usersPages : visitorsPages)
    .flatMap((page) => page.words.map((word) => ({ page, word, slips: countSlips(written, word) })))
    // In a short word, two letters make another word.
    .filter(({ word, slips }) => slips <= (word.length < 6 ? 1 : mostSlips))
    .toSorted((one, other) => one.slips - other.slips);
  return nearest?.page ?? null;
}

/** Returns how many letters have to be added, taken away or changed (Levenshtein). */
function countSlips(from: string, to: string): number {
  // Whatever is much longer is not near, and need not be counted.
  if (Math.abs(from.length - to.length) > mostSlips) return mostSlips + 1;
  let row = Array.from({ length: to.length + 1 }, (_, place) => place);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [place, wanted] of [...to].entries()) {
      const changed = (row[place] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] ?? 0) + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
