/** Words that only join others: a name that keeps nothing else says nothing. A capital A is that of "Plant A". */
const joining = /^([Ii]nto|[Tt]o|[Ii]n|[Ff]or|[Oo]f|[Ff]rom|[Aa]nd|[Tt]he|a|[Aa]n|[-–—→:·,/|]+)$/;

function sharedWords(lists: readonly (readonly string[])[]): number {
  const [first, ...others] = lists;
  let count = 0;
  while (first && count < first.length && others.every((words) => words[count] === first[count])) count += 1;
  return count;
}

/** Returns how many of the words that all names end with can go: those from a word that joins on, as in `– Maintenance`. */
function countTail(words: readonly string[], shared: number): number {
  const begin = words.length - shared;
  const joint = words.findIndex((word, place) => place >= begin && joining.test(word));
  return joint < 0 ? 0 : words.length - joint;
}

/**
 * Returns what is left of each name without the words that all of them begin or end with. The last word of a phrase stays: of
 * "Regions of the first site", "first" alone says nothing. A name keeps at least one word that says something; names that would
 * then be the same stay as they are.
 */
export function shortNames(names: readonly string[]): string[] {
  if (names.length < 2) return [...names];
  const lists = names.map((name) => name.trim().split(/\s+/));
  const atLeast = Math.min(...lists.map((words) => words.length)) - 1;
  const before = Math.min(sharedWords(lists), atLeast);
  const rest = lists.map((words) => words.slice(before));
  const shared = Math.min(sharedWords(rest.map((words) => words.toReversed())), atLeast - before);
  const after = countTail(rest[0] ?? [], shared);
  const short = rest.map((words) => words.slice(0, words.length - after));
  const isTelling = short.every((words) => words.some((word) => !joining.test(word)));
  const texts = short.map((words) => words.join(' '));
  const isDistinct = new Set(texts).size === new Set(names).size;
  return isTelling && isDistinct ? texts : [...names];
}

/**
 * Returns a name without words of its middle where it is longer than so many characters: what differs among long names is often
 * their end, which a narrow row would cut off.
 */
export function cutMiddle(name: string, most: number): string {
  const words = name.trim().split(/\s+/);
  let [front, back] = [0, words.length];
  const join = () => {
    const begin = words.slice(0, front);
    const end = words.slice(back);
    while (joining.test(begin.at(-1) ?? '')) begin.pop();
    while (joining.test(end[0] ?? '') && end.length > 1) end.shift();
    return `${begin.join(' ')}… ${end.join(' ')}`;
  };
  if (name.length <= most || words.length < 3) return name;
  // From both ends inwards, the end first.
  for (let isEnd = true; front < back; isEnd = !isEnd) {
    if (isEnd) back -= 1;
    else front += 1;
    if (join().length <= most) continue;
    if (isEnd) back += 1;
    else front -= 1;
    break;
  }
  return front === 0 || back === words.length ? name : join();
}
