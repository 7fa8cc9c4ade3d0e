const count = new Intl.NumberFormat('en-US');
const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});

/**
 * @param {number} n
 * @param {string} noun in the singular
 */
export function pluralize(n, noun) {
  return `${count.format(n)} ${noun}${n === 1 ? '' : 's'}`;
}

/** @param {number} n */
export function number(n) {
  return count.format(n);
}

/** @param {string} iso */
export function formatTime(iso) {
  return moment.format(new Date(iso));
}
