import { type RuleOutcome, toKey } from './reference-rule.ts';
import { findColumn, isPlaceGone, type PlaceSheet, type RuleScene } from './rule-model.ts';

/** Returns how each sheet stands to each rule, by its key. */
export async function readStates({ place, ask }: RuleScene): Promise<ReadonlyMap<string, string>> {
  type Shown = { sheetId: string; state: string };
  const states = new Map<string, string>();
  for (const rule of place.rules)
    for (const { sheetId, state } of await ask<Shown[]>('GET', `/api/rules/${rule.id}/matches`))
      states.set(toKey(rule, sheetId), state);
  return states;
}

/** Compares the sheets of rules and their automations with the model, and returns what differs. */
export async function compareRules(
  { place, stage, model }: RuleScene,
  outcome: RuleOutcome,
  found: ReadonlyMap<string, string>,
): Promise<string[]> {
  const breaches: string[] = [];
  const nameRule = (id: string | null) =>
    id === null ? 'alone' : `of rule ${place.rules.findIndex((rule) => rule.id === id) + 1}`;
  for (const rule of place.rules.filter((one) => one.isActive && !isPlaceGone(place, one))) {
    const states = outcome.states.get(rule.id) ?? new Map<string, string>();
    const listed = [...found.keys()].flatMap((key) => {
      const [ruleId, sheetId = ''] = key.split('/');
      return ruleId === rule.id ? [sheetId] : [];
    });
    for (const id of new Set([...listed, ...states.keys()])) {
      const wanted = states.get(id) ?? 'unknown';
      const state = found.get(toKey(rule, id)) ?? 'unknown';
      const sheet = place.sheets.find((one) => one.id === id);
      const what = `the sheet ${id} ${describe(sheet)} ${nameRule(rule.id)} (${rule.folder}, ${rule.title})`;
      if (wanted !== state) breaches.push(`${what} is ${state} and should be ${wanted}`);
    }
  }
  const userId = model.accounts[0]?.userId ?? '';
  const rows = await stage.prisma.automation.findMany({ where: { userId, name: { not: 'Filler' } } });
  type Told = {
    sheetId: string;
    ruleId: string | null;
    columnId: string;
    isActive: boolean;
    isGone: boolean;
  };
  const tell = (one: Told) =>
    `${one.sheetId}/${one.columnId} ${nameRule(one.ruleId)}, ${one.isActive ? 'active' : 'paused'}${one.isGone ? ', gone' : ''}`;
  const actual = rows.map((row) =>
    tell({ ...row, columnId: row.targetColumnId, isGone: row.leftRuleAt !== null }),
  );
  const wanted = outcome.automations.map(tell);
  for (const one of actual.filter((text) => !wanted.includes(text)))
    breaches.push(`an automation should not be: ${one}`);
  for (const one of wanted.filter((text) => !actual.includes(text)))
    breaches.push(`an automation is missing: ${one}`);
  for (const row of rows) {
    // What cannot be read, because it was deleted, gets no settings.
    if (row.leftRuleAt !== null || !findColumn(place, row.targetColumnId)) continue;
    const rule = place.rules.find(({ id, isActive }) => isActive && id === row.ruleId);
    const others = rule ? drawn.filter((name) => row[name] !== rule.settings[name]) : [];
    if (others.length > 0)
      breaches.push(`sheet ${row.sheetId} has another ${others.join(', ')} than ${nameRule(row.ruleId)}`);
  }
  return breaches;
}

/** The settings that are drawn for rules. */
const drawn = ['mode', 'order', 'ignoreCase', 'splitValues'] as const;

function describe(sheet: PlaceSheet | undefined): string {
  if (!sheet) return '(deleted)';
  const columns = sheet.columns.map(
    ({ title, type, locked }) => `${title} ${type}${locked ? ' locked' : ''}`,
  );
  return `(${sheet.lies}, ${sheet.access}: ${columns.join(', ')})`;
}
