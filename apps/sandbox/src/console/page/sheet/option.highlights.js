/** @typedef {{ added: string[], removed: string[] }} Change */

const shownMs = 12_000;

/**
 * Keeps recent changes of options for a while, to highlight them.
 * @param {() => void} onExpired called when a mark is taken away
 */
export function optionHighlights(onExpired) {
  /** @type {Map<string, Change>} */
  const highlights = new Map();
  /** @type {ReturnType<typeof setTimeout>[]} */
  const timers = [];
  return {
    highlights,
    /** @param {Map<string, Change>} changes */
    add(changes) {
      for (const [columnId, change] of changes) {
        highlights.set(columnId, change);
        timers.push(
          setTimeout(() => {
            if (highlights.get(columnId) !== change) return;
            highlights.delete(columnId);
            onExpired();
          }, shownMs),
        );
      }
    },
    stop: () => timers.forEach(clearTimeout),
  };
}
