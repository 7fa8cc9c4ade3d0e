/** @typedef {{ page: 'sheets' | 'inbox' | 'payments' | 'faults' | 'calls', id: string | null }} Route */

const pages = ['sheets', 'inbox', 'payments', 'faults', 'calls'];

/**
 * Returns the page of a hash: `#/sheets/123` is sheet 123, anything unknown is the list of sheets.
 * @param {string} hash
 * @returns {Route}
 */
export function parseRoute(hash) {
  const [, page = '', id] = hash.replace(/^#/, '').split('/');
  if (!pages.includes(page)) return { page: 'sheets', id: null };
  return { page: /** @type {Route['page']} */ (page), id: id ? decodeURIComponent(id) : null };
}

/**
 * @param {Route['page']} page
 * @param {string} [id]
 */
export function linkTo(page, id) {
  return `#/${page}${id ? `/${encodeURIComponent(id)}` : ''}`;
}
