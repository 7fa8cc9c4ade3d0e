import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, parseAst } from 'vite';

/** The module that declares what a package exports, and its name there. */
export type Origin = { module: string; name: string };

type Import = Extract<ReturnType<typeof parseAst>['body'][number], { type: 'ImportDeclaration' }>;
type Named = { imported: string; local: string };

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === 'Literal' ? String(node.value) : (node.name ?? '');
}

/** Returns the names that an import declares; null for default, namespace and empty imports. */
function namedBy({ specifiers }: Import): Named[] | null {
  const named = specifiers.flatMap((each) =>
    each.type === 'ImportSpecifier' ? [{ imported: nameOf(each.imported), local: each.local.name }] : [],
  );
  return named.length > 0 && named.length === specifiers.length ? named : null;
}

function written(source: string, { imported, local }: Named): string {
  return `import { ${imported} as ${local} } from ${JSON.stringify(source)};`;
}

/** Returns the code with each name that `originOf` knows imported from its origin. */
export function importDirectly(
  code: string,
  originOf: (source: string, name: string) => Origin | undefined,
): string {
  const imports = parseAst(code).body.flatMap((each) => (each.type === 'ImportDeclaration' ? [each] : []));
  // From the end, so that the positions of the imports before stay right.
  return imports.reduceRight((done, each) => {
    const source = each.source.value;
    const named = namedBy(each);
    if (!named?.some(({ imported }) => originOf(source, imported))) return done;
    const lines = named.map((one) => {
      const origin = originOf(source, one.imported);
      return origin ? written(origin.module, { ...one, imported: origin.name }) : written(source, one);
    });
    return `${done.slice(0, each.start)}${lines.join(' ')}${done.slice(each.end)}`;
  }, code);
}

type Exports = { origins: Map<string, Origin>; all: string[] };

/** Returns what a module exports again from other modules: the origins by exported name, and the modules of `export *`. */
export function reexportsOf(code: string): Exports {
  const { body } = parseAst(code);
  const imported = new Map(
    body.flatMap((each) =>
      each.type === 'ImportDeclaration'
        ? (namedBy(each) ?? []).map(
            ({ imported: name, local }) => [local, { module: each.source.value, name }] as const,
          )
        : [],
    ),
  );
  const named = body.flatMap((each) => {
    if (each.type !== 'ExportNamedDeclaration') return [];
    return each.specifiers.flatMap(({ exported, local }) => {
      const name = nameOf(local);
      const origin = each.source ? { module: each.source.value, name } : imported.get(name);
      return origin ? [[nameOf(exported), origin] as const] : [];
    });
  });
  const all = body.flatMap((each) =>
    each.type === 'ExportAllDeclaration' && !each.exported ? [each.source.value] : [],
  );
  return { origins: new Map(named), all };
}

type Resolve = (source: string, importer: string) => Promise<{ id: string } | null>;

/** Returns the origin of each name that the index of a package exports from other files. */
async function originsIn(file: string, resolve: Resolve): Promise<Map<string, Origin>> {
  const { origins, all } = reexportsOf(readFileSync(file, 'utf8'));
  const idOf = async (module: string) =>
    module.startsWith('.') ? join(dirname(file), module) : (await resolve(module, file))?.id;
  const found = new Map<string, Origin>();
  for (const module of all) {
    const id = await idOf(module);
    for (const [name, origin] of id ? await originsIn(id, resolve) : []) found.set(name, origin);
  }
  for (const [name, origin] of origins) {
    const id = await idOf(origin.module);
    if (id) found.set(name, { ...origin, module: id });
  }
  return found;
}

/**
 * Makes a build import each name of these packages from the module that declares it, not from the package's index. The
 * index imports every part of the package, so with it nothing shows which page needs which part (see `pagesNeeding`).
 */
export function directImports(packages: readonly string[]): Plugin {
  const known = new Map<string, Promise<Map<string, Origin>>>();
  return {
    name: 'direct-imports',
    apply: 'build',
    transform: {
      filter: { code: [...packages] },
      async handler(code, id) {
        const used = packages.filter((name) => code.includes(name));
        const resolve: Resolve = (source, importer) => this.resolve(source, importer);
        const origins = new Map<string, Map<string, Origin>>();
        for (const name of used) {
          const file = await resolve(name, id);
          if (!file) continue;
          if (!known.has(file.id)) known.set(file.id, originsIn(file.id, resolve));
          origins.set(name, (await known.get(file.id)) ?? new Map());
        }
        const direct = importDirectly(code, (source, name) => origins.get(source)?.get(name));
        return direct === code ? null : { code: direct, map: null };
      },
    },
  };
}
