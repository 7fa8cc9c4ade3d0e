import type { Answer } from '@picksync/web/src/features/help/answers.ts';
import type { AnswerBlock } from '@picksync/web/src/features/help/problems.ts';

/** Returns the answers of the help as a page of markdown: each question is a heading. */
export function renderAnswers(answers: readonly Answer[]): string {
  const sections = answers.map(({ question, blocks }) =>
    [`## ${question}`, ...blocks.map(renderBlock)].join('\n\n'),
  );
  const lead =
    'The answers of [Help & Support](/help), where you can also ask us. Whether everything works right now is on the [status page](/status).';
  return ['# Questions and answers', lead, ...sections, ''].join('\n\n');
}

function renderBlock(block: AnswerBlock): string {
  if (block.kind === 'text') return block.text;
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    line(block.head),
    line(block.head.map(() => '---')),
    ...block.rows.map(({ cells }) => line(cells)),
  ].join('\n');
}
