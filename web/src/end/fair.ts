/** Fair deals, recomputed: every shuffle follows from the seed by the algorithm of docs/fair-deals.md. Nothing here comes
 * from the server but the record itself. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const LARGEST = 1n << 64n;

export const commitment = (seed: string): string => bytesToHex(sha256(hexToBytes(seed)));

export const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

export class Dealer {
  private readonly key: Uint8Array;

  constructor(seed: string, entropy: string[]) {
    const added = entropy.flatMap((text) => [bigEndian(utf8ToBytes(text).length, 4), utf8ToBytes(text)]);
    this.key = sha256(concatBytes(utf8ToBytes('moustaches deal 1\n'), hexToBytes(seed), ...added));
  }

  /** The numbers 0 to size - 1 in the order of the shuffle of this name. */
  shuffle(name: string, size: number): number[] {
    const words = this.words(name);
    const order = Array.from({ length: size }, (_, place) => place);
    for (let last = size - 1; last > 0; last -= 1) {
      const choices = BigInt(last + 1);
      let word = words.next().value;
      while (word >= LARGEST - (LARGEST % choices)) word = words.next().value;
      const other = Number(word % choices);
      [order[last], order[other]] = [order[other] as number, order[last] as number];
    }
    return order;
  }

  private *words(name: string): Generator<bigint, never> {
    for (let counter = 0; ; counter += 1) {
      const block = sha256(concatBytes(this.key, utf8ToBytes(`${name}\n`), bigEndian(counter, 8)));
      const view = new DataView(block.buffer, block.byteOffset);
      for (let start = 0; start < 32; start += 8) yield view.getBigUint64(start);
    }
  }
}

function bigEndian(value: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(size - 4, value);
  return bytes;
}
