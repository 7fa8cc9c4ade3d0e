import type { ModelAutomation, ModelRule, PlaceColumn, PlaceSheet, RuleModel } from './rule-model.ts';
import { findOwn, getDecision, isList, isPlaceGone, liesIn } from './rule-model.ts';

/**
 * What becomes of the sheets of rules once they have looked often enough, a second time: written from docs/sync-rules.md and without
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
  /** By the id of the rule, then by that of the sheet. */
  states: Map<string, Map<string, SheetState>>;
  automations: ModelAutomation[];
  /** Sheets of rules, by their keys, that compete for the room of the plan or for a column. */
  contested: Set<string>;
};

type Seen = { kind: 'fits' | 'choose' | 'refused' | 'no_column' | 'missing'; column: PlaceColumn | null };

type World = {
  model: RuleModel;
  automations: ModelAutomation[];
  /** Sheets that come before all others. */
  first: ReadonlySet<string>;
  contested: Set<string>;
};

export function toKey({ id }: ModelRule, sheetId: string): string {
  return `${id}/${sheetId}`;
}

/**
 * Returns what two and more looks of each rule make of a place that nobody changes, where the rules look one after another. `first`:
 * sheets of rules that get the room of the plan, and their column, before the others, because they could be read before them.
 */
export function referenceRules(model: RuleModel, first: ReadonlySet<string> = new Set()): RuleOutcome {
  const automations = model.automations.map((one) => ({ ...one }));
  const world: World = { model: { ...model, automations }, automations, first, contested: new Set() };
  const states = new Map<string, Map<string, SheetState>>();
  // What one rule gives up, another one before it gets with its next look.
  for (const isFirstOnly of [true, true, false, false, false])
    for (const rule of model.rules) states.set(rule.id, look(world, rule, isFirstOnly));
  return { states, automations, contested: world.contested };
}

function look(world: World, rule: ModelRule, isFirstOnly: boolean): Map<string, SheetState> {
  const { model, automations } = world;
  const followers = automations.filter(({ ruleId }) => ruleId === rule.id);
  if (!rule.isActive) return statesAsTheyAre(rule, followers);
  const isGone = isPlaceGone(model, rule);
  const states = isGone ? statesAsTheyAre(rule, followers) : lookInto(world, rule, isFirstOnly);
  for (const one of automations) if (one.ruleId === rule.id && !one.isGone) one.settings = rule.settings;
  return states;
}

function lookInto(world: World, rule: ModelRule, isFirstOnly: boolean): Map<string, SheetState> {
  const { model, automations, first } = world;
  const states = new Map<string, SheetState>();
  const own = automations.filter(({ ruleId }) => ruleId === rule.id);
  const known = [...rule.decisions.keys(), ...own.map(({ sheetId }) => sheetId)];
  const byAge = model.sheets.toSorted(compareAge).map(({ id }) => id);
  const order = [...byAge, ...new Set(known.filter((id) => !byAge.includes(id)))];
  const seen = new Map(order.map((id) => [id, see(model, rule, id)]));

  const returning: string[] = [];
  const arriving: string[] = [];
  for (const id of order) {
    const { kind, column } = seen.get(id) ?? { kind: 'missing', column: null };
    const { excluded } = getDecision(rule, id);
    const automation = findOwn(model, rule, id);
    if (excluded) states.set(id, 'excluded');
    else if (automation?.isGone) {
      states.set(id, 'gone');
      if (kind === 'fits') returning.push(id);
    } else if (automation) states.set(id, follow(world, rule, { automation, kind, column }));
    else if (kind === 'missing') states.set(id, 'unknown');
    else if (kind !== 'fits' || !column) states.set(id, kind === 'fits' ? 'no_column' : kind);
    else {
      const state = arrive(world, rule, { sheetId: id, columnId: column.id });
      states.set(id, state);
      if (state === 'waits') arriving.push(id);
    }
  }

  const inTurn = [...returning, ...arriving];
  const isLate = (id: string) => Number(!first.has(toKey(rule, id)));
  for (const id of inTurn.toSorted((one, other) => isLate(one) - isLate(other))) {
    const column = seen.get(id)?.column;
    world.contested.add(toKey(rule, id));
    const room = model.room - automations.filter((one) => !one.isGone).length;
    if (room <= 0 || !column || (isFirstOnly && isLate(id) === 1)) continue;
    const automation = findOwn(model, rule, id);
    const isActive = !automation || automation.pausedBy === 'gone';
    if (isActive && isTaken(world, rule, { columnId: column.id, except: automation })) continue;
    states.set(id, 'follows');
    if (automation) {
      automation.isGone = false;
      automation.columnId = column.id;
      if (isActive) Object.assign(automation, { isActive, pausedBy: null });
      continue;
    }
    const made = { sheetId: id, columnId: column.id, ruleId: rule.id, isActive, pausedBy: null };
    automations.push({ ...made, isGone: false, settings: rule.settings });
  }
  return states;
}

