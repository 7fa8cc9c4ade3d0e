import type { MouseEvent } from 'react';

type ChoiceBoxProps = {
  label: string;
  /** The id of its row: the focus comes back to it. */
  id?: string;
  isChosen: boolean;
  /** Some of what it stands for is ticked. */
  isMixed?: boolean;
  onChoose: (isChosen: boolean, event: MouseEvent) => void;
};

/** A tick for a row, a group or the whole list: the browser's own, because there are hundreds. */
export function ChoiceBox({ label, id, isChosen, isMixed = false, onChoose }: ChoiceBoxProps) {
  return (
    <label className="flex size-6 cursor-pointer items-center justify-center pointer-coarse:-m-2.5 pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={label}
        data-choice={id}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        checked={isChosen}
        // The click knows of the shift key, the change does not.
        onChange={() => undefined}
        onClick={(event) => {
          event.stopPropagation();
          onChoose(event.currentTarget.checked, event);
        }}
        className="size-4 min-h-0! min-w-0! cursor-pointer accent-accent"
      />
    </label>
  );
}
