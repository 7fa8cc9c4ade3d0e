import { useState } from 'react';
import * as z from 'zod';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { askToDiscard } from '../../../stores/confirm.ts';
import { dropDraft, keepDraft, readDraft } from '../../../stores/drafts.ts';
import { emptyRule, type RuleEntries } from './rule-values.ts';

const entriesSchema = z.object({
  place: z
    .object({
      kind: z.enum(['workspace', 'folder']),
      id: z.string(),
      name: z.string(),
      workspaceName: z.string().nullable(),
      workspaceId: z.string().optional(),
    })
    .nullable(),
  includesSubfolders: z.boolean(),
  columnTitle: z.string(),
  newSheets: z.enum(['take_up', 'ask']),
  excluded: z.array(z.string()),
  chosenColumns: z.record(z.string(), z.object({ columnId: z.string(), columnName: z.string() })),
  takenOver: z.array(z.string()),
}) satisfies z.ZodType<RuleEntries>;

const stored = z.object({ base: entriesSchema, entries: entriesSchema, isOpen: z.boolean() });

function isSame(one: RuleEntries, other: RuleEntries): boolean {
  return JSON.stringify(entriesSchema.parse(one)) === JSON.stringify(entriesSchema.parse(other));
}

/** Returns the draft if it was begun from the same entries; a draft of others is out of date. */
function read(key: string, base: RuleEntries): z.output<typeof stored> | undefined {
  const { data } = stored.safeParse(readDraft(key));
  return data && isSame(data.base, base) ? data : undefined;
}

type RuleDraftOptions = {
  /** Which form it is. */
  name: string;
  /** The entries of the form before anything is entered. */
  base: RuleEntries;
};

/** Keeps what is entered of a rule beside its source and options over a reload, and asks before it is discarded. */
export function useRuleDraft({ name, base }: RuleDraftOptions) {
  const { user } = useAuthStatus();
  // The next user who logs in in this tab must not see this draft.
  const key = `${user?.id} ${name}`;
  const [initial] = useState(() => read(key, base)?.entries ?? base);
  const forget = () => dropDraft(key);
  return {
    initial,
    keep: (entries: RuleEntries) => keepDraft(key, { base, entries, isOpen: true }),
    forget,
    isUntouched: (entries: RuleEntries) => isSame(entries, base),
    /** Whether it would look for the same columns in the same place as before anything was entered. */
    looksAsBefore: (entries: RuleEntries) => isSame({ ...entries, newSheets: base.newSheets }, base),
    /** Asks before entries are lost. Returns whether the form may close. */
    mayDiscard: async () => {
      const sure = await askToDiscard();
      if (sure) forget();
      return sure;
    },
  };
}

export type RuleDraft = ReturnType<typeof useRuleDraft>;

export const newRuleDraft = 'new rule';

export type DestinationKind = 'sheet' | 'folder';

/** Whether a new configuration fills one sheet or a folder, kept over a reload like what is entered of it. */
export function useDestinationKind() {
  const { user } = useAuthStatus();
  const key = `${user?.id} ${newRuleDraft}`;
  const [kind, setKind] = useState<DestinationKind>(() =>
    read(key, emptyRule)?.isOpen ? 'folder' : 'sheet',
  );
  return {
    kind,
    choose: (wanted: DestinationKind) => {
      setKind(wanted);
      const entries = read(key, emptyRule)?.entries ?? emptyRule;
      keepDraft(key, { base: emptyRule, entries, isOpen: wanted === 'folder' });
    },
    forget: () => dropDraft(key),
  };
}
