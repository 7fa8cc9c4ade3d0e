import { call } from './api.js';
import { confirmDialog } from './dialog.js';
import { fill, h, icon } from './element.js';
import { subscribeToChanges } from './events.js';
import { openPage } from './open-page.js';
import { parseRoute } from './router.js';
import { sideView } from './side/side.view.js';
import { attempt } from './toast.js';

/** @import { Change, Mail, Overview, View } from './contract.d.ts' */

const main = /** @type {HTMLElement} */ (document.querySelector('#main'));
const app = /** @type {HTMLElement} */ (document.querySelector('#app'));
const menu = /** @type {HTMLButtonElement} */ (document.querySelector('#menu'));

/** @type {Overview} */
let overview = { accounts: [], sheets: [] };
/** @type {View | null} */
let view = null;
let seenMail = '';

const side = sideView(/** @type {HTMLElement} */ (document.querySelector('#side')), {
  reset: () =>
    confirmDialog({
      title: 'Reset the sandbox?',
      text: 'All sheets return to their initial content. Mails, payments, tokens and webhooks are deleted.',
      action: 'Reset sandbox',
      submit: () => attempt(() => call('POST', '/api/reset'), 'The sandbox is reset.'),
    }),
});

/** @param {boolean} open */
function openMenu(open) {
  app.classList.toggle('menu-open', open);
  menu.setAttribute('aria-expanded', String(open));
}

async function readOverview() {
  overview = /** @type {Overview} */ (await call('GET', '/api/console/overview'));
  side.show(overview);
}

/** Counts the mails that arrived since the inbox was last open. */
async function countUnread() {
  const mails = /** @type {Mail[]} */ (await call('GET', '/api/mails?limit=100'));
  if (parseRoute(location.hash).page === 'inbox' || seenMail === '') seenMail = mails[0]?.id ?? 'none';
  const seenAt = mails.findIndex((mail) => mail.id === seenMail);
  side.unread(seenAt === -1 ? mails.length : seenAt);
}

/** @param {unknown} error */
function failure(error) {
  return h(
    'div',
    { class: 'empty' },
    h('h1', {}, 'This page could not be shown'),
    h('p', {}, error instanceof Error ? error.message : String(error)),
  );
}

let visits = 0;
async function visit() {
  visits += 1;
  const current = visits;
  const route = parseRoute(location.hash);
  view?.leave?.();
  view = null;
  openMenu(false);
  side.go(route);
  void countUnread();
  // Each visit has its own element, so that a page that loads late never replaces a newer one.
  const element = h('div', { class: 'page' });
  const next = await Promise.resolve(openPage(element, route, () => overview)).catch((error) => {
    fill(element, failure(error));
    return null;
  });
  if (current !== visits) {
    next?.leave?.();
    return;
  }
  view = next;
  fill(main, element);
  document.title = `${element.querySelector('h1')?.textContent ?? 'Console'} · Picksync sandbox`;
}

/** @param {Change} change */
async function changed(change) {
  if (change.list || change.sheets.length > 0) await readOverview();
  if (change.mails) void countUnread();
  view?.changed(change);
}

fill(menu, icon('menu'));
menu.addEventListener('click', () => openMenu(!app.classList.contains('menu-open')));
addEventListener('hashchange', () => void visit());
await attempt(readOverview);
await visit();
subscribeToChanges({
  changed: (change) => void changed(change),
  reconnected: () => void readOverview().then(visit),
});
