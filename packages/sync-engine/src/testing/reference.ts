import type { AutomationSettings } from '@picksync/contracts';
import { tidy } from './reference-values.ts';

/**
 * What a dropdown has to say, a second time: written from docs/sync-rules.md and without any code of the engine, as plainly
 * as can be, so that one of the two is wrong where they differ. It remembers texts, and compares each with each.
 */

/** A text that runs remember, and whether they would know it in another case. */
type Remembered = { text: string; inAnyCase: boolean };

/** What runs remember, as texts. */
export type ReferenceMemory = {
  /** The list as the last run left it; null where nobody knows, and where it left none. */
  left: Remembered[] | null;
  kept: Remembered[];
  excluded: Remembered[];
  leaving: (Remembered & { goesAt: number })[];
  /** The values for which a person has kept what they lack. */
  heldFor: string | null;
  /** How many sheets the report read when the list last held what it gave; null for a sheet. */
  sheets: number | null;
};

export const blankMemory: ReferenceMemory = {
  left: null,
  kept: [],
  excluded: [],
  leaving: [],
  heldFor: null,
  sheets: null,
};

export type ReferenceAnswer = 'approve' | 'keep';

export type ReferenceInput = {
  values: readonly string[];
  /** What the source would give without filters; the values where there are none. */
  unfiltered?: readonly string[];
  /** The list that is there. */
  current: readonly string[];
  settings: AutomationSettings;
  memory: ReferenceMemory;
  /** What the cells of the target column say. */
  used: readonly string[];
  maxOptions: number;
  now: number;
  /** How many sheets the report reads that is the source. */
  sheets?: number;
  /** What a person has said about exactly this change. */
  answer?: ReferenceAnswer | undefined;
};

export type ReferenceOutcome = {
  /** `wait` and `refuse` write nothing. */
  verdict: 'write' | 'wait' | 'refuse';
  reason: 'source_empty' | 'nothing_passes' | 'fewer_source_sheets' | 'wipe_guard' | 'drift_found' | null;
  /** What is, or would be, the list. */
  list: string[];
  memory: ReferenceMemory;
};

const dayMs = 24 * 60 * 60 * 1000;

/** Returns what a run has to make of a dropdown. */
export function referenceRun(input: ReferenceInput): ReferenceOutcome {
  const first = attempt(input, {});
  if (first.verdict !== 'wait' || input.answer === undefined) return first;
  if (input.answer === 'approve') return attempt(input, { approved: true });
  return attempt(input, first.reason === 'drift_found' ? { keepsDrift: true } : { keepsAll: true });
}

type Said = { approved?: boolean; keepsDrift?: boolean; keepsAll?: boolean };

function attempt(input: ReferenceInput, said: Said): ReferenceOutcome {
  const { settings, memory, maxOptions, now } = input;
  const { drift, pinnedFirst, pinnedLast } = settings;
  const texts = getTexts(input);
  const hand = changesByHand(input, texts, said);
  const wanted = texts.wantedWithout(hand.excluded);
  const found = toValueSet(texts.values, settings);
  const isHeld = said.keepsAll === true || memory.heldFor === found;
  const { stay, staysForNow, leaving } = findStaying(input, texts, { ...hand, wanted, isHeld });

  const middle = [...wanted, ...stay];
  const collator = new Intl.Collator('en', { numeric: true });
  const compare = (one: string, other: string) => collator.compare(one, other) || (one < other ? -1 : 1);
  if (settings.order === 'ascending') middle.sort(compare);
  if (settings.order === 'descending') middle.sort((one, other) => compare(other, one));
  const list = [
    ...pinnedFirst.map(tidy).map(texts.spelled),
    ...middle,
    ...pinnedLast.map(tidy).map(texts.spelledLast),
  ];

  const heldFor = isHeld ? found : null;
  const outcome = { list, memory: { ...memory, leaving, heldFor }, reason: null };
  if (list.length > maxOptions) return { ...outcome, verdict: 'refuse' };
  const question = said.approved ? null : findQuestion(input, { ...hand, list, values: texts.values, said });
  if (question !== null) return { ...outcome, verdict: 'wait', reason: question };
  const left = drift === 'put_back' || list.length === 0 ? null : rememberAll(list, settings);
  const stillLeaving = leaving.filter(({ goesAt }) => goesAt > now || isHeld);
  const { kept, excluded } = hand;
  const sheets = countSheets(input, { staysForNow, said });
  const after = { left, kept, excluded, leaving: stillLeaving, heldFor, sheets };
  return { ...outcome, verdict: 'write', memory: after };
}

