import { create } from 'zustand';

/** Whether somebody is being asked to prove who they are. */
export const useProof = create<{ isAsked: boolean }>(() => ({ isAsked: false }));

let asked: { answered: Promise<boolean>; answer: (given: boolean) => void } | null = null;

/** Asks for a proof in a dialog; true when it was given. Calls that need one at the same time wait for the same answer. */
export function askForProof(): Promise<boolean> {
  if (!asked) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked = { answered: promise, answer: resolve };
    useProof.setState({ isAsked: true });
  }
  return asked.answered;
}

export function answerProof(given: boolean): void {
  asked?.answer(given);
  asked = null;
  useProof.setState({ isAsked: false });
}
