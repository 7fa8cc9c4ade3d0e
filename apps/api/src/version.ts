import manifest from '../../../package.json' with { type: 'json' };

/** The product's version, as the repository says it. */
export const { version } = manifest;
