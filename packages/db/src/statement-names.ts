/** More than a process uses regularly; statements beyond it, such as lists of other lengths, get no name. */
const defaultMost = 200;

/**
 * Names the statements of a process, so that each connection parses a statement once and not every time: the same text
 * has the same name. The empty name is for those that are not worth keeping: without parameters, as BEGIN and COMMIT
 * are, or when there are as many already as may be.
 */
export function createStatementNames(
  most = defaultMost,
): (statement: { sql: string; args: unknown[] }) => string {
  const names = new Map<string, string>();
  return ({ sql, args }) => {
    if (args.length === 0) return '';
    const known = names.get(sql);
    if (known !== undefined || names.size >= most) return known ?? '';
    const name = `s${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}
