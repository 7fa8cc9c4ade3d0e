/** More statements than a process uses regularly; those beyond it, such as lists of other lengths, get no name. */
const defaultMost = 200;

/**
 * Names the statements of a process, so that each connection parses a statement once and not every time: the same text
 * has the same name. Statements that are not worth keeping get the empty name: those without parameters, such as BEGIN
 * and COMMIT, and all new ones once there are `most`.
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
