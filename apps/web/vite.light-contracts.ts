import * as contracts from '@picksync/contracts';
import type { Plugin } from 'vite';

type Call = { method: string; path: string };

function isCall(value: unknown): value is Call {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value
  );
}

/** Calls without their schemas; plain data as it is; undefined for what must stay code. */
function lighten(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (isCall(value)) return { method: value.method, path: value.path };
  if (Array.isArray(value)) return value.every((each) => lighten(each) !== undefined) ? value : undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const parts = Object.entries(value).map(([name, part]) => [name, lighten(part)] as const);
  return parts.every(([, part]) => part !== undefined) ? Object.fromEntries(parts) : undefined;
}

/** Long lists of pages that nobody sees first: they come with these. */
const listsOfLaterPages = new Set(['countryCodes', 'indianStates', 'securityActions']);

/** What is written out as a literal, by its name. */
function findLiterals(): Map<string, string> {
  const light = Object.entries(contracts).map(
    ([name, value]) => [name, listsOfLaterPages.has(name) ? undefined : lighten(value)] as const,
  );
  return new Map(
    light.flatMap(([name, value]) => (value === undefined ? [] : [[name, JSON.stringify(value)] as const])),
  );
}

const id = '\0light-contracts';

/**
 * The browser needs method and path of a call and its types, but not its schemas. In a build, `@picksync/contracts` is a
 * module that writes calls and plain data out as literals and passes everything else on: a schema that a form imports by
 * name is real code and comes with that form. Each literal is a module of its own and comes with the pages that use it.
 */
export function lightContracts(): Plugin {
  const literals = findLiterals();
  const toId = (name: string) => `${id}/${name}`;
  const index = [
    "export * from '@picksync/contracts';",
    ...[...literals.keys()].map((name) => `export { ${name} } from '${toId(name)}';`),
  ].join('\n');
  const modules = new Map([
    [id, index],
    ...[...literals].map(([name, value]) => [toId(name), `export const ${name} = ${value};`] as const),
  ]);
  return {
    name: 'light-contracts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === '@picksync/contracts' && importer !== id) return { id, moduleSideEffects: false };
      return modules.has(source) ? { id: source, moduleSideEffects: false } : null;
    },
    load: (asked) => modules.get(asked) ?? null,
  };
}
