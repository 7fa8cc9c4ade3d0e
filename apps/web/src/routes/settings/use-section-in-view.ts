import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { focusHeading } from '../use-heading-focus.ts';
import { findSection, settingsSections } from './sections.tsx';

/** How far from the top of the window the section begins that is being read. */
const readingLine = 140;

/** How long what is still loading above a section may move it after a jump. */
const holdMs = 5_000;

/** What says that the reader goes on by themselves. */
const ownMoves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** Returns the key of the section that is being read, by where the sections stand. */
function sectionInView(): string {
  const tops = settingsSections.map(({ key }) => ({
    key,
    top: document.getElementById(key)?.getBoundingClientRect().top ?? 0,
  }));
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
  const read = isAtEnd ? tops.at(-1) : tops.findLast(({ top }) => top <= readingLine);
  return read?.key ?? 'profile';
}

/**
 * Scrolls to the section or part in the address, keeps it there while others above it are loading, and gives it the focus. Returns
 * the section that is being read, and what goes to the one in the address once more.
 */
export function useSectionInView(
  addressed: string,
  list: RefObject<HTMLElement | null>,
): { current: string; jump: (name: string) => void } {
  const [current, setCurrent] = useState(() => findSection(addressed)?.key ?? 'profile');
  const release = useRef<() => void>(undefined);

  const jump = useCallback(
    (name: string) => {
      release.current?.();
      const target = document.getElementById(name);
      const section = findSection(name);
      if (!target || !section || !list.current) return;
      setCurrent(section.key);
      release.current = hold(target, list.current);
    },
    [list],
  );

  useEffect(() => {
    if (!addressed) return;
    jump(addressed);
    focusHeading();
    return () => release.current?.();
  }, [addressed, jump]);

  useEffect(() => {
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      // The last section may be too short to reach the top: until the reader moves on, it is the one that was chosen.
      frame = requestAnimationFrame(() => release.current || setCurrent(sectionInView()));
    };
    const free = () => {
      release.current?.();
      release.current = undefined;
    };
    window.addEventListener('scroll', look, { passive: true });
    for (const move of ownMoves) window.addEventListener(move, free, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', look);
      for (const move of ownMoves) window.removeEventListener(move, free);
    };
  }, []);

  return { current, jump };
}

/** Keeps an element at the top of the window while what stands above it changes its height. Returns what ends that. */
function hold(target: HTMLElement, list: HTMLElement): () => void {
  const show = () => target.scrollIntoView({ block: 'start' });
  show();
  const growing = new ResizeObserver(show);
  growing.observe(list);
  const ended = setTimeout(() => growing.disconnect(), holdMs);
  return () => {
    clearTimeout(ended);
    growing.disconnect();
  };
}