/** A report that reads fewer sheets is compared with the number of before for as long as options of theirs may be left. */
function countSheets(
  { sheets, memory }: ReferenceInput,
  { staysForNow, said }: { staysForNow: boolean; said: Said },
): number | null {
  if (sheets === undefined) return memory.sheets;
  return staysForNow && !said.approved ? Math.max(sheets, memory.sheets ?? 0) : sheets;
}

type Texts = ReturnType<typeof getTexts>;

/** Returns the values, each once, and how texts are compared under the settings. */
function getTexts({ settings, values: given, current }: ReferenceInput) {
  const isLike = (one: string) => (other: string) => like(one, settings) === like(other, settings);
  const isIn = (list: readonly string[]) => (text: string) => list.some(isLike(text));
  const knows = (list: readonly Remembered[]) => (text: string) =>
    list.some((one) => isRemembered(one, text));
  const values = given.filter((text, index) => given.findIndex(isLike(text)) === index);
  const pins = [...settings.pinnedFirst, ...settings.pinnedLast].map(tidy);
  // A spelling that is in the dropdown stays; of two the first, at the end of the list the last.
  const spelled = (text: string) =>
    current.find((one) => tidy(one) === text) ?? current.find(isLike(text)) ?? text;
  const spelledLast = (text: string) =>
    current.findLast((one) => tidy(one) === text) ?? current.findLast(isLike(text)) ?? text;
  const spelledPins = [
    ...settings.pinnedFirst.map(tidy).map(spelled),
    ...settings.pinnedLast.map(tidy).map(spelledLast),
  ];
  const wantedWithout = (left: readonly Remembered[]) =>
    values.filter((text) => !knows(left)(text) && !isIn(pins)(text)).map(spelled);
  return { values, pins: spelledPins, isIn, knows, spelled, spelledLast, wantedWithout };
}

type ByHand = { added: string[]; deleted: string[]; kept: Remembered[]; excluded: Remembered[] };

/** Returns what was changed by hand, and what stays of it. */
function changesByHand(input: ReferenceInput, texts: Texts, said: Said): ByHand {
  const { settings, memory, current } = input;
  const known = settings.drift === 'put_back' ? null : memory.left;
  const wanted = texts.wantedWithout(memory.excluded);
  const isWantedText = (text: string) => [...wanted, ...texts.pins].includes(text);
  const wasLeft = known === null ? null : texts.knows(known);
  const added = current.filter((text) => wasLeft !== null && !wasLeft(text) && !isWantedText(text));
  // What is there in another case was not deleted, whatever the settings say of case by now.
  const gone = known?.filter((one) => !current.some((text) => isRemembered(one, text))) ?? [];
  const deleted = wanted.filter((text) => texts.knows(gone)(text) && !current.includes(text));
  const kept = memory.kept.filter((one) => current.some((text) => isRemembered(one, text)));
  const { excluded } = memory;
  if (settings.drift !== 'keep' && !said.keepsDrift) return { added, deleted, kept, excluded };

  const isBack = (one: Remembered) => added.some((text) => isRemembered(one, text));
  const stillOut = [...excluded.filter((one) => !isBack(one)), ...rememberAll(deleted, settings)];
  // What is the source's again needs no other reason to stay.
  const isInSource = (text: string) => texts.wantedWithout(stillOut).includes(text);
  const own = added.filter((text) => !isInSource(text));
  return { added, deleted, kept: [...kept, ...rememberAll(own, settings)], excluded: stillOut };
}

