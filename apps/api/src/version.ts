import manifest from '../../../package.json' with { type: 'json' };

/** The product's version, from the root `package.json`. */
export const { version } = manifest;
