import * as z from 'zod';
import { automation, maxAutomationNameLength } from './automation-fields.ts';
import { automationSettings, settingFieldsWithDefaults } from './automation-settings.ts';
import { count, foreignName, idField, isoTime, requiredText, smartsheetIdField } from './fields.ts';

/** How many folders a rule looks into, the chosen one among them. */
export const maxRuleFolders = 50;

/** How many sheets a rule looks at. */
export const maxRuleSheets = 2_000;

/** For how many days a sheet that is gone goes on by itself when it is back. */
export const goneDays = 30;

const placeKinds = ['workspace', 'folder'] as const;

/** A workspace or a folder, as Smartsheet names it. */
const place = z.object({ kind: z.enum(placeKinds), id: z.string(), name: z.string() });

/** What lies in a place itself; without a place, the workspaces that the user can see. */
export const places = z.object({
  places: z.array(place),
  /** Sheets that lie in it itself. */
  sheetCount: count,
  /** False where Smartsheet has more than was read. */
  isWhole: z.boolean(),
});

/** `take_up`: a new sheet is filled at once. `ask`: it waits for its owner in the list of the rule. */
const newSheets = z.enum(['take_up', 'ask']);

/** Said where a rule would be two-way. */
export const ruleIsOneWay =
  'With many destinations, nobody could say which sheet a new row comes from. Two-way needs one destination.';

const titleMessage = 'Please choose the column';

const where = {
  placeKind: z.enum(placeKinds),
  placeId: smartsheetIdField('Please choose a workspace or folder'),
  includesSubfolders: z.boolean(),
  /** The title of the dropdown and contact columns that are filled. */
  columnTitle: foreignName({ message: titleMessage, max: 200 }),
};

/** The workspace through which a folder was reached: Smartsheet does not say in which one a folder lies. Only named by it. */
const workspaceId = smartsheetIdField().optional();

const source = {
  sourceSheetId: smartsheetIdField('Source sheet ID is required'),
  sourceColumnId: smartsheetIdField('Source column ID is required'),
};

const sheetIds = z.array(smartsheetIdField()).max(maxRuleSheets);

/** A column that a person chose in a sheet that has several of that title. */
const chosenColumns = z
  .array(z.strictObject({ sheetId: smartsheetIdField(), columnId: smartsheetIdField() }))
  .max(maxRuleSheets);

type Mode = { mode?: string | undefined };

function refuseTwoWay({ mode }: Mode, issues: z.RefinementCtx): void {
  if (mode === 'two_way') issues.addIssue({ code: 'custom', path: ['mode'], message: ruleIsOneWay });
}

const ruleDraft = z.strictObject({
  ...where,
  includesSubfolders: where.includesSubfolders.default(true),
  ...source,
  ...settingFieldsWithDefaults,
});

const ruleName = requiredText({ message: 'Automation name is required', max: maxAutomationNameLength });

export const createRuleBody = ruleDraft
  .extend({
    name: ruleName,
    workspaceId,
    newSheets: newSheets.default('take_up'),
    /** Sheets that are left out by hand; they stay so. */
    excludedSheetIds: sheetIds.default([]),
    chosenColumns: chosenColumns.default([]),
    /** Sheets whose dropdown another automation of the user fills, and that the rule takes over with its history. */
    takenOverSheetIds: sheetIds.default([]),
  })
  .superRefine(refuseTwoWay);

export const previewRuleBody = ruleDraft
  .extend({
    /** The rule that is being edited. */
    ruleId: idField.optional(),
    /** `next` of the call before; the first call begins a new look. */
    from: count.max(1_000_000).optional(),
  })
  .superRefine(refuseTwoWay);

/** Every editable field; only what is given changes. A place comes as a whole. */
export const editRuleBody = z
  .strictObject({
    name: ruleName,
    ...where,
    workspaceId,
    ...source,
    ...automationSettings.shape,
    newSheets,
    isActive: z.boolean(),
  })
  .partial()
  .superRefine((edit, issues) => {
    const refuse = (field: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [field], message });
    refuseTwoWay(edit, issues);
    if (Object.keys(edit).length === 0)
      issues.addIssue({ code: 'custom', message: 'There is nothing to change' });
    if ((edit.placeId === undefined) !== (edit.placeKind === undefined))
      refuse('placeId', 'Please choose a workspace or folder');
    if (edit.workspaceId !== undefined && edit.placeId === undefined)
      refuse('workspaceId', 'Please choose a workspace or folder');
    if (edit.sourceSheetId !== undefined && edit.sourceColumnId === undefined)
      refuse('sourceColumnId', 'Source column ID is required');
  });

export type CreateRule = z.output<typeof createRuleBody>;
export type PreviewRule = z.output<typeof previewRuleBody>;
export type EditRule = z.output<typeof editRuleBody>;

/**
 * How a sheet stands to its rule. `follows`: an automation fills its dropdown. `gone`: it did, and the sheet or its column is
 * not there any more. `asks`: it is new and waits for its owner. `waits`: the plan has no room. `excluded`: left out by hand.
 * `choose`: several columns have the title. `refused`: its column cannot be filled. `taken`: another automation fills it.
 * `loop`: it would lead back to its own source. `no_column`: no column has the title. `unread`: it was not read yet.
 */
