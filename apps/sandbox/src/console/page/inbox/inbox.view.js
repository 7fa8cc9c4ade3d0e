import { call } from '../api.js';
import { confirmDialog } from '../dialog.js';
import { fill, h } from '../element.js';
import { formatTime, pluralize } from '../format.js';
import { linkTo } from '../router.js';
import { attempt } from '../toast.js';
import { mailView } from './mail.view.js';
import { findOneTimeCode } from './one-time-code.js';

/** @import { Mail, View } from '../contract.d.ts' */

/** @param {Mail} mail @param {boolean} current */
function mailLink(mail, current) {
  const code = findOneTimeCode(mail);
  return h(
    'li',
    {},
    h(
      'a',
      { href: linkTo('inbox', mail.id), 'aria-current': current ? 'true' : null },
      h(
        'span',
        { class: 'line' },
        h('b', { class: 'clip' }, mail.to),
        h('time', { class: 'caption', datetime: mail.at }, formatTime(mail.at)),
      ),
      h(
        'span',
        { class: 'line' },
        h('span', { class: 'clip muted' }, mail.subject || '(no subject)'),
        code ? h('span', { class: 'badge accent' }, code) : null,
      ),
    ),
  );
}

function emptyState() {
  return h(
    'div',
    { class: 'empty' },
    h('h2', {}, 'No mails yet'),
    h('p', {}, 'What the product sends appears here at once. Register a user to see the first one.'),
  );
}

/**
 * Shows all mails of the product, newest first, beside the selected one.
 * @param {HTMLElement} container
 * @param {{ id: string | null }} options
 * @returns {Promise<View>}
 */
export async function inboxView(container, { id }) {
  /** @type {Mail[]} */
  let mails = [];
  /** Addresses that Postmark has given up. @type {string[]} */
  let inactive = [];
  let asText = false;
  const facts = h('p', { class: 'muted' });
  const emptyButton = h(
    'button',
    { type: 'button', class: 'button danger', onclick: confirmEmpty },
    'Empty inbox',
  );
  const body = h('div', { class: `inbox${id ? ' reading' : ''}` });

  async function read() {
    mails = /** @type {Mail[]} */ (await call('GET', '/api/mails?limit=200'));
    inactive = /** @type {{ addresses: string[] }} */ (await call('GET', '/api/mails/inactive')).addresses;
    draw();
  }
  function confirmEmpty() {
    confirmDialog({
      title: 'Empty the inbox?',
      text: 'All mails are deleted. This cannot be undone.',
      action: 'Empty inbox',
      submit: () => attempt(() => call('DELETE', '/api/mails')),
    });
  }
  /** @param {Mail} mail */
  const activate = (mail) =>
    attempt(() => {
      const given = mail.to.toLowerCase().split(', ');
      const addresses = inactive.filter((address) => !given.includes(address.toLowerCase()));
      return call('PUT', '/api/mails/inactive', { addresses });
    }, 'Mails to this address are delivered again.');
  function draw() {
    facts.textContent = `${pluralize(mails.length, 'mail')} the product sent through Postmark`;
    emptyButton.disabled = mails.length === 0;
    const mail = mails.find((one) => one.id === id);
    const reader = mail
      ? mailView({
          mail,
          inactive,
          activate: () => void activate(mail),
          asText,
          setAsText,
          back: () => location.assign(linkTo('inbox')),
        })
      : h('p', { class: 'empty' }, 'Choose a mail to read it.');
    if (mails.length === 0) fill(body, emptyState());
    else
      fill(
        body,
        h(
          'ul',
          { class: 'mails', 'aria-label': 'Mails' },
          mails.map((one) => mailLink(one, one === mail)),
        ),
        h('div', { class: 'reader' }, reader),
      );
  }
  /** @param {boolean} on */
  function setAsText(on) {
    asText = on;
    draw();
  }
  fill(
    container,
    h(
      'header',
      { class: 'page-head' },
      h('div', {}, h('h1', {}, 'Inbox'), facts),
      h('div', { class: 'actions' }, emptyButton),
    ),
    body,
  );
  await read();
  return {
    changed: (event) => {
      if (event.mails) void read();
    },
  };
}
