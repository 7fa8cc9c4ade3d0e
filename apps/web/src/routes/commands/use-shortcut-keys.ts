import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isShortcutKey, openCommandMenu, openShortcutList } from '../../stores/commands.ts';
import { places } from './places.ts';
import { useStartConfiguration } from './use-start-configuration.ts';

/** How long the letter after G may take. */
const sequenceMs = 1500;

function isCommandKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** Listens to the shortcuts that work on every page of somebody who is signed in. */
export function useShortcutKeys(): void {
  const navigate = useNavigate();
  const startConfiguration = useStartConfiguration();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const press = (event: KeyboardEvent) => {
    if (isCommandKey(event)) {
      event.preventDefault();
      // What is typed into an open dialog would be lost.
      if (!document.querySelector('[role=dialog], [role=alertdialog]')) openCommandMenu();
      return;
    }
    if (!isShortcutKey(event)) return;
    const key = event.key.toLowerCase();
    const isSecond = event.timeStamp - goPressedAt.current < sequenceMs;
    const place = isSecond ? places.find(({ letter }) => letter === key) : undefined;
    goPressedAt.current = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    if (place) void navigate({ to: place.to });
    else if (key === '?') openShortcutList();
    else if (key === 'n') startConfiguration();
    else return;
    event.preventDefault();
  };
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => latest.current(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
