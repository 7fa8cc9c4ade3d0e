import type { RouterHistory } from '@tanstack/react-router';

/** Histories that are on their way back, with what waits until they are there. */
const leaving = new WeakMap<RouterHistory, (() => void)[]>();

/**
 * Acts as soon as no way back is under way. Going back takes a moment: what was added to the history meanwhile would be left
 * instead of what is meant.
 */
export function whenSettled(history: RouterHistory, act: () => void): void {
  const waiting = leaving.get(history);
  if (waiting) waiting.push(act);
  else act();
}

/** Goes back over what was opened above a page. */
export function leaveEntries(history: RouterHistory, count = 1): void {
  leaving.set(history, []);
  const stop = history.subscribe(({ action }) => {
    if (action.type === 'PUSH' || action.type === 'REPLACE') return;
    stop();
    const waiting = leaving.get(history) ?? [];
    leaving.delete(history);
    // Each of them may lead back again, and then the next one waits.
    for (const act of waiting) whenSettled(history, act);
  });
  // An entry that has just been added is in the browser a moment later; until then it would go back from the one below.
  history.flush();
  if (count === 1) history.back();
  else history.go(-count);
}
