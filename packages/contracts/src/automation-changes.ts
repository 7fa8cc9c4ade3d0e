import * as z from 'zod';
import { settingNames } from './automation-settings.ts';
import { endpoint } from './endpoint.ts';
import { count, idField, idParams, isoTime, pageQuery } from './fields.ts';
import { failureReasons } from './sync-failure-texts.ts';

/**
 * What a person, or a program of theirs, changes of an automation. `state`: paused (`false`; `restore` where an earlier list was
 * put back) or active; `review`: its answer; `creation`: its first line.
 */
export const changeSubjects = [
  ...settingNames,
  'name',
  'source',
  'destination',
  'state',
  'review',
  'creation',
] as const;
export type ChangeSubject = (typeof changeSubjects)[number];

const column = { sheetName: z.string().nullable(), columnName: z.string() };

/**
 * How something stood before or after a change. What a person typed into a filter, a label or a pinned option is never kept:
 * of it only the number and the names of columns are.
 */
export const changeSide = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
  z.object({ kind: z.literal('count'), count, columns: z.array(z.string()) }),
  z.object({ kind: z.literal('column'), ...column }),
  /** Options that the reviewed sync would have added and removed, and why it asked; older ones do not know that. */
  z.object({
    kind: z.literal('answer'),
    answer: z.enum(['approved', 'kept']),
    added: count,
    removed: count,
    /** With `names_changed` and `approved`: how many options are renamed, of which none counts as added or removed. */
    renamed: count.optional(),
    reason: z.enum(failureReasons).optional().catch(undefined),
  }),
  /** From where to where it was created. */
  z.object({ kind: z.literal('creation'), source: z.object(column), destination: z.object(column) }),
]);

export type ChangeSide = z.output<typeof changeSide>;

/**
 * Whether a change can be undone by an edit: `possible`; `later_change`: the same has been changed again since;
 * `texts_not_kept`: the texts that stood there before are not kept; `never`: other sheets and columns, pauses, answers and
 * the creation.
 */
export const undoStates = ['possible', 'later_change', 'texts_not_kept', 'never'] as const;

/** One change of an automation. */
export const automationChange = z.object({
  id: idField,
  at: isoTime,
  subject: z.enum(changeSubjects),
  /** Null where nothing stood there. */
  before: changeSide.nullable(),
  after: changeSide,
  /** The API key by which a program did it; null where its owner did. */
  keyName: z.string().nullable(),
  undo: z.enum(undoStates),
});

export type AutomationChange = z.output<typeof automationChange>;

/** How many changes of each automation are kept, for 90 days; its creation is kept as long as it is there. */
export const changesKept = 200;

export const automationChangeEndpoints = {
  /** What was changed of an automation, newest first; older changes than 90 days, and those beyond `changesKept`, are deleted, except its creation. */
  changes: endpoint('GET', '/api/configurations/:id/changes', {
    params: idParams,
    query: z.strictObject(pageQuery({ defaultLimit: 20, maxLimit: 100 })),
    reply: z.array(automationChange),
    access: 'user',
    programs: 'read',
    paged: true,
  }),
};
