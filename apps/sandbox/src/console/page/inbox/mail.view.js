import { h, icon } from '../element.js';
import { formatTime } from '../format.js';
import { attempt } from '../toast.js';
import { findOneTimeCode } from './one-time-code.js';

/** @import { Mail } from '../contract.d.ts' */

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
 * @param {{ mail: Mail, asText: boolean, setAsText: (asText: boolean) => void, back: () => void }} options
 */
export function mailView({ mail, asText, setAsText, back }) {
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
