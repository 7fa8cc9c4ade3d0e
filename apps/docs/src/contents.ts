/** A chapter of the documentation: pages by their file in docs/ without the ending, or all pages of a folder. */
export type Chapter = { label: string; pages: readonly string[] } | { label: string; folder: string };

/** The page that is made of the answers of the help. */
export const answersPage = 'questions-and-answers';

/** The documentation, in the order in which it is read. The one place that says what is in it. */
export const chapters: readonly Chapter[] = [
  { label: 'Start', pages: ['README', 'guide/first-dropdown', answersPage] },
  {
    label: 'How to',
    pages: [
      'guide/many-dropdowns',
      'guide/rows-that-count',
      'guide/names-that-change',
      'guide/answer-a-review',
      'guide/go-back',
      'guide/read-an-automation',
      'guide/mend-a-connection',
    ],
  },
  { label: 'Rules', pages: ['sync-rules', 'retention', 'glossary'] },
  { label: 'API', pages: ['guide/first-call', 'guide/automations-as-text', 'guide/assistants'] },
  { label: 'Self-hosting', pages: ['self-hosting', 'operating', 'scale', 'benchmarks'] },
  { label: 'When an alert rings', folder: 'runbooks' },
  { label: 'How it is built', pages: ['architecture', 'reliability', 'security'] },
  { label: 'Decisions', folder: 'decisions' },
];

/** Files of docs/ that are lists for those who change the product, and not to be read. */
export const notForReaders: readonly string[] = ['texts'];
