import type { FormSteps } from '@picksync/ui/form-dialog.tsx';
import { useIsPhone } from '@picksync/ui/use-is-phone.ts';
import { useState } from 'react';
import { useBackClosesWhile } from '../../../ui/use-back-closes.ts';

const titles = ['Choose', 'Options', 'Preview'];

type FormStepsOptions = {
  /** The step it begins with. */
  first: number;
  /** Returns whether the next step may begin; if not, it shows what is missing. */
  mayGoOn: (step: number) => Promise<boolean>;
};

/** On a phone the form has three steps, and Back goes one step back; on larger screens all of it is shown at once. */
export function useFormSteps({ first, mayGoOn }: FormStepsOptions) {
  const isPhone = useIsPhone();
  const [step, setStep] = useState(first);
  useBackClosesWhile(isPhone && step > 1, () => setStep(1));
  useBackClosesWhile(isPhone && step > 2, () => setStep(2));
  const steps: FormSteps | undefined = isPhone
    ? {
        at: step,
        count: titles.length,
        onBack: () => setStep(step - 1),
        onNext: () => void mayGoOn(step).then((may) => may && setStep(step + 1)),
        nextTitle: titles[step] ?? '',
      }
    : undefined;
  return {
    steps,
    /** What the step is called; undefined for the first, which has the name of the form. */
    title: isPhone && step > 1 ? titles[step - 1] : undefined,
    /** Returns whether the content of a step is shown. */
    shows: (which: number) => !isPhone || which === step,
    goTo: setStep,
  };
}
