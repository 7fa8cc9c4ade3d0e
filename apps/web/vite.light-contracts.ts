import * as contracts from '@picksync/contracts';
import type { Plugin } from 'vite';
import { importDirectly } from './vite.direct-imports.ts';

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
  if (Array.isArray(value)) return value.every(isPlain) ? value : undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const parts = Object.entries(value).map(([name, part]) => [name, lighten(part)] as const);
  return parts.every(([, part]) => part !== undefined) ? Object.fromEntries(parts) : undefined;
}

function isPlain(value: unknown): boolean {
  return lighten(value) !== undefined;
}

/** Everything of the contracts that can be written out, by name. */
const literals = new Map(
  Object.entries(contracts).flatMap(([name, value]) => {
    const light = lighten(value);
    return light === undefined ? [] : [[name, light] as const];
  }),
);

/** Each literal is a module of its own, so that it comes with the pages that use it and with no others. */
function literalId(name: string) {
  return `\0light-contracts/${name}`;
}

/**
 * The browser needs method and path of a call and its types, but not its schemas: without them the first load of every
 * page would carry zod and every schema of the product (about 30 kB). In a build, calls and plain data of
 * `@picksync/contracts` are written out as literals. What a form imports by name is real code and comes with that form.
 */
export function lightContracts(): Plugin {
  return {
    name: 'light-contracts',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source.startsWith(literalId('')) ? source : null),
    transform: {
      order: 'post',
      handler(code) {
        if (!code.includes('@picksync/contracts')) return null;
        const direct = importDirectly(code, (source, name) =>
          source === '@picksync/contracts' && literals.has(name)
            ? { module: literalId(name), name }
            : undefined,
        );
        return direct === code ? null : { code: direct, map: null };
      },
    },
    load(id) {
      if (!id.startsWith(literalId(''))) return null;
      const name = id.slice(literalId('').length);
      return {
        code: `export const ${name} = ${JSON.stringify(literals.get(name))};`,
        moduleSideEffects: false,
      };
    },
  };
}
