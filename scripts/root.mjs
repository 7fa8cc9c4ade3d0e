import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder for tools that the machine lacks: a newer Node, pnpm. */
export const toolchain = join(root, '.toolchain');
