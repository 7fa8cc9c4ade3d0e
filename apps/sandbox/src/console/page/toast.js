import { h } from './element.js';

const shownMs = 5000;

/**
 * Says something in the corner and to screen readers, then takes it away.
 * @param {string} message
 * @param {'plain' | 'bad'} [tone]
 */
export function say(message, tone = 'plain') {
  const region = document.querySelector('.toasts');
  const toast = h('div', { class: `toast ${tone}` }, message);
  region?.append(toast);
  while (region && region.children.length > 3) region.firstElementChild?.remove();
  setTimeout(() => toast.remove(), shownMs);
}

/**
 * Runs an action and says why it failed. Answers whether it worked.
 * @param {() => Promise<unknown>} action
 * @param {string} [done] said afterwards
 */
export async function attempt(action, done) {
  try {
    await action();
    if (done) say(done);
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error), 'bad');
    return false;
  }
}
