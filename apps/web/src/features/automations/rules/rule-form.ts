import {
  type AutomationSettings,
  type CreateRule,
  type EditRule,
  type PreviewRule,
  type Rule,
  ruleIsOneWay,
  settingNames,
  toAutomationName,
} from '@picksync/contracts';
import type { AutomationValues, Choice } from '../form/automation-form-values.ts';
import type { RuleErrors } from './folder-side.tsx';
import type { ChosenPlace, RuleEntries } from './rule-values.ts';

type RuleForm = { values: AutomationValues; settings: AutomationSettings; entries: RuleEntries };

/** Returns a name made of the source and the place, no longer than a name may be; empty until both are chosen. */
export function proposedRuleName(source: Choice | null, place: ChosenPlace | null): string {
  if (!source || !place) return '';
  return toAutomationName(source.name, `every sheet of ${place.name}`);
}

/** Returns what is missing before the place can be looked at, in a sentence; null where nothing is. */
export function findMissing({ values, entries }: Pick<RuleForm, 'values' | 'entries'>): string | null {
  if (values.mode === 'two_way') return ruleIsOneWay;
  if (values.sourceSheet && values.sourceColumn && entries.place && entries.columnTitle.trim()) return null;
  return 'Choose a source column, a workspace or folder and the title of its columns to see which sheets would follow.';
}

/** Returns what is missing at the fields of the destination. */
export function checkEntries({ place, columnTitle }: RuleEntries): RuleErrors {
  return {
    ...(place === null && { place: 'Please choose a workspace or folder' }),
    ...(columnTitle.trim() === '' && { columnTitle: 'Please enter the title of the column' }),
  };
}

/** Returns the draft for a preview; null while something is missing. */
export function toRuleDraft({ values, settings, entries }: RuleForm, ruleId?: string): PreviewRule | null {
  const { place, includesSubfolders, columnTitle } = entries;
  const { sourceSheet, sourceColumn } = values;
  if (!place || !sourceSheet || !sourceColumn || findMissing({ values, entries }) !== null) return null;
  return {
    placeKind: place.kind,
    placeId: place.id,
    includesSubfolders,
    columnTitle: columnTitle.trim(),
    sourceSheetId: sourceSheet.id,
    sourceColumnId: sourceColumn.id,
    ...settings,
    ...(ruleId !== undefined && { ruleId }),
  };
}

/** Returns the request that creates the rule; null while something is missing. */
export function toCreateRule(form: RuleForm): CreateRule | null {
  const draft = toRuleDraft(form);
  const name = form.values.name.trim();
  if (!draft || name === '') return null;
  const { place, newSheets, excluded, chosenColumns, takenOver } = form.entries;
  return {
    ...draft,
    name,
    ...(place?.workspaceId !== undefined && { workspaceId: place.workspaceId }),
    newSheets,
    excludedSheetIds: [...excluded],
    chosenColumns: Object.entries(chosenColumns).map(([sheetId, { columnId }]) => ({ sheetId, columnId })),
    takenOverSheetIds: [...takenOver],
  };
}

/** Returns the edit that makes the rule what the form says; empty where it is that already. */
export function toEditRule(form: RuleForm, rule: Rule): EditRule | null {
  const wanted = toCreateRule(form);
  if (!wanted) return null;
  const { name, placeKind, placeId, includesSubfolders, columnTitle, newSheets } = wanted;
  const { sourceSheetId, sourceColumnId, workspaceId } = wanted;
  const hasMoved = placeId !== rule.place.id || placeKind !== rule.place.kind;
  const hasSource = sourceSheetId !== rule.sourceSheetId || sourceColumnId !== rule.sourceColumnId;
  const changed = settingNames.filter(
    (setting) => JSON.stringify(wanted[setting]) !== JSON.stringify(rule[setting]),
  );
  return {
    ...(name !== rule.name && { name }),
    ...(hasMoved && { placeKind, placeId, ...(workspaceId !== undefined && { workspaceId }) }),
    ...(includesSubfolders !== rule.includesSubfolders && { includesSubfolders }),
    ...(columnTitle !== rule.columnTitle && { columnTitle }),
    ...(newSheets !== rule.newSheets && { newSheets }),
    ...(hasSource && { sourceSheetId, sourceColumnId }),
    ...Object.fromEntries(changed.map((setting) => [setting, wanted[setting]])),
  };
}
