import * as contracts from '@picksync/contracts';
import type { Plugin } from 'vite';

const virtualId = '\0light-contracts';

type Call = { method: string; path: string };

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Calls without their schemas; plain data as it is; undefined for what must stay code. */
const lighten = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value;
  if (isCall(value)) return { method: value.method, path: value.path };
  if (Array.isArray(value)) return value.every(isPlain) ? value : undefined;
  if (Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const parts = Object.entries(value).map(([name, part]) => [name, lighten(part)] as const);
  return parts.every(([, part]) => part !== undefined) ? Object.fromEntries(parts) : undefined;
};

const isPlain = (value: unknown): boolean => lighten(value) !== undefined;

/**
 * The browser needs method and path of a call and its types, but not its schemas: without them the first load of every
 * page would carry zod and every schema of the product (about 30 kB). In a build, calls and plain data of
 * `@picksync/contracts` are written out as literals. What a form imports by name is real code and comes with that form.
 */
export const lightContracts = (): Plugin => ({
  name: 'light-contracts',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (source !== '@picksync/contracts') return null;
    return importer === virtualId
      ? this.resolve(source, new URL(import.meta.url).pathname, { skipSelf: true })
      : virtualId;
  },
  load(id) {
    if (id !== virtualId) return null;
    const literals = Object.entries(contracts).flatMap(([name, value]) => {
      const light = lighten(value);
      return light === undefined ? [] : [`export const ${name} = ${JSON.stringify(light)};`];
    });
    return {
      code: [...literals, `export * from '@picksync/contracts';`].join('\n'),
      moduleSideEffects: false,
    };
  },
});
