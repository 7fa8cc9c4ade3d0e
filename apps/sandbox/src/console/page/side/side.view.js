import { fill, h, icon } from '../element.js';
import { linkTo } from '../router.js';
import { sheetList } from './sheet.list.js';

/** @import { Overview } from '../contract.d.ts' */
/** @import { Route } from '../router.js' */

/** @param {Route['page']} page @param {string} label */
function navLink(page, label) {
  const badge = h('span', { class: 'badge accent', hidden: true });
  return { page, badge, element: h('a', { href: linkTo(page) }, icon(page), label, badge) };
}

function brand() {
  return h(
    'a',
    { class: 'brand', href: linkTo('sheets') },
    h('img', { src: '/console/logo.svg', alt: '', width: 22, height: 22 }),
    'Picksync',
    h('span', { class: 'badge' }, 'Sandbox'),
  );
}

/**
 * Shows the sidebar: the pages and the sheets.
 * @param {HTMLElement} container
 * @param {{ reset: () => void }} options
 */
export function sideView(container, { reset }) {
  const inbox = navLink('inbox', 'Inbox');
  const links = [
    navLink('sheets', 'Sheets'),
    inbox,
    navLink('payments', 'Payments'),
    navLink('faults', 'Faults'),
    navLink('calls', 'Calls'),
  ];
  const sheets = sheetList();
  fill(
    container,
    brand(),
    h(
      'nav',
      { class: 'nav', 'aria-label': 'Pages' },
      links.map((link) => link.element),
    ),
    sheets.element,
    h('button', { type: 'button', class: 'button', onclick: reset }, icon('reset'), 'Reset sandbox'),
  );
  return {
    show: sheets.show,
    /** @param {Route} route */
    go({ page, id }) {
      for (const link of links) {
        const current = link.page === page && !(page === 'sheets' && id);
        if (current) link.element.setAttribute('aria-current', 'page');
        else link.element.removeAttribute('aria-current');
      }
      sheets.mark(page === 'sheets' ? id : null);
    },
    /** @param {number} count */
    unread(count) {
      inbox.badge.hidden = count === 0;
      inbox.badge.textContent = String(count);
    },
  };
}
