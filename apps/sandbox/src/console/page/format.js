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
export const counted = (n, noun) => `${count.format(n)} ${noun}${n === 1 ? '' : 's'}`;

/** @param {number} n */
export const number = (n) => count.format(n);

/** @param {string} iso */
export const when = (iso) => moment.format(new Date(iso));
