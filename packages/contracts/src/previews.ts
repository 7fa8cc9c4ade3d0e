import * as z from 'zod';
import { fewerSheets, previewBody } from './automation-fields.ts';
import { endpoint } from './endpoint.ts';
import { errorReply } from './errors.ts';
import { count, idParams, isoTime } from './fields.ts';
import { failureReasons } from './sync-failure-texts.ts';

/** How many options of each list a preview shows; the count beside them is always that of the whole list. */
export const previewOptionsShown = 200;

/** How many characters of an option a preview shows. */
export const previewTextLength = 200;

/** How many renamed options a preview shows: as many as a dropdown usually holds. */
export const previewRenamesShown = 500;

const previewOption = z.object({
  text: z.string(),
  /** Rows of the destination sheet that use it; null where they were not counted. */
  rows: count.nullable(),
});

export type PreviewOption = z.output<typeof previewOption>;

export const previewList = z.object({ count, options: z.array(previewOption).max(previewOptionsShown) });

export type PreviewList = z.output<typeof previewList>;

/** A row of the source that a two-way sync would delete. */
const previewRow = z.object({ rowNumber: count, text: z.string(), filledCells: count });

/** Stands for both names of a renamed option: a keyed hash. It is stored with an approval, so that nothing else may be sent as one. */
export const renameId = z
  .string()
  .max(30)
  .regex(/^l[\w-]{6}:[\w-]{22}$/, 'Please send ids of the preview');

/** An option of which one name clearly became another. */
const previewRename = z.object({
  /** Stands for this line when a review is approved; it is no text. */
  id: z.string(),
  from: z.string(),
  to: z.string(),
  /** Rows of the destination that use the old name, and those of them that keep it: they are locked, hold a formula, or were refused. */
  rows: count,
  locked: count,
  /** Another name became the same one: their rows could not be told apart afterwards. It is renamed only when a person ticks it. */
  isMerge: z.boolean(),
});

/** What the person should know before it is saved. */
export const previewWarnings = [
  'repeats',
  'blanks',
  'formula_errors',
  'no_address',
  'look_alikes',
  'near_option_limit',
  'duplicates_dropped',
  'other',
] as const;

const previewWarning = z.object({
  code: z.enum(previewWarnings),
  /** One sentence. It may quote values. */
  message: z.string(),
  /** The rows of the source in which the quoted values stand first; absent where it quotes none. */
  rowNumbers: z.array(count).optional(),
});

/** What a sync would do now, read live from Smartsheet and stored nowhere. */
export const preview = z.object({
  /** When both sheets had been read. */
  readAt: isoTime,
  /** In the order of the list that would be written. */
  added: previewList,
  /** In the order of the dropdown now; where not all are shown, those that rows use are before the others. */
  removed: previewList,
  /** In both lists, with those that stay for one of the reasons below. */
  kept: previewList,
  /** Of these, contacts that get another name; absent where the column is a dropdown. */
  newNames: z
    .object({
      count,
      contacts: z.array(z.object({ from: z.string(), to: z.string() })).max(previewOptionsShown),
    })
    .optional(),
  /** Options that are no longer in the source and stay because rows use them. */
  keptInUse: previewList,
  /** Options that have left the source and leave the dropdown later. */
  leaving: z.object({
    count,
    options: z.array(previewOption.extend({ leavesAt: isoTime })).max(previewOptionsShown),
  }),
  /** Values that the filters leave out. */
  filteredOut: previewList,
  /**
   * Options that would be renamed with the cells that use them; their names are in none of the lists above. Null where renames are
   * not followed, or nothing is known of the names that rows had: before the first sync under that setting, and where more
   * than 5,000 rows have a value, or their cells more than 100,000.
   */
  renames: z
    .object({
      count,
      rows: count,
      locked: count,
      list: z.array(previewRename).max(previewRenamesShown),
      /** Those that an earlier run has begun, in none of these figures: nobody is asked about them again. Absent where there are none. */
      underWay: z
        .object({
          count,
          /** Cells that the next sync renames; the others are locked, hold a formula, or were refused. */
          cells: count,
          list: z.array(previewRename).max(previewRenamesShown),
        })
        .optional(),
    })
    .nullable(),
  /** What somebody changed in the dropdown by hand since the last sync; null where that is not known. */
  drift: z.object({ added: previewList, removed: previewList }).nullable(),
  /** Rows that a two-way sync would add to the source and delete from it; null in other modes. */
  sourceRows: z
    .object({
      added: previewList,
      deleted: z.object({ count, cells: count, rows: z.array(previewRow).max(previewOptionsShown) }),
    })
    .nullable(),
  /** Rows of the source, those that the filters let through, and those of them that give a value. */
  rows: z.object({ total: count, matching: count, valued: count }),
  /** Removed options that rows of the destination use, and these rows. */
  used: z.object({ options: count, rows: count }),
  /** Options in the dropdown now, and after it. */
  optionCount: count,
  optionCountAfter: count,
  /** Options that a dropdown can hold. */
  optionLimit: count,
  /** Whether a sync would write, had nothing to do, would wait for a review, or would fail. */
  verdict: z.enum(['unchanged', 'write', 'waiting_review', 'refused']),
  /** With `names_changed`: the report reads fewer sheets than before, and options would be removed as well. */
  fewerSheets: fewerSheets.nullish(),
  /** Why a sync would write nothing; null where it would write or has nothing to do. */
  reason: z.enum(failureReasons).nullable(),
  /** The same as a sentence for the user. */
  message: z.string().nullable(),
  warnings: z.array(previewWarning),
  /** Whether a sync would wait for a review instead of writing. */
  needsReview: z.boolean(),
  /** Stands for exactly this difference under these settings: the review of a run of the same automation has the same. */
  fingerprint: z.string(),
});

export type Preview = z.output<typeof preview>;

/** How many drafts one call previews. */
export const maxPreviewedDrafts = 20;

/** The preview of one draft of several, or why saving it would be refused. */
const draftPreview = z.object({
  preview: preview.nullable(),
  error: errorReply.pick({ code: true, message: true, errors: true, retryAfterSeconds: true }).nullable(),
});

export type DraftPreview = z.output<typeof draftPreview>;

export const previewEndpoints = {
  /**
   * What the first sync of an automation would do before it is created, or, with `automationId`, the next one before the
   * change is saved. Refused as creating or saving it would be.
   */
  draft: endpoint('POST', '/api/configurations/preview', {
    body: previewBody,
    reply: preview,
    access: 'user',
    programs: 'read',
  }),
  /**
   * The same for several drafts, each by itself: one that is refused does not keep the others from being looked at. A sheet that
   * several of them use is read once.
   */
  drafts: endpoint('POST', '/api/configurations/previews', {
    body: z.strictObject({
      drafts: z
        .array(previewBody)
        .min(1)
        .max(maxPreviewedDrafts, `Please send at most ${maxPreviewedDrafts} drafts`),
    }),
    /** In the order of the request. */
    reply: z.object({ results: z.array(draftPreview) }),
    access: 'user',
    programs: 'read',
  }),
  /** What a sync of an automation would do now, also while it is paused. */
  read: endpoint('GET', '/api/configurations/:id/preview', {
    params: idParams,
    reply: preview,
    access: 'user',
    programs: 'read',
  }),
};
