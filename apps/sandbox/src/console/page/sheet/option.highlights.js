/** @typedef {{ added: string[], removed: string[] }} Change */

const shownMs = 12_000;

/**
 * Remembers for a while which columns' options just changed, so that the eye finds them.
 * @param {() => void} expired called when a mark is taken away
 */
export function changeMarks(expired) {
  /** @type {Map<string, Change>} */
  const marks = new Map();
  /** @type {ReturnType<typeof setTimeout>[]} */
  const timers = [];
  return {
    marks,
    /** @param {Map<string, Change>} changes */
    add(changes) {
      for (const [columnId, change] of changes) {
        marks.set(columnId, change);
        timers.push(
          setTimeout(() => {
            if (marks.get(columnId) !== change) return;
            marks.delete(columnId);
            expired();
          }, shownMs),
        );
      }
    },
    stop: () => timers.forEach(clearTimeout),
  };
}
