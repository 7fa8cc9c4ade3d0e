import { type ReferenceInput, type ReferenceOutcome, referenceRun } from './reference.ts';
import { tidy } from './reference-values.ts';

/** A person as a source says it. */
export type ReferencePerson = { name: string | null; email: string | null };

type ContactInput = Omit<ReferenceInput, 'values' | 'unfiltered'> & {
  people: readonly ReferencePerson[];
  /** What the source would give without filters. */
  unfiltered?: readonly ReferencePerson[];
};

/**
 * Returns what a run has to make of a list of contacts, written as `Name <address>`: what the reference makes of their addresses,
 * with the name that the source has. `used` and the lists are such texts.
 */
export function referenceContacts({
  people,
  unfiltered = people,
  settings,
  ...input
}: ContactInput): ReferenceOutcome {
  const { current, used } = input;
  const pins = { pinnedFirst: settings.pinnedFirst.map(getKey), pinnedLast: settings.pinnedLast.map(getKey) };
  const outcome = referenceRun({
    ...input,
    settings: { ...settings, ...pins, order: 'source', ignoreCase: false },
    values: people.flatMap(toKey),
    unfiltered: unfiltered.flatMap(toKey),
    current: current.map(getKey),
    used: used.map(getKey),
  });
  const asPinned = [...settings.pinnedFirst, ...settings.pinnedLast].map(parse);
  const toText = (key: string) => {
    const there = current.map(parse).find(({ email }) => email?.toLowerCase() === key);
    const isOne = ({ email }: ReferencePerson) => email?.toLowerCase() === key;
    // What a person has pinned is written as they wrote it, whatever the source says.
    const said = (asPinned.some(isOne) ? asPinned : people).filter(isOne);
    // Of whom somebody has deleted by hand and added again, the source says nothing.
    if (there && outcome.memory.excluded.some(({ text }) => text === key)) return write(there);
    const first = said.find(({ name, email }) => hasName({ name, email })) ?? said[0];
    const name = first && hasName(first) ? tidy(first.name ?? '') : (there?.name ?? null);
    const email = there?.email ?? first?.email ?? key;
    return write({ name, email });
  };
  const texts = outcome.list.map(toText);
  const end = texts.length - settings.pinnedLast.length;
  const middle = texts.slice(settings.pinnedFirst.length, end);
  const { compare } = new Intl.Collator('en', { numeric: true });
  if (settings.order !== 'source') middle.sort(compare);
  if (settings.order === 'descending') middle.reverse();
  const list = [...texts.slice(0, settings.pinnedFirst.length), ...middle, ...texts.slice(end)];
  return { ...outcome, list };
}

function parse(text: string): ReferencePerson {
  const { name, email } = /^(?<name>.*?) *<(?<email>.*)>$/.exec(text)?.groups ?? {};
  return email === undefined ? { name: null, email: text } : { name: tidy(name ?? '') || null, email };
}

function write({ name, email }: ReferencePerson): string {
  return name === null ? String(email) : `${name} <${email}>`;
}

function toKey({ email }: ReferencePerson): string[] {
  return email === null ? [] : [email.toLowerCase()];
}

function getKey(text: string): string {
  return parse(text).email?.toLowerCase() ?? text;
}

function hasName({ name, email }: ReferencePerson): boolean {
  return name !== null && name.toLowerCase() !== email?.toLowerCase();
}
