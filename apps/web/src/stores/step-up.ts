import { create } from 'zustand';

/** Whether the dialog for a step-up is open. */
export const useStepUp = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

let answered: Promise<boolean> | undefined;
let answer: ((given: boolean) => void) | undefined;

/** Asks for a step-up in a dialog; true when it was given. Calls that need one at the same time wait for the same answer. */
export function askForStepUp(): Promise<boolean> {
  answered ??= new Promise((resolve) => {
    answer = resolve;
    useStepUp.setState({ isOpen: true });
  });
  return answered;
}

export function answerStepUp(given: boolean): void {
  answer?.(given);
  answered = undefined;
  useStepUp.setState({ isOpen: false });
}
