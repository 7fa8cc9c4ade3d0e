/** A setting or a machine that cannot work: shown to the person as it is, without a stack trace. */
export class Unusable extends Error {}

/** Returns the sentence that explains an error to a person, or nothing when it is a fault of ours. */
export function sentenceFor(error) {
  if (error instanceof Unusable) return error.message;
  // A call that the system refused: no space left, no permission, too many open files.
  if (error instanceof Error && 'syscall' in error)
    return `The system refused what was needed: ${error.message}.`;
  return undefined;
}
