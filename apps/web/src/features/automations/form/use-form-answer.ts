import {
  type Automation,
  approvableInForm,
  type CreateAutomation,
  pluralize,
  previewNoun,
} from '@picksync/contracts';
import { useState } from 'react';
import { tickWords } from '../preview-texts.ts';
import type { PreviewState } from './use-preview-and-checks.ts';

/** Returns what the button does, beside it. */
export function getNote(state: PreviewState, { asks, tick }: FormAnswer, isEdit: boolean): string {
  if (asks) return `The ${isEdit ? 'next' : 'first'} sync changes nothing and waits for you.`;
  if (state.kind === 'shown' && tick?.isTicked)
    return `${isEdit ? 'Saves' : 'Creates'}, then ${tickWords(state.preview).act}.`;
  if (state.kind === 'shown' && state.preview.reason === 'too_many_options' && !isEdit)
    return 'Create Automation waits until the values fit.';
  if (state.kind === 'shown' && state.preview.verdict === 'write' && state.preview.removed.count > 0) {
    const options = pluralize(state.preview.removed.count, previewNoun(state.preview));
    return `${isEdit ? 'Saves' : 'Creates'}, then removes ${options}.`;
  }
  return isEdit ? 'Nothing is written before you save.' : 'Nothing is written before you create.';
}

/** What a person says to a sync that would stop and ask them. */
export type FormAnswer = {
  /** Whether the sync would do nothing but ask. */
  asks: boolean;
  /** The tick that approves exactly what is shown; null where it is not offered. */
  tick: { isTicked: boolean; setTicked: (isTicked: boolean) => void } | null;
  /** What is sent with the form. */
  body: Pick<CreateAutomation, 'fingerprint' | 'asksLater'>;
};

/** Holds the tick. It belongs to what was shown when it was set: another preview is not ticked. */
export function useFormAnswer(state: PreviewState, edited: Automation | undefined): FormAnswer {
  const [approved, setApproved] = useState<string | null>(null);
  const nothing: FormAnswer = { asks: false, tick: null, body: {} };
  // A paused automation asks when it is activated.
  if (state.kind !== 'shown' || edited?.isActive === false) return nothing;
  const { preview, isReading, isUnfinished } = state;
  const { fingerprint, reason, verdict } = preview;
  if (verdict !== 'waiting_review') return nothing;
  // What is read again is not what will be written.
  const isSettled = !isReading && !isUnfinished;
  const isWaitingAlready = edited?.review?.fingerprint === fingerprint;
  const isOffered = reason !== null && approvableInForm.includes(reason) && !isWaitingAlready;
  const isTicked = isOffered && isSettled && approved === fingerprint;
  const setTicked = (ticked: boolean) => setApproved(ticked ? fingerprint : null);
  const body = isTicked ? { fingerprint } : isSettled ? { asksLater: true } : {};
  return { asks: !isTicked, tick: isOffered ? { isTicked, setTicked } : null, body };
}
