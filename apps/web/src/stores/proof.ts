import { create } from 'zustand';

/** Whether somebody is being asked to prove who they are. */
export const useProof = create<{ isAsked: boolean }>(() => ({ isAsked: false }));

let answered: Promise<boolean> | undefined;
let answer: ((given: boolean) => void) | undefined;

/** Asks for a proof in a dialog; true when it was given. Calls that need one at the same time wait for the same answer. */
export function askForProof(): Promise<boolean> {
  answered ??= new Promise((resolve) => {
    answer = resolve;
    useProof.setState({ isAsked: true });
  });
  return answered;
}

export function answerProof(given: boolean): void {
  answer?.(given);
  answered = undefined;
  useProof.setState({ isAsked: false });
}
