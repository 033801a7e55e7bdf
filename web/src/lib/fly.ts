/** Cards that fly. A card that leaves one place and appears in another under the same key flies between them (FLIP, by
 * Svelte's crossfade); one that comes from or goes to somebody flies from or to their anchor, `use:anchor={'seat-2'}`. */
import { cubicOut } from 'svelte/easing';
import { type CrossfadeParams, crossfade, type TransitionConfig } from 'svelte/transition';
import { FLIGHT, SWEEP } from './pace';
import { motion } from './settings.svelte';

export { FLIGHT, SWEEP } from './pace';

export interface Flight extends CrossfadeParams {
  key: string;
  /** Where it comes from when it was nowhere before. */
  from?: string;
  /** Where it goes when it appears nowhere else. */
  to?: string;
  wait?: number;
}

const anchors = new Map<string, HTMLElement | SVGElement>();

/** Names an element as a place that cards fly from and to. */
export function anchor(node: HTMLElement | SVGElement, name: string) {
  let known = name;
  anchors.set(known, node);
  return {
    update(next: string) {
      if (anchors.get(known) === node) anchors.delete(known);
      known = next;
      anchors.set(known, node);
    },
    destroy() {
      if (anchors.get(known) === node) anchors.delete(known);
    },
  };
}

function toAnchor(node: Element, { from, to, wait = 0 }: Flight, intro: boolean): TransitionConfig {
  const place = anchors.get((intro ? from : to) ?? '');
  const duration = motion(intro ? FLIGHT : SWEEP);
  if (!place || !duration) return { duration: 0 };
  const here = node.getBoundingClientRect();
  const there = place.getBoundingClientRect();
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + there.height / 2 - here.top - here.height / 2;
  const size = Math.min(1, Math.max(0.25, there.height / (here.height || 1)));
  const own = getComputedStyle(node).transform.replace('none', '');
  return {
    duration,
    delay: motion(wait),
    easing: cubicOut,
    css: (t, u) =>
      `transform: translate(${u * dx}px, ${u * dy}px) scale(${t + u * size}) ${own}; opacity: ${Math.min(1, 4 * t)}`,
  };
}

const [sent, received] = crossfade({
  duration: () => motion(FLIGHT),
  easing: cubicOut,
  fallback: (node, params, intro) => toAnchor(node, params as Flight, intro),
});

export const send = sent as (node: Element, flight: Flight) => () => TransitionConfig;

/** As `send`, for cards that cannot be pressed. What leaves is made inert, which is handed down to every line of its
 * drawing: six cards of a trick would be styled anew, some 630 elements, for 350 milliseconds in which nobody could
 * touch them. */
export function leave(node: HTMLElement, flight: Flight): () => TransitionConfig {
  node.inert = false;
  return send(node, flight);
}

export const receive = received as (node: Element, flight: Flight) => () => TransitionConfig;

/** How a card among others moves up when one of them leaves. */
export const shift = { duration: () => motion(FLIGHT), easing: cubicOut };
