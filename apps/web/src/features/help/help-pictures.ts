import type { AnswerPicture } from './answers.ts';

const urls = import.meta.glob<string>('./pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** How large each is, in pixels of a page. A test compares them with the files. */
export const pictureSizes: Record<AnswerPicture['name'], { width: number; height: number }> = {
  list: { width: 718, height: 291 },
  review: { width: 688, height: 160 },
  undo: { width: 227, height: 68 },
  channels: { width: 420, height: 337 },
  shortcuts: { width: 560, height: 463 },
};

/** Returns the addresses of a picture, and its size. */
export function findPicture(name: AnswerPicture['name']) {
  const find = (theme: 'light' | 'dark') => urls[`./pictures/${name}-${theme}.webp`];
  return { light: find('light'), dark: find('dark'), ...pictureSizes[name] };
}
