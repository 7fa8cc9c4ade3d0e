import { call } from '../api.js';
import { h, icon } from '../element.js';
import { formatTime } from '../format.js';
import { attempt, showToast } from '../toast.js';
import { findOneTimeCode } from './one-time-code.js';

/** @import { Mail, MailReport } from '../contract.d.ts' */

/** @param {string} code */
function codeBlock(code) {
  return h(
    'div',
    { class: 'mail-code' },
    h(
      'span',
      {},
      h('span', { class: 'caption' }, 'One-time code'),
      h('output', { 'aria-label': 'One-time code' }, code),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'button small',
        onclick: () => attempt(() => navigator.clipboard.writeText(code), 'Code copied.'),
      },
      icon('copy'),
      'Copy',
    ),
  );
}

/**
 * Lets the mail come back, or be marked as spam, and says what the product answered.
 * @param {Mail} mail
 * @param {string} kind
 */
async function report(mail, kind) {
  await attempt(async () => {
    const { isTold, statuses } = /** @type {MailReport} */ (
      await call('POST', `/api/mails/${mail.id}/report`, { kind })
    );
    const answers = statuses.map((status) => status ?? 'nothing').join(', ');
    showToast(
      isTold ? `The product was told and answered ${answers}.` : 'Nobody is told: no webhook is set.',
    );
  });
}

/**
 * Returns the buttons for what a mailbox or its owner may do with a mail.
 * @param {Mail} mail
 * @param {string[]} inactive
 * @param {() => void} activate
 */
function reports(mail, inactive, activate) {
  /** @param {string} label @param {() => void} onclick */
  const button = (label, onclick) => h('button', { type: 'button', class: 'button small', onclick }, label);
  const isInactive = mail.to
    .split(', ')
    .some((address) => inactive.some((one) => one.toLowerCase() === address.toLowerCase()));
  return h(
    'div',
    { class: 'mail-reports' },
    button('Bounce', () => void report(mail, 'hard_bounce')),
    button('Bounce for now', () => void report(mail, 'soft_bounce')),
    button('Mark as spam', () => void report(mail, 'complaint')),
    isInactive && h('span', { class: 'badge warn' }, 'Address given up'),
    isInactive && button('Deliver again', activate),
  );
}

/**
 * Returns a frame with the mail's HTML, without scripts. Its links open in a new tab.
 * @param {Mail} mail
 */
function htmlFrame(mail) {
  const frame = h('iframe', {
    title: `Mail: ${mail.subject}`,
    sandbox: 'allow-popups allow-popups-to-escape-sandbox',
    class: 'mail-frame',
  });
  frame.srcdoc = `<base target="_blank"><meta name="color-scheme" content="light">${mail.html}`;
  return frame;
}

/**
 * Returns a mail with its one-time code and its body as HTML or text.
 * @param {{ mail: Mail, inactive: string[], activate: () => void, asText: boolean, setAsText: (asText: boolean) => void, back: () => void }} options
 */
export function mailView({ mail, inactive, activate, asText, setAsText, back }) {
  const code = findOneTimeCode(mail);
  /** @param {string} label @param {boolean} text */
  const tab = (label, text) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        'aria-selected': String(asText === text),
        onclick: () => setAsText(text),
      },
      label,
    );
  const showText = asText || !mail.html;
  return h(
    'article',
    { class: 'mail', 'aria-label': mail.subject },
    h('button', { type: 'button', class: 'button small mail-back', onclick: back }, 'Back to the inbox'),
    h('h2', {}, mail.subject || '(no subject)'),
    h('p', { class: 'caption' }, `${mail.from} to ${mail.to}, ${formatTime(mail.at)}`),
    reports(mail, inactive, activate),
    code ? codeBlock(code) : null,
    h(
      'div',
      { role: 'tablist', class: 'tabs', 'aria-label': 'Body of the mail' },
      tab('HTML', false),
      tab('Text', true),
    ),
    showText ? h('pre', { class: 'mail-text' }, mail.text || 'This mail has no text body.') : htmlFrame(mail),
  );
}
