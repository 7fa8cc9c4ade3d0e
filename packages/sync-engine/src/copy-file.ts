/**
 * No longer file is read: one that is longer is not ours. Smartsheet takes 500 options of 4,000 characters, and the longest list
 * of them is 6 MB.
 */
export const longestCopyBytes = 8 * 1024 * 1024;

/** A byte order mark, or spreadsheets take the file for another encoding. */
const start = '\uFEFF';
const lineEnd = '\r\n';

/**
 * Returns the file of a list: the title of its column, then one option per line in order (RFC 4180). Options stay as they are,
 * whatever a spreadsheet would make of them. It holds option texts: never store or log it.
 */
export function toCopyFile({ title, options }: { title: string; options: readonly string[] }): string {
  return start + [title, ...options].map((text) => `${toField(text)}${lineEnd}`).join('');
}

function toField(text: string): string {
  return /[",\r\n]|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the options of a file that `toCopyFile` has made; null for any other. */
export function readCopyFile(file: string): string[] | null {
  const body = file.startsWith(start) ? file.slice(start.length) : file;
  const line = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))\r\n/y;
  const fields: string[] = [];
  while (line.lastIndex < body.length) {
    const [, quoted, plain = ''] = line.exec(body) ?? [];
    if (line.lastIndex === 0) return null;
    fields.push(quoted?.replaceAll('""', '"') ?? plain);
  }
  return fields.length > 0 ? fields.slice(1) : null;
}

/** Characters of a column's title in the name of a file. */
const longestTitle = 60;

/**
 * Returns the name of the file of a copy, such as "Picksync Client 2026-11-21 09.42.csv". What a file name cannot hold, on any
 * system, is left out of the title.
 */
export function toCopyName({ title, at, timeZone }: { title: string; at: Date; timeZone: string }): string {
  const safe = title
    .toWellFormed()
    .replace(/[\\/:*?"<>|\p{C}\uFFFD]/gu, ' ')
    .replace(/\s+/g, ' ');
  const short = [...safe.trim()]
    .slice(0, longestTitle)
    .join('')
    .replace(/[. ]+$/, '');
  return `Picksync ${short || 'list'} ${toMinute(at, timeZone)}.csv`;
}

/** Returns a moment as `2026-11-21 09.42`. */
function toMinute(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const get = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${get('year')}-${get('month')}-${get('day')} ${get('hour')}.${get('minute')}`;
}
