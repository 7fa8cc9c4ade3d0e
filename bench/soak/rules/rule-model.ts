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
  columns: PlaceColumn[];
};

/** The workspace itself, a folder in it, and a folder in that. */
export type FolderName = 'top' | 'inner' | 'innermost';

/** An automation as the model knows it: of the rule, or standing alone since the rule let it go. */
export type ModelAutomation = {
  sheetId: string;
  columnId: string;
  ofRule: boolean;
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
};

export type RuleModel = {
  folders: Record<FolderName, string>;
  workspaceId: string;
  sheets: PlaceSheet[];
  rule: ModelRule | null;
  automations: ModelAutomation[];
  /** What each dropdown says, by its column. */
  lists: Map<string, string[]>;
  /** How many automations the plan has room for beside those that only count. */
  room: number;
  made: number;
  /** The state of each sheet of the rule when all was at rest last; null without one. */
  shown: Map<string, string> | null;
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

export function isList({ type }: PlaceColumn): boolean {
  return type === 'PICKLIST' || type === 'MULTI_PICKLIST';
}

export function findColumn({ sheets }: RuleModel, columnId: string): PlaceColumn | undefined {
  return sheets.flatMap(({ columns }) => columns).find(({ id }) => id === columnId);
}
