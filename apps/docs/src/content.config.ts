import { defineCollection } from 'astro:content';
import { docsSchema } from '@astrojs/starlight/schema';
import { answers } from '@picksync/web/src/features/help/answers.ts';
import type { Loader } from 'astro/loaders';
import { answersPage } from './contents.ts';
import { linkPage } from './link-pages.ts';
import { listFiles, type Page, readPage, splitPage } from './read-pages.ts';
import { renderAnswers } from './render-answers.ts';

const missingPage: Page = {
  name: '404',
  id: '404',
  title: 'No page has this address',
  description: '',
  body: 'It may have another name now. Search for it, or begin at the [overview](/docs).\n',
};

/** Loads docs/ as it is, and the answers of the help from where the application has them. */
const picksyncDocs: Loader = {
  name: 'picksync-docs',
  load: async ({ store, parseData, renderMarkdown, generateDigest }) => {
    store.clear();
    const names = listFiles();
    const isPage = (name: string) => names.includes(name);
    const pages: Page[] = [
      ...names.map((name) => readPage(name)),
      splitPage(answersPage, renderAnswers(answers)),
      missingPage,
    ];
    for (const { name, id, title, description, body } of pages) {
      const text = linkPage(name, body, isPage);
      const isMissing = id === missingPage.id;
      const data = await parseData({
        id,
        data: {
          title,
          description,
          editUrl: false,
          pagefind: !isMissing,
          ...(isMissing && { tableOfContents: false }),
        },
      });
      store.set({ id, data, body: text, digest: generateDigest(text), rendered: await renderMarkdown(text) });
    }
  },
};

export const collections = { docs: defineCollection({ loader: picksyncDocs, schema: docsSchema() }) };