type Stays = {
  stay: string[];
  /** Some of it stays for a reason that ends: a use, some days, an answer. */
  staysForNow: boolean;
  leaving: ReferenceMemory['leaving'];
};

/** Returns what stays although the source lacks it, and what of it goes later. */
function findStaying(
  { settings, memory, current, used, now }: ReferenceInput,
  { isIn, knows, pins }: Texts,
  { added, kept, wanted, isHeld }: ByHand & { wanted: string[]; isHeld: boolean },
): Stays {
  const { mode, graceDays } = settings;
  const result: Stays = { stay: [], staysForNow: false, leaving: [] };
  for (const text of current) {
    if ([...wanted, ...pins].includes(text)) continue;
    const isUsed = mode === 'keep_used' && isIn(used)(text);
    if (mode === 'add_only' || isUsed || knows(kept)(text)) {
      result.stay.push(text);
      if (isUsed && !knows(kept)(text)) result.staysForNow = true;
      continue;
    }
    // Neither what was added by hand nor a second spelling of what is in the list has ever left the source.
    const hasLeft = !added.includes(text) && !isIn([...wanted, ...pins])(text);
    // Two spellings that have become one option have one date.
    const dates = memory.leaving.filter((one) => isRemembered(one, text));
    const before = dates.findLast(({ inAnyCase }) => !inAnyCase) ?? dates.at(-1);
    const hasDate = hasLeft && graceDays > 0 && (before !== undefined || !isHeld);
    const goesAt = Math.min(before?.goesAt ?? Number.POSITIVE_INFINITY, now + graceDays * dayMs);
    if (hasDate) result.leaving.push(...rememberAll([text], settings).map((one) => ({ ...one, goesAt })));
    if (!(hasDate && goesAt > now) && !isHeld) continue;
    result.stay.push(text);
    result.staysForNow = true;
  }
  return result;
}

type Change = Pick<ByHand, 'added' | 'deleted'> & { list: string[]; values: string[]; said: Said };

/** Returns what a person is asked before the list is written. */
function findQuestion(input: ReferenceInput, change: Change): ReferenceOutcome['reason'] {
  const { settings, current, sheets, memory } = input;
  const { list, values, added, deleted, said } = change;
  const { unfiltered = values } = input;
  const removed = current.filter((text) => !list.includes(text));
  const isEmptied = values.length === 0 || list.length === 0;
  if (removed.length > 0 && isEmptied) return unfiltered.length === 0 ? 'source_empty' : 'nothing_passes';
  const isFewer = sheets !== undefined && memory.sheets !== null && sheets < memory.sheets;
  if (removed.length > 0 && isFewer && !said.keepsAll) return 'fewer_source_sheets';
  const isUndone = deleted.length > 0 || added.some((text) => !list.includes(text));
  if (settings.drift === 'ask' && isUndone && !said.keepsDrift) return 'drift_found';
  const isMuch = removed.length * 100 > settings.maxRemovalPercent * current.length;
  return isMuch && removed.length > 5 ? 'wipe_guard' : null;
}

type Case = Pick<AutomationSettings, 'ignoreCase'>;

function like(text: string, { ignoreCase }: Case): string {
  return ignoreCase ? tidy(text).toLowerCase() : tidy(text);
}

/** Returns what stands for the values of a source, in whatever order and however often they come. */
export function toValueSet(values: readonly string[], settings: Case): string {
  return JSON.stringify([...new Set(values.map((text) => like(text, settings)))].toSorted());
}

/** Returns how runs remember texts. */
export function rememberAll(texts: readonly string[], settings: Case): Remembered[] {
  return texts.map((text) => ({ text: like(text, settings), inAnyCase: settings.ignoreCase }));
}

/** Returns whether runs remember a text by this. */
export function isRemembered({ text, inAnyCase }: Remembered, option: string): boolean {
  return like(option, { ignoreCase: inAnyCase }) === text;
}
