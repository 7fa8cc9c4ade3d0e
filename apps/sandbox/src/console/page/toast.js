import { h } from './element.js';

const shownMs = 5000;

/**
 * Shows a message in the corner for a while, and announces it to screen readers.
 * @param {string} message
 * @param {'plain' | 'bad'} [tone]
 */
export function showToast(message, tone = 'plain') {
  const region = document.querySelector('.toasts');
  const toast = h('div', { class: `toast ${tone}` }, message);
  region?.append(toast);
  while (region && region.children.length > 3) region.firstElementChild?.remove();
  setTimeout(() => toast.remove(), shownMs);
}

/**
 * Runs an action and shows the error if it fails. Returns whether it succeeded.
 * @param {() => Promise<unknown>} action
 * @param {string} [done] said afterwards
 */
export async function attempt(action, done) {
  try {
    await action();
    if (done) showToast(done);
    return true;
  } catch (error) {
    showToast(error instanceof Error ? error.message : String(error), 'bad');
    return false;
  }
}
