import type { Automation } from '@picksync/contracts';
import { useEffect, useRef } from 'react';
import { useAuthStatus } from '../../../api/session.queries.ts';
import { keepDraft } from '../../../stores/drafts.ts';
import { emptyAutomation, toValues } from './automation-form-values.ts';

type CopyIntoDraftProps = {
  automation: Automation;
  /** What is still to be chosen: another column, or the sheet as well. */
  without: 'column' | 'sheet';
  /** Called when the form of a new automation may be opened. */
  onCopied: () => void;
};

/** Puts a copy of an automation into the form of a new one. Draws nothing: its code is loaded as a part of the page. */
export function CopyIntoDraft({ automation, without, onCopied }: CopyIntoDraftProps) {
  const { user } = useAuthStatus();
  const copy = useRef(() => {
    const targetSheet = without === 'sheet' && { targetSheet: null };
    const values = { ...toValues(automation), name: '', ...targetSheet, targetColumn: null };
    keepDraft(`${user?.id} new`, { base: emptyAutomation, values });
    onCopied();
  });
  // Once: the way to the form would be gone twice.
  useEffect(() => copy.current(), []);
  return null;
}
