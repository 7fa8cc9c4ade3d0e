import { Fragment, type ReactNode } from 'react';

type SentenceProps = {
  /** The whole text, with the words that are elements in marks: `If not, <contact>ask us</contact>.` */
  text: string;
  /** What draws the words of each mark. */
  parts: Record<string, (words: string) => ReactNode>;
};

/** A sentence with links in it. It is one text, so that another language may order its words otherwise. */
export function Sentence({ text, parts }: SentenceProps) {
  const pieces = text.split(/(<\w+>[^<]*<\/\w+>)/);
  return pieces.map((piece, place) => {
    const [, name = '', words = ''] = /^<(\w+)>([^<]*)</.exec(piece) ?? [];
    return <Fragment key={`${place} ${name}`}>{parts[name]?.(words) ?? (words || piece)}</Fragment>;
  });
}
