import pg from 'pg';

/** What a statement does, by which its time is told apart. */
type QueryKind = 'read' | 'write' | 'queue' | 'listen';

export type QueryMeasures = {
  onQuery: (kind: QueryKind, seconds: number) => void;
  /** Called with the SQLSTATE of a refusal; undefined where the connection gave none. */
  onError: (sqlState: string | undefined) => void;
};

type Statement = string | { text?: string } | undefined;
type Callback = (error: unknown, result: unknown) => void;

/** Statements of Prisma and of the stores begin with the word; those that write by several parts begin with WITH. */
const reads = /^\s*(?:SELECT|SHOW)\b/i;

/** Returns the class of clients that measure each statement; undefined where nobody asks. */
export function createMeasuredClient(
  measures: QueryMeasures | undefined,
  toKind: (text: string) => QueryKind = (text) => (reads.test(text) ? 'read' : 'write'),
): typeof pg.Client | undefined {
  if (!measures) return undefined;
  const end = (text: string, beganAt: number, error?: unknown) => {
    measures.onQuery(toKind(text), (performance.now() - beganAt) / 1000);
    if (error) measures.onError(error instanceof pg.DatabaseError ? error.code : undefined);
  };
  class MeasuredClient extends pg.Client {
    // The driver has ten ways to be called; all of them begin with the statement, and one ends with a callback.
    override query(...args: unknown[]): never {
      const [statement] = args as [Statement];
      const text = typeof statement === 'string' ? statement : (statement?.text ?? '');
      const beganAt = performance.now();
      const callback = args.at(-1);
      if (typeof callback === 'function')
        args[args.length - 1] = (error: unknown, result: unknown) => {
          end(text, beganAt, error);
          (callback as Callback)(error, result);
        };
      const query = super.query as (...given: unknown[]) => unknown;
      const answer = query.apply(this, args);
      if (answer instanceof Promise)
        answer.then(
          () => end(text, beganAt),
          (error: unknown) => end(text, beganAt, error),
        );
      return answer as never;
    }
  }
  return MeasuredClient;
}
