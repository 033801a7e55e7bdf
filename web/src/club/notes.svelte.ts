/** The notebook of one seat: what the server works out for it, as far as the table tells it, and what the player wrote
 * by hand. It is asked for again when the picture has come to rest on a new view. */
import { api } from '../lib/api';
import type { Notebook } from '../protocol';
import type { Table } from '../table/table.svelte';
import { cell, note, type Pencil, type Pencilled, percent, recall, rewritten } from './pencil';

const REST = 250; // milliseconds without news before it is worth asking

export type Sign = 'open' | 'certain' | 'excluded' | 'possible';

export class Notes {
  book = $state.raw<Notebook | null>(null);
  pencilled = $state.raw<Pencilled>({});
  private asked = 0;
  private awake = $state(!document.hidden);

  constructor(private readonly table: Table) {
    this.pencilled = recall(table.code);
    $effect(() => {
      const look = () => {
        this.awake = !document.hidden;
      };
      document.addEventListener('visibilitychange', look);
      return () => document.removeEventListener('visibilitychange', look);
    });
    $effect(() => {
      if (!this.told || this.table.busy || !this.awake || !this.table.view) return;
      const timer = setTimeout(() => void this.ask(), REST);
      return () => clearTimeout(timer);
    });
  }

  /** Does the table fill anything in? */
  get told(): boolean {
    return this.table.mine !== null && this.table.info?.setup.assist !== 'off';
  }

  sign(seat: number, word: string): Sign | null {
    return (this.told && this.book?.marks[seat]?.[word]) || null;
  }

  /** In percent, where the table tells it and it is not certain either way. */
  chance(seat: number, word: string): string | null {
    const chance = this.sign(seat, word) === 'possible' ? this.book?.chances?.[seat]?.[word] : undefined;
    return chance === undefined ? null : percent(chance);
  }

  pencil(seat: number, word: string): Pencil | null {
    return this.pencilled[cell(seat, word)] ?? null;
  }

  write(seat: number, word: string): void {
    this.pencilled = rewritten(this.pencilled, cell(seat, word));
    note(this.table.code, this.pencilled);
  }

  private async ask(): Promise<void> {
    this.asked += 1;
    const number = this.asked;
    const book = await api.notebook(this.table.code).catch(() => null); // asked again with the next view
    if (book && number === this.asked) this.book = book;
  }
}
