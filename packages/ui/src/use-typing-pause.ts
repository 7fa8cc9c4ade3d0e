import { useEffect, useState } from 'react';

/** Longer than the pause between two letters, shorter than a wait. */
const pauseMs = 1000;

function isTextField(element: Element | null): boolean {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(element.type))
  );
}

/**
 * Returns whether something may take the focus: at once where nobody is in a text field, else as soon as nothing has been
 * typed for a while, so that no letter goes where it was not meant to.
 */
export function useTypingPause(): boolean {
  const [mayInterrupt, setMayInterrupt] = useState(() => !isTextField(document.activeElement));
  useEffect(() => {
    if (mayInterrupt) return;
    const pause = () => setTimeout(() => setMayInterrupt(true), pauseMs);
    let timer = pause();
    const again = () => {
      clearTimeout(timer);
      timer = pause();
    };
    const heard = ['keydown', 'input'] as const;
    for (const event of heard) document.addEventListener(event, again, { capture: true });
    return () => {
      clearTimeout(timer);
      for (const event of heard) document.removeEventListener(event, again, { capture: true });
    };
  }, [mayInterrupt]);
  return mayInterrupt;
}