export const matchStates = [
  'follows',
  'gone',
  'asks',
  'waits',
  'excluded',
  'choose',
  'refused',
  'taken',
  'loop',
  'no_column',
  'unread',
] as const;

export type MatchState = (typeof matchStates)[number];

const matchedColumn = z.object({ columnId: z.string(), columnName: z.string() });

export type MatchedColumn = z.output<typeof matchedColumn>;

/** What is known of one sheet of a rule, in a preview and afterwards. */
const sheetMatch = {
  sheetId: z.string(),
  sheetName: z.string(),
  state: z.enum(matchStates),
  /** Why it does not follow, or what it waits for, in one sentence; null where it follows. */
  message: z.string().nullable(),
  columnId: z.string().nullable(),
  columnName: z.string().nullable(),
  /** The columns to choose from. */
  choices: z.array(matchedColumn),
  /** The user's own automation that fills it; the rule can take that over. */
  takeOver: z.object({ id: idField, name: z.string() }).nullable(),
};

/** A sheet in a preview. `state` is what it would be: a sheet that would follow is `follows`, before the plan is looked at. */
export const previewedMatch = z.object({
  ...sheetMatch,
  /** What the first sync would do; null where it would do nothing. */
  firstSync: z.object({ added: count, removed: count, needsReview: z.boolean() }).nullable(),
  /** Options in the dropdown now; null where there is no such dropdown. */
  optionCount: count.nullable(),
  /** Whether it is a contact column, which needs addresses. */
  isOfContacts: z.boolean(),
  /** The titles of all its dropdowns and contact columns that could be filled. */
  dropdowns: z.array(z.string()),
  /** Whether it follows the rule that is being edited. With `state` this says what joins, leaves and stays. */
  isFollowing: z.boolean(),
});

export type PreviewedMatch = z.output<typeof previewedMatch>;

/** Some of the sheets of a place, looked at for a rule. */
export const rulePreview = z.object({
  /** Those that this call has looked at, the sheets that were made first first. */
  sheets: z.array(previewedMatch),
  /** Sheets that were looked at so far, and those that there are. */
  looked: count,
  total: count,
  /** Folders that were looked into, the chosen one among them, and those that could not be read. */
  folders: count,
  unreadableFolders: count,
  /** Sheets of this call that could not be read; they count as looked at. */
  unread: count,
  /** The `from` of the next call; null when this was all. */
  next: count.nullable(),
  waitMs: count,
  waitsFor: z.enum(['calls', 'smartsheet']).nullable(),
  /** Options that a dropdown would have. */
  listSize: count,
  lookedAt: isoTime,
  /** Automations there are, those of the edited rule among them, and those that the plan allows. */
  configurationCount: count,
  configurationLimit: count,
});

export type RulePreview = z.output<typeof rulePreview>;

/** A sheet of a rule. */
export const ruleMatch = z.object({
  id: idField,
  ...sheetMatch,
  sheetPermalink: z.url().nullable(),
  /** The automation that fills it, also while it is gone. */
  configuration: automation.nullable(),
  /** When it joined the rule; null before, and for the sheets that the rule was made with. */
  takenUpAt: isoTime.nullable(),
  /** Since when it is gone, and until when it goes on by itself if it is back; null where it is not. */
  goneSince: isoTime.nullable(),
  goneUntil: isoTime.nullable(),
});

export type RuleMatch = z.output<typeof ruleMatch>;

/** A rule as its owner sees it. */
export const rule = z.object({
  id: idField,
  name: z.string(),
  place,
  /** The workspace in which a folder lies; null of a workspace, and where that is not known. */
  workspaceName: z.string().nullable(),
  includesSubfolders: z.boolean(),
  columnTitle: z.string(),
  sourceSheetId: z.string(),
  sourceSheetName: z.string(),
  sourceColumnId: z.string(),
  sourceColumnName: z.string(),
  ...automationSettings.shape,
  newSheets,
  isActive: z.boolean(),
  /** Why it looks no more; null while it does. `plan`: the plan does not have rules. Its automations go on then. */
  pausedBy: z.enum(['user', 'plan']).nullable(),
  createdAt: isoTime,
  /** When its place was last read, and when it is next; null before the first look, and while it does not look. */
  lookedAt: isoTime.nullable(),
  nextLookAt: isoTime.nullable(),
  /** Whether a look is under way, or about to begin. */
  isLooking: z.boolean(),
  /** Since when its place cannot be read, and why, in one sentence; null while it can. */
  unreadableSince: isoTime.nullable(),
  unreadableMessage: z.string().nullable(),
  /** Folders that the last look could not read. */
  unreadableFolders: count,
  /** Sheets and folders that the last look found. */
  sheetCount: count,
  folderCount: count,
  /** Its sheets by how they stand. `inSync`, `toSync`, `needReview` and `failing` are those of `follows`. */
  counts: z.object({
    follows: count,
    inSync: count,
    /** Their sync is waiting or under way, so that nobody knows whether they are in sync. */
    toSync: count,
    needReview: count,
    failing: count,
    /** Taken up within the last seven days. */
    isNew: count,
    asks: count,
    choose: count,
    waits: count,
    gone: count,
    leftOut: count,
  }),
});

export type Rule = z.output<typeof rule>;
