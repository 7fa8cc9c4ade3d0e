import { create } from 'zustand';

/** Whether the dialog for a proof is open. */
export const useProof = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

let answered: Promise<boolean> | undefined;
let answer: ((given: boolean) => void) | undefined;

/** Asks for a proof in a dialog; true when it was given. Calls that need one at the same time wait for the same answer. */
export function askForProof(): Promise<boolean> {
  answered ??= new Promise((resolve) => {
    answer = resolve;
    useProof.setState({ isOpen: true });
  });
  return answered;
}

export function answerProof(given: boolean): void {
  answer?.(given);
  answered = undefined;
  useProof.setState({ isOpen: false });
}