/** What becomes of a sheet that follows. */
function follow(
  world: World,
  rule: ModelRule,
  { automation, kind, column }: Seen & { automation: ModelAutomation },
): SheetState {
  const sheet = world.model.sheets.find(({ id }) => id === automation.sheetId);
  const isLockedOnly = kind === 'refused' && column !== null && isList(column) && sheet?.access === 'ADMIN';
  if (kind !== 'fits' && !isLockedOnly) {
    automation.isGone = true;
    if (automation.isActive) Object.assign(automation, { isActive: false, pausedBy: 'gone' });
    return 'gone';
  }
  if (kind !== 'fits' || !column || automation.columnId === column.id) return 'follows';
  const isFree = !isTaken(world, rule, { columnId: column.id, except: automation });
  if (isFree || !automation.isActive) automation.columnId = column.id;
  return 'follows';
}

/** What becomes of a sheet that fits and does not follow yet; `waits`: it follows where the plan has room. */
function arrive(
  world: World,
  rule: ModelRule,
  { sheetId, columnId }: { sheetId: string; columnId: string },
): SheetState {
  const { wanted, takesOver } = getDecision(rule, sheetId);
  const mayTakeUp = rule.newSheets === 'take_up' || rule.isFirstLook || wanted || rule.letIn.has(sheetId);
  if (!mayTakeUp) return 'asks';
  const other = world.automations.find((one) => one.isActive && one.columnId === columnId);
  if (other?.ruleId === null && takesOver) {
    Object.assign(other, { ruleId: rule.id, settings: rule.settings });
    return 'follows';
  }
  const isFree = !other && !isTaken(world, rule, { columnId });
  // Of rules that both fit, the one that looks first gets the column.
  if (other?.ruleId !== null) world.contested.add(toKey(rule, sheetId));
  return isFree ? 'waits' : 'taken';
}

/** A paused rule does not look: what follows or is gone stays so, and of the others nothing is known for sure. */
function statesAsTheyAre(rule: ModelRule, followers: readonly ModelAutomation[]): Map<string, SheetState> {
  const states = new Map<string, SheetState>();
  for (const [id, { excluded }] of rule.decisions) if (excluded) states.set(id, 'excluded');
  for (const { sheetId, isGone } of followers) states.set(sheetId, isGone ? 'gone' : 'follows');
  return states;
}

/** Returns whether another automation fills a column, or that of a sheet which comes first will. */
function isTaken(
  { model, automations, first }: World,
  rule: ModelRule,
  { columnId, except }: { columnId: string; except?: ModelAutomation | undefined },
): boolean {
  const fills = (one: ModelAutomation) => one !== except && one.isActive && one.columnId === columnId;
  if (automations.some(fills)) return true;
  return model.sheets
    .filter(({ columns }) => columns.some(({ id }) => id === columnId))
    .some(({ id }) =>
      model.rules.some((other) => {
        if (other === rule || !first.has(toKey(other, id))) return false;
        const own = findOwn(model, other, id);
        return (!own || own.isGone) && see(model, other, id).column?.id === columnId;
      }),
    );
}

function see(model: RuleModel, rule: ModelRule, sheetId: string): Seen {
  const sheet = model.sheets.find(({ id }) => id === sheetId);
  const isInPlace =
    sheet &&
    (sheet.lies === rule.folder || (rule.includesSubfolders && liesIn(model, sheet.lies, rule.folder)));
  if (!sheet || !isInPlace) return { kind: 'missing', column: null };
  return findMatch(sheet, rule.title, getDecision(rule, sheetId).chosen);
}

/** Returns the column of a sheet that has the title of the rule, or why there is none. */
export function findMatch({ columns, access }: PlaceSheet, title: string, chosen: string | null): Seen {
  const own = columns.filter(({ id }) => id === chosen);
  const exact = columns.filter((one) => one.title.trim() === title.trim());
  const alike = columns.filter((one) => alikeKey(one.title) === alikeKey(title));
  const found = [own, exact, alike].find((some) => some.length > 0) ?? [];
  const lists = found.filter(isList);
  if (lists.length > 1) return { kind: 'choose', column: null };
  const column = lists[0] ?? found[0] ?? null;
  if (column === null) return { kind: 'no_column', column };
  const isFillable = isList(column) && !column.locked && access === 'ADMIN';
  return { kind: isFillable ? 'fits' : 'refused', column };
}

function compareAge(one: PlaceSheet, other: PlaceSheet): number {
  if (one.madeAt !== other.madeAt) return one.madeAt < other.madeAt ? -1 : 1;
  return Number(one.id) - Number(other.id);
}

function alikeKey(title: string): string {
  return title.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
