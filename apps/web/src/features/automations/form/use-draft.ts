import { useState } from 'react';
import * as z from 'zod';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { askToDiscard } from '../../../stores/confirm.ts';
import { dropDraft, keepDraft, readDraft } from '../../../stores/drafts.ts';
import type { AutomationValues } from './automation-values.ts';
import { settingEntries } from './setting-controls.tsx';

const choice = z.object({ id: z.string(), name: z.string() }).nullable();

const entries = z.object({
  name: z.string(),
  sourceSheet: choice,
  sourceColumn: choice,
  targetSheet: choice,
  targetColumn: choice,
  ...settingEntries,
}) satisfies z.ZodType<AutomationValues>;

const draft = z.object({ base: entries, values: entries });

function isSame(a: AutomationValues, b: AutomationValues): boolean {
  return JSON.stringify(entries.parse(a)) === JSON.stringify(entries.parse(b));
}

/** Returns the draft if it was begun from the same values; a draft of other values is out of date. */
function restored(key: string, base: AutomationValues): AutomationValues | undefined {
  const { data } = draft.safeParse(readDraft(key));
  return data && isSame(data.base, base) ? data.values : undefined;
}

export type DraftOptions = {
  /** The values of the form before anything is entered. */
  base: AutomationValues;
  /** Which form it is. */
  name: string;
};

/** Keeps unsent entries over a reload, and asks before they are discarded. */
export function useDraft({ base, name }: DraftOptions) {
  const { user } = useAuthStatus();
  // The next user who logs in in this tab must not see this draft.
  const key = `${user?.id} ${name}`;
  const [initial] = useState(() => restored(key, base) ?? base);
  return {
    initial,
    keep: (values: AutomationValues) =>
      isSame(values, base) ? dropDraft(key) : keepDraft(key, { base, values }),
    drop: () => dropDraft(key),
    /** Asks before entries are lost. Returns whether the form may close. */
    mayClose: async (values: AutomationValues): Promise<boolean> => {
      const sure = isSame(values, base) || (await askToDiscard());
      if (sure) dropDraft(key);
      return sure;
    },
  };
}
