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

/** Long lists of one form: they come with it, not with the first page. */
const listsOfForms = new Set(['countryCodes', 'indianStates']);

function writeLiterals(): string[] {
  return Object.entries(contracts).flatMap(([name, value]) => {
    const light = listsOfForms.has(name) ? undefined : lighten(value);
    return light === undefined ? [] : [`export const ${name} = ${JSON.stringify(light)};`];
  });
}

const id = '\0light-contracts';

/**
 * The browser needs method and path of a call and its types, but not its schemas. In a build, `@picksync/contracts` is a
 * module that writes calls and plain data out as literals and passes everything else on: a schema that a form imports by
 * name is real code and comes with that form.
 */
export function lightContracts(): Plugin {
  return {
    name: 'light-contracts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === '@picksync/contracts' && importer !== id ? { id, moduleSideEffects: false } : null,
    load: (asked) =>
      asked === id ? ["export * from '@picksync/contracts';", ...writeLiterals()].join('\n') : null,
  };
}
