import type { AutomationSettings } from '@picksync/contracts';
import { type Cell, type Contact, parseContactText, toContactText } from '@picksync/smartsheet-client';
import { assertUnderstood, foldCase, normaliseText } from './cell-texts.ts';
import type { OptionHash } from './option-hash.ts';
import { createSpelling, type Spelling } from './spelling.ts';

/** What makes two options one: the text of a dropdown, or the address of a contact. */
export type OptionIdentity = 'text' | 'address';

/** Returns the contacts of a cell. A name that somebody typed into it is one without an address. */
export function cellContacts(cell: Cell | undefined): Contact[] {
  if (cell === undefined) return [];
  assertUnderstood(cell);
  const { objectValue, displayValue, value } = cell;
  if (objectValue?.objectType === 'CONTACT') return [objectValue];
  if (objectValue?.objectType === 'MULTI_CONTACT') return objectValue.values;
  if (value === null || value === '') return [];
  const contact = parseContactText(String(value));
  return [contact.email === null ? contact : { ...contact, name: contact.name ?? displayValue }];
}

/** Returns the text of a contact with one spelling for names that look the same. A name that only repeats the address is none. */
export function toTidyContact({ name, email }: Contact): string {
  const tidy = normaliseText(name ?? '');
  return toContactText({ name: isSameAddress(tidy, email) ? null : tidy, email });
}

function isSameAddress(name: string, email: string | null): boolean {
  return email !== null && foldCase(name) === foldCase(email.trim());
}

/** Returns the same text for contacts that Smartsheet holds for one: their address, in which capitals do not count. */
export function toContactKey(text: string): string {
  const { name, email } = parseContactText(text);
  return email === null ? normaliseText(name ?? '') : foldCase(email);
}

/** Returns whether a text names a contact by its address: without one nobody could be told apart. */
export function hasAddress(text: string): boolean {
  return parseContactText(text).email !== null;
}

/** Returns each contact once, with the first name that it has. */
export function distinctContacts(values: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const value of values) {
    const key = toContactKey(value);
    const known = found.get(key);
    const isNamedFirst = known !== undefined && !parseContactText(known).name && parseContactText(value).name;
    if (known === undefined || isNamedFirst) found.set(key, value);
  }
  return [...found.values()];
}

/**
 * Returns how contacts are written that are in the list already: with the address as it stands there, and under another name
 * where the source has one.
 */
function createContactSpelling(currentOptions: readonly string[]): Spelling {
  const spelledAs = (options: readonly string[]) => {
    const known = new Map(options.map((option) => [toContactKey(option), option]));
    return (value: string) => {
      const current = known.get(toContactKey(value));
      if (current === undefined) return value;
      const { name } = parseContactText(value);
      const { name: before, email } = parseContactText(current);
      const isSameName = name === null || normaliseText(name) === normaliseText(before ?? '');
      return isSameName ? current : toContactText({ name, email });
    };
  };
  return {
    toKey: toContactKey,
    takes: hasAddress,
    of: spelledAs(currentOptions.toReversed()),
    lastOf: spelledAs(currentOptions),
  };
}

/** Returns hashes that know contacts by their address. */
export function hashContacts(hash: OptionHash): OptionHash {
  const byAddress = <Own extends Pick<OptionHash, 'of'>>(own: Own): Own => ({
    ...own,
    of: (option, settings) => own.of(toContactKey(option), settings),
  });
  return { ...byAddress(hash), others: hash.others.map(byAddress) };
}

/** Returns how the values of a column are spelled. */
export function spellingFor(
  currentOptions: readonly string[],
  { identity, settings }: { identity?: OptionIdentity; settings: Pick<AutomationSettings, 'ignoreCase'> },
): Spelling {
  return identity === 'address'
    ? createContactSpelling(currentOptions)
    : createSpelling(currentOptions, settings);
}

/** A contact whose name in the list is not the one of the source. */
export type NewName = { from: string; to: string };

/** Returns the first of the options that are the same. */
export function firstOfEach(options: readonly string[], same: (option: string) => string): string[] {
  const first = new Map<string, string>();
  for (const option of options) if (!first.has(same(option))) first.set(same(option), option);
  return [...first.values()];
}

/** Returns the contacts of a list that stand in the next one under another name. */
export function findNewNames(current: readonly string[], next: readonly string[]): NewName[] {
  const before = new Map(current.map((option) => [toContactKey(option), option]));
  return next.flatMap((to) => {
    const from = before.get(toContactKey(to));
    return from === undefined || from === to ? [] : { from, to };
  });
}
