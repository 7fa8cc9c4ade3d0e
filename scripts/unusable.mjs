/** A setting or a machine that cannot work: shown to the person as it is, without a stack trace. */
export class Unusable extends Error {}
