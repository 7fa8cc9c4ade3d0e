import { BackClosesContext } from '@picksync/ui/back-closes.ts';
import { type RouterHistory, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';

declare module '@tanstack/react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface HistoryState {
    /** How many things are open above the page, or were before a reload. */
    above?: number;
  }
}

type Navigate = ReturnType<typeof useNavigate>;

/** Adds an entry for what is open above the page. One that differs in nothing would be none of its own. */
function addEntry(navigate: Navigate): void {
  void navigate({
    to: '.',
    search: true,
    hash: true,
    state: (state) => ({ ...state, above: (state.above ?? 0) + 1 }),
    resetScroll: false,
    // Else the page beneath would go to the section in its address.
    hashScrollIntoView: false,
  });
}

/**
 * Makes what has just opened above the page an entry of the browser's history, so that Back closes it. Returns what closes
 * it by other ways: it goes back, and `onClosed` is called when the entry is gone, so that what follows may lead elsewhere.
 */
export function useBackCloses(onClosed: () => void): () => void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const place = useLocation({ select: ({ state }) => state.__TSR_index });
  const entry = useRef<{ before: number; isThere: boolean; isLeft: boolean }>(undefined);
  const closed = useRef(onClosed);
  closed.current = onClosed;

  useEffect(() => {
    const current = entry.current;
    if (!current) {
      const begun = { before: place, isThere: false, isLeft: false };
      entry.current = begun;
      whenSettled(history, () => {
        begun.before = history.location.state.__TSR_index;
        addEntry(navigate);
      });
    } else if (place > current.before) {
      current.isThere = true;
      if (current.isLeft) leaveEntries(history);
    } else if (current.isThere) closed.current();
  }, [place, navigate, history]);

  return () => {
    if (!entry.current || entry.current.isLeft) return;
    entry.current.isLeft = true;
    if (entry.current.isThere) leaveEntries(history);
  };
}

/** Where an entry is, and how many things are open above the page there. Its address may be written anew, its key with it. */
type Entry = { place: number; above: number | undefined };

/** Leaves an entry as soon as the history is there: at once, or when what was opened above it in the meantime is closed. */
function leaveOnceThere(history: RouterHistory, { place, above }: Entry): void {
  const isThere = () => {
    const { state } = history.location;
    return state.__TSR_index === place && state.above === above;
  };
  const leave = () => {
    if (isThere()) leaveEntries(history);
  };
  leave();
  // Where something has led elsewhere in its place, it is not the one that would be left.
  if (history.location.state.__TSR_index <= place) return;
  const stop = history.subscribe(() => {
    const isAbove = history.location.state.__TSR_index > place;
    if (isAbove) return;
    stop();
    // After the others have heard of this step, too: a way back begins with the next one.
    queueMicrotask(() => whenSettled(history, leave));
  });
}

/**
 * The same for what closes at once and whose closing nobody waits for, such as a dialog: while it is open, Back calls
 * `onBack` and leads nowhere else. When it closes by other ways, its entry goes. What may stay open after all, because
 * it asks first, has an entry for the next Back, too.
 */
export function useBackClosesWhile(isOpen: boolean, onBack: () => void, { mayStay = false } = {}): void {
  const navigate = useNavigate();
  const { history } = useRouter();
  const close = useRef(onBack);
  close.current = onBack;

  useEffect(() => {
    if (!isOpen) return;
    let isOver = false;
    let entry: Entry | undefined;
    const add = () => {
      if (isOver) return;
      addEntry(navigate);
      const { __TSR_index: place, above } = history.location.state;
      entry = { place, above };
    };
    const stop = history.subscribe(({ location: { state } }) => {
      if (!entry || state.__TSR_index >= entry.place) return;
      entry = undefined;
      if (mayStay) whenSettled(history, add);
      close.current();
    });
    whenSettled(history, add);
    return () => {
      isOver = true;
      stop();
      whenSettled(history, () => {
        if (entry) leaveOnceThere(history, entry);
      });
    };
  }, [isOpen, mayStay, navigate, history]);
}

/** Has Back close the windows that are open above a page, by the history of the router around it. */
export function BackClosesProvider({ children }: { children: ReactNode }) {
  return <BackClosesContext value={useBackClosesWhile}>{children}</BackClosesContext>;
}

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
