import { type Plugin, parseAst } from 'vite';

const contract = /\/packages\/contracts\/src\/[^/]+\.ts$/;

/** Returns the code with a mark at each top-level value that is made by a call: it may be left out where nothing uses it. */
export function markPure(code: string): string {
  const calls = parseAst(code).body.flatMap((statement) => {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') return [];
    return declaration.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []));
  });
  // From the end, so that what is written does not move what is still to be read. A mark on a call does not cover those that
  // its arguments and its object make, one on a function around all of them does.
  return calls.reduceRight(
    (marked, { start, end }) =>
      `${marked.slice(0, start)}/* @__PURE__ */ (() => ${marked.slice(start, end)})()${marked.slice(end)}`,
    code,
  );
}

/**
 * Making a schema leaves no trace anywhere else, but no bundler can see that of `z.object(…)`. Marked, the schemas of replies
 * stay out of the files of forms, which would be read and run while a page is idle.
 */
export function pureContracts(): Plugin {
  return {
    name: 'pure-contracts',
    apply: 'build',
    transform: (code, id) => (contract.test(id) ? { code: markPure(code), map: null } : null),
  };
}
