import { useState } from 'react';
import * as z from 'zod';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { askToConfirm } from '../../../stores/confirm.ts';
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

/** What was entered upon the same base; what was entered upon another is out of date. */
function restored(key: string, base: AutomationValues): AutomationValues | undefined {
  const { data } = draft.safeParse(readDraft(key));
  return data && isSame(data.base, base) ? data.values : undefined;
}

const discard = {
  title: 'Discard your entries?',
  description: 'What you have entered here is not saved.',
  confirmLabel: 'Discard',
  cancelLabel: 'Keep editing',
  destructive: true,
};

export type DraftOptions = {
  /** What stands in the form before anything is entered. */
  base: AutomationValues;
  /** Which form it is. */
  name: string;
};

/** What is entered in a form and not sent: kept for a reload, and not thrown away without a question. */
export function useDraft({ base, name }: DraftOptions) {
  const { user } = useAuthStatus();
  // Who logs in next in this tab has drafts of their own.
  const key = `${user?.id} ${name}`;
  const [initial] = useState(() => restored(key, base) ?? base);
  return {
    initial,
    keep: (values: AutomationValues) =>
      isSame(values, base) ? dropDraft(key) : keepDraft(key, { base, values }),
    drop: () => dropDraft(key),
    /** Asks first where there is something to lose. True when the form may close. */
    mayClose: async (values: AutomationValues): Promise<boolean> => {
      const sure = isSame(values, base) || (await askToConfirm(discard));
      if (sure) dropDraft(key);
      return sure;
    },
  };
}
