import { Component, createRef, type ReactNode } from 'react';

type KeepPlaceProps = {
  /** The rows among them have `data-row`, with a name that stays. */
  children: ReactNode;
};

type Place = { row: string; top: number };

/**
 * Keeps the row that somebody points at or works in, or else the first one in sight, where it is when rows come or go above
 * it. At the top of a page, without a pointer on the list, new rows simply come in.
 */
export class KeepPlace extends Component<KeepPlaceProps> {
  private readonly list = createRef<HTMLDivElement>();

  private readonly findRow = (): Element | null => {
    const list = this.list.current;
    if (!list) return null;
    const held = list.querySelector('[data-row]:focus-within') ?? list.querySelector('[data-row]:hover');
    if (held) return held;
    if (window.scrollY === 0) return null;
    const rows = [...list.querySelectorAll('[data-row]')];
    return rows.find((row) => row.getBoundingClientRect().bottom > 0) ?? null;
  };

  override getSnapshotBeforeUpdate(): Place | null {
    const row = this.findRow();
    const name = row?.getAttribute('data-row');
    return row && name ? { row: name, top: row.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_props: KeepPlaceProps, _state: unknown, place: Place | null): void {
    if (!place) return;
    const row = this.list.current?.querySelector(`[data-row="${CSS.escape(place.row)}"]`);
    const moved = row ? row.getBoundingClientRect().top - place.top : 0;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render() {
    // The browser's own way to keep a place does not know what is pointed at, and would count twice.
    return (
      <div ref={this.list} className="[overflow-anchor:none]">
        {this.props.children}
      </div>
    );
  }
}
