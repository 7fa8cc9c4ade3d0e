import { cx } from '@picksync/ui/class-names.ts';
import type { Answer, AnswerBlock } from './answers.ts';
import { type Segment, toSegments } from './search-answers.ts';

type MarkedProps = { text: string; search: string };

/** A text with its bold words and the search matches. */
export function Marked({ text, search }: MarkedProps) {
  return toSegments(text, search).map((segment, at) => (
    <Stretch key={`${at} ${segment.text}`} {...segment} />
  ));
}

function Stretch({ text, bold, found }: Segment) {
  const shown = found ? <mark className="rounded-sm bg-warn-soft text-ink">{text}</mark> : text;
  return bold ? <strong className="font-semi text-ink">{shown}</strong> : shown;
}

type AnswerTextProps = { answer: Answer; search: string; problem: string | undefined };

/** The answer to a question; `problem` names the row that the user came for. */
export function AnswerText({ answer, search, problem }: AnswerTextProps) {
  return (
    <div className="grid max-w-[640px] gap-3 px-4 pt-1.5 pb-4.5 text-ink-2 md:px-5">
      {answer.blocks.map((block, at) => (
        <Block key={`${answer.key} ${at}`} block={block} search={search} problem={problem} />
      ))}
    </div>
  );
}

type BlockProps = Omit<AnswerTextProps, 'answer'> & { block: AnswerBlock };

function Block({ block, search, problem }: BlockProps) {
  if (block.kind === 'text') {
    return (
      <p className="text-pretty">
        <Marked text={block.text} search={search} />
      </p>
    );
  }
  return (
    <table className="w-full border-collapse text-sm max-md:block">
      <thead className="max-md:sr-only">
        <tr>
          {block.head.map((title) => (
            <th key={title} scope="col" className="w-1/2 pr-4 pb-1.5 text-left text-xs font-semi">
              <Marked text={title} search={search} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {block.rows.map(({ key, cells }) => (
          <tr
            key={key}
            aria-current={key === problem || undefined}
            className={cx(
              'border-t border-line align-top max-md:block max-md:py-2',
              key === problem && 'bg-sunken',
            )}
          >
            {cells.map((cell, at) => (
              <td
                key={block.head[at]}
                className="py-2 pr-4 text-pretty first:font-medium first:text-ink max-md:block max-md:py-0.5"
              >
                <Marked text={cell} search={search} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
