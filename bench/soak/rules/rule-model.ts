import type { AutomationSettings } from '@picksync/contracts';
import type { Ask } from '../open-ask.ts';
import type { SoakScene } from '../people.ts';

export type PlaceColumn = { id: string; title: string; type: string; locked: boolean };

/** A sheet as people have left it. Deleted ones are not kept. */
export type PlaceSheet = {
  id: string;
  name: string;
  /** When it was made, to the second: the oldest come first, and of those of one second the one with the lower id. */
  madeAt: string;
  /** Where it lies: one of the folders by name, or elsewhere. */
  lies: FolderName | 'elsewhere';
  /** What the person may do with it. */
  access: 'ADMIN' | 'VIEWER';
  columns: PlaceColumn[];
};

/** The workspace itself, a folder that is made in it, and one that is made in that. */
export type FolderName = 'top' | 'inner' | 'innermost';

/** An automation as the model knows it: of a rule, or standing alone (null) since its rule let it go. */
export type ModelAutomation = {
  sheetId: string;
  columnId: string;
  ruleId: string | null;
  isActive: boolean;
  /** Why it is paused; null while it is active. */
  pausedBy: 'person' | 'rule' | 'gone' | null;
  /** Whether its rule does not find its sheet any more: it counts no more. */
  isGone: boolean;
  settings: AutomationSettings;
};

/** What people have decided about a sheet of the rule. */
export type Decision = { excluded: boolean; wanted: boolean; chosen: string | null; takesOver: boolean };

export type ModelRule = {
  id: string;
  /** The folder that it looks into, and the id that it knows it by: one that was deleted is gone for good. */
  folder: 'top' | 'inner';
  placeId: string;
  title: string;
  includesSubfolders: boolean;
  newSheets: 'take_up' | 'ask';
  settings: AutomationSettings;
  isActive: boolean;
  /** Whether no look has been whole since it was made, or looks elsewhere: what it finds is not new. */
  isFirstLook: boolean;
  decisions: Map<string, Decision>;
  /** Sheets that a look has let in, and that the plan or another automation holds back: nobody is asked about them again. */
  letIn: Set<string>;
  /** The state of each sheet when all was at rest last; null without one. */
  shown: Map<string, string> | null;
};

export type RuleModel = {
  folders: Record<FolderName, string>;
  /** In what each folder lies; elsewhere is another workspace. */
  parents: Record<'inner' | 'innermost', FolderName | 'elsewhere'>;
  workspaceId: string;
  elsewhereId: string;
  /** What the workspaces give: where it is only to look at, each sheet is shared by itself. */
  shared: 'ADMIN' | 'VIEWER';
  sheets: PlaceSheet[];
  /** In the order in which they look. */
  rules: ModelRule[];
  automations: ModelAutomation[];
  /** What each dropdown says, by its column. */
  lists: Map<string, string[]>;
  /** How many automations the plan has room for beside those that only count. */
  room: number;
  made: number;
};

export type RuleScene = SoakScene & {
  place: RuleModel;
  ask: Ask;
  /** The workspace belongs to a colleague, who has made the person an admin of it: a token of theirs. */
  ownerToken: string;
};

export function noDecision(): Decision {
  return { excluded: false, wanted: false, chosen: null, takesOver: false };
}

export function getDecision(rule: ModelRule, sheetId: string): Decision {
  const known = rule.decisions.get(sheetId);
  if (known) return known;
  const made = noDecision();
  rule.decisions.set(sheetId, made);
  return made;
}

/** Returns whether a folder is another one, or lies in it. */
export function liesIn(
  model: Pick<RuleModel, 'parents'>,
  folder: PlaceSheet['lies'],
  other: FolderName,
): boolean {
  if (folder === other) return true;
  if (folder === 'elsewhere' || folder === 'top') return false;
  return liesIn(model, model.parents[folder], other);
}

/** Returns whether what a rule looks into was deleted. */
export function isPlaceGone({ folders }: RuleModel, { folder, placeId }: ModelRule): boolean {
  return folders[folder] !== placeId;
}

/** Returns the automation of a rule in a sheet. */
export function findOwn({ automations }: RuleModel, { id }: ModelRule, sheetId: string) {
  return automations.find((one) => one.ruleId === id && one.sheetId === sheetId);
}

export function isList({ type }: PlaceColumn): boolean {
  return type === 'PICKLIST' || type === 'MULTI_PICKLIST';
}

export function findColumn({ sheets }: RuleModel, columnId: string): PlaceColumn | undefined {
  return sheets.flatMap(({ columns }) => columns).find(({ id }) => id === columnId);
}
