/**
 * No cell holds a longer text, so no dropdown does. The limit keeps a template that repeats a column from filling the
 * memory.
 */
const longestLabel = 5_000;

/** One `{n}` of a template, with what stands before it. */
type Part = { before: string; place: number };

/** Brackets around a part are left out with it. */
const closers = new Map([
  ['(', ')'],
  ['[', ']'],
  ['«', '»'],
]);

/**
 * Returns a function that makes labels from this template: `{1} – {2}` with `Acme` and `Berlin` is `Acme – Berlin`. A
 * blank part is left out with the separator before it (the first part: after it) and with the brackets around it. When
 * all parts are blank, there is no label.
 */
export function createLabel(template: string): (values: readonly string[]) => string {
  const { parts, end } = parse(template);
  return (values) => {
    let label = '';
    let hasPart = false;
    /** The closing brackets of those that were left out. */
    let unopened = '';
    for (const [index, { before, place }] of parts.entries()) {
      if (label.length > longestLabel) break;
      const separator = without(before, unopened);
      const value = values[place - 1] ?? '';
      const opened = openedBy(separator);
      if (value !== '') {
        // The text before the first part of the template is not a separator.
        label += (hasPart || index === 0 ? separator : '') + value;
        hasPart = true;
        unopened = '';
      } else {
        if (index === 0) label += separator.slice(0, separator.length - opened.length);
        else if (hasPart) label += closedBy(separator, label);
        unopened = [...opened]
          .map((bracket) => closers.get(bracket))
          .reverse()
          .join('');
      }
    }
    return hasPart ? label + without(end, unopened) : '';
  };
}

/** Returns the brackets that a separator opens. */
function openedBy(separator: string): string {
  return /[([«]*$/u.exec(separator)?.[0] ?? '';
}

/** Returns the brackets of the label that a separator closes. */
function closedBy(separator: string, label: string): string {
  const closing = /^[)\]»]*/u.exec(separator)?.[0] ?? '';
  return [...closing].filter((bracket) => isOpenIn(label, bracket)).join('');
}

function isOpenIn(label: string, closer: string): boolean {
  return [...closers].some(([open, close]) => close === closer && label.includes(open));
}

function without(text: string, beginning: string): string {
  return text.startsWith(beginning) ? text.slice(beginning.length) : text;
}

function parse(template: string): { parts: Part[]; end: string } {
  const parts: Part[] = [];
  let from = 0;
  for (const match of template.matchAll(/\{(\d)\}/g)) {
    parts.push({ before: template.slice(from, match.index), place: Number(match[1]) });
    from = match.index + match[0].length;
  }
  return { parts, end: template.slice(from) };
}
