import { basename, dirname } from 'node:path';

/** Returns the part of the project that a file belongs to: an application, a package, or a folder such as `bench`. */
export function getRoom(path) {
  return /^(?:(?:apps|packages)\/)?[^/]+/.exec(path)[0];
}

/** Top-level functions that are written as arrows, but for those that only a type annotation gives a signature. */
export function findArrows({ text }) {
  return text.match(/^(?:export )?const \w+ = (?:async )?(?:<[^=]*>)?(?:\w+ =>|\((?!\())/gm) ?? [];
}

/** Exported functions whose docstring is missing or does not begin with what the function does: Returns, Throws, Reads. */
export function findUndescribed({ text }) {
  const exported = /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?export (?:async )?function (\w+)/g;
  return [...text.matchAll(exported)]
    .filter(([, doc]) => !/^[\s*]*[A-Z][a-z]+(?:s|es) /.test(doc ?? ''))
    .map(([, , name]) => name);
}

/**
 * The function of a file that exports one and nothing else to call, when its name does not hold the words of the file's:
 * `webhook-cache.ts` may export `createWebhookCache`.
 */
export function findMisnamed({ path, text }) {
  const words = basename(path)
    .replace(/\.tsx?$/, '')
    .split('-');
  const exported = [...text.matchAll(/^export (?:async )?(function|const|class) (\w+)/gm)];
  const [[, kind, name] = []] = exported;
  if (exported.length !== 1 || kind !== 'function' || words.join('').includes('.')) return [];
  const isNamed = words.every((word) => name.toLowerCase().includes(word.replace(/s$/, '')));
  return isNamed ? [] : [name];
}

/** Titles of tests that begin in the middle of a sentence, so that nobody sees what they are about: "what …", "of …". */
export function findBareTitles({ text }) {
  const titles =
    /(?:\b(?:test|it|describe)|\))\(\s*(['"`])((?:what|who|where|which|that|of|whose|whoever|whatever)\b(?:(?!\1)[^\n])*)\1,/g;
  return [...text.matchAll(titles)].map(([, , title]) => title);
}

/** Files of one folder whose names are the same words: `form-values.ts` beside `form.values.ts`. */
export function findSameWords(paths) {
  const groups = Map.groupBy(
    paths.filter((path) => /\.(tsx?|mjs|js)$/.test(path) && !/\.(test|spec)\./.test(path)),
    (path) =>
      `${dirname(path)}/${basename(path)
        .replace(/\.\w+$/, '')
        .replaceAll(/[.-]/g, ' ')}`,
  );
  return [...groups.values()].filter((group) => group.length > 1);
}
