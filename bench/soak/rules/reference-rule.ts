import type { ModelAutomation, ModelRule, PlaceColumn, PlaceSheet, RuleModel } from './rule-model.ts';
import { findColumn, getDecision, isList } from './rule-model.ts';

/**
 * What becomes of the sheets of a rule once it has looked often enough, a second time: written from docs/sync-rules.md and without
 * any code of the product, so that one of the two is wrong where they differ.
 */

/** The word for a sheet, as the page of the rule has it; `unknown`: it is not listed. */
export type SheetState =
  | 'follows'
  | 'gone'
  | 'asks'
  | 'waits'
  | 'excluded'
  | 'choose'
  | 'refused'
  | 'taken'
  | 'no_column'
  | 'unknown';

export type RuleOutcome = {
  states: Map<string, SheetState>;
  automations: ModelAutomation[];
  /** Sheets among which the room of the plan was shared out: who got it depends on what could be read when. */
  contested: string[];
};

type Seen = { kind: 'fits' | 'choose' | 'refused' | 'no_column' | 'missing'; column: PlaceColumn | null };

/**
 * Returns what two and more looks make of a place that nobody changes. `first`: sheets that get the room of the plan before the
 * others, because they could be read before them.
 */
export function referenceRule(model: RuleModel, first: ReadonlySet<string> = new Set()): RuleOutcome {
  const { rule } = model;
  const automations = model.automations.map((one) => ({ ...one }));
  const states = new Map<string, SheetState>();
  if (!rule) return { states, automations, contested: [] };
  if (!rule.isActive) return { states: statesAsTheyAre(rule, automations), automations, contested: [] };
  const known = new Set([...rule.decisions.keys(), ...automations.flatMap(({ sheetId }) => sheetId)]);
  const ids = [...new Set([...model.sheets.map(({ id }) => id), ...known])];
  const seen = new Map(ids.map((id) => [id, see(model, rule, id)]));
  const own = (id: string) => automations.find((one) => one.ofRule && one.sheetId === id);
  const byAge = model.sheets.toSorted(compareAge).map(({ id }) => id);
  const order = [...byAge, ...ids.filter((id) => !byAge.includes(id))];

  const returning: string[] = [];
  const arriving: string[] = [];
  for (const id of order) {
    const { kind, column } = seen.get(id) ?? { kind: 'missing', column: null };
    const { excluded, wanted, takesOver } = getDecision(rule, id);
    const automation = own(id);
    if (excluded) states.set(id, 'excluded');
    else if (automation?.isGone) {
      states.set(id, 'gone');
      if (kind === 'fits') returning.push(id);
    } else if (automation) {
      const isLockedOnly = kind === 'refused' && column !== null && isList(column);
      if (kind === 'fits' || isLockedOnly) states.set(id, 'follows');
      else {
        states.set(id, 'gone');
        automation.isGone = true;
        if (automation.isActive) Object.assign(automation, { isActive: false, pausedBy: 'gone' });
      }
      if (kind === 'fits' && column && !isTaken(automations, column.id, automation))
        automation.columnId = column.id;
    } else if (kind === 'missing') states.set(id, 'unknown');
    else if (kind !== 'fits' || !column) states.set(id, kind === 'fits' ? 'no_column' : kind);
    else {
      const other = automations.find((one) => !one.ofRule && one.isActive && one.columnId === column.id);
      const mayTakeUp = rule.newSheets === 'take_up' || rule.isFirstLook || wanted || rule.letIn.has(id);
      if (!mayTakeUp) states.set(id, 'asks');
      else if (other && takesOver) {
        Object.assign(other, { ofRule: true, settings: rule.settings });
        states.set(id, 'follows');
      } else if (other) states.set(id, 'taken');
      else arriving.push(id);
    }
  }

  let room = model.room - automations.filter(({ isGone }) => !isGone).length;
  const inTurn = [...returning, ...arriving];
  const isScarce = inTurn.length > room;
  for (const id of inTurn.toSorted((one, other) => Number(first.has(other)) - Number(first.has(one)))) {
    const automation = own(id);
    const column = seen.get(id)?.column;
    if (!automation) states.set(id, 'waits');
    if (room <= 0 || !column) continue;
    room -= 1;
    states.set(id, 'follows');
    if (automation) {
      automation.isGone = false;
      automation.columnId = column.id;
      if (automation.pausedBy === 'gone') Object.assign(automation, { isActive: true, pausedBy: null });
      continue;
    }
    const made = { sheetId: id, columnId: column.id, ofRule: true, isActive: true, pausedBy: null };
    automations.push({ ...made, isGone: false, settings: rule.settings });
  }
  // A locked column gets them with a look after it is unlocked.
  const isLocked = ({ columnId }: ModelAutomation) => findColumn(model, columnId)?.locked === true;
  for (const one of automations)
    if (one.ofRule && !one.isGone && !isLocked(one)) one.settings = rule.settings;
  return { states, automations, contested: isScarce ? inTurn : [] };
}

/** A paused rule does not look: what follows or is gone stays so, and of the others nothing is known for sure. */
function statesAsTheyAre(rule: ModelRule, automations: readonly ModelAutomation[]): Map<string, SheetState> {
  const states = new Map<string, SheetState>();
  for (const [id, { excluded }] of rule.decisions) if (excluded) states.set(id, 'excluded');
  for (const { ofRule, sheetId, isGone } of automations)
    if (ofRule) states.set(sheetId, isGone ? 'gone' : 'follows');
  return states;
}

function isTaken(
  automations: readonly ModelAutomation[],
  columnId: string,
  except: ModelAutomation,
): boolean {
  return automations.some((one) => one !== except && one.isActive && one.columnId === columnId);
}

function see(model: RuleModel, rule: ModelRule, sheetId: string): Seen {
  const sheet = model.sheets.find(({ id }) => id === sheetId);
  const isInPlace =
    sheet && (sheet.lies === 'top' || (rule.includesSubfolders && sheet.lies !== 'elsewhere'));
  if (!sheet || !isInPlace) return { kind: 'missing', column: null };
  return findMatch(sheet, rule.title, getDecision(rule, sheetId).chosen);
}

/** Returns the column of a sheet that has the title of the rule, or why there is none. */
export function findMatch({ columns }: PlaceSheet, title: string, chosen: string | null): Seen {
  const own = columns.filter(({ id }) => id === chosen);
  const exact = columns.filter((one) => one.title.trim() === title.trim());
  const alike = columns.filter((one) => alikeKey(one.title) === alikeKey(title));
  const found = [own, exact, alike].find((some) => some.length > 0) ?? [];
  const lists = found.filter(isList);
  if (lists.length > 1) return { kind: 'choose', column: null };
  const column = lists[0] ?? found[0] ?? null;
  if (column === null) return { kind: 'no_column', column };
  return { kind: isList(column) && !column.locked ? 'fits' : 'refused', column };
}

function compareAge(one: PlaceSheet, other: PlaceSheet): number {
  if (one.madeAt !== other.madeAt) return one.madeAt < other.madeAt ? -1 : 1;
  return Number(one.id) - Number(other.id);
}

function alikeKey(title: string): string {
  return title.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
