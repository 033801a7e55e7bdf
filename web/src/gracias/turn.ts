/** A card that is turned over where it lies: the new side comes round its middle axis. */
import { cubicOut } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { motion } from '../lib/settings.svelte';

const TURN = 380;

export function turned(_: Element): TransitionConfig {
  return {
    duration: motion(TURN),
    easing: cubicOut,
    css: (t, u) => `transform: perspective(600px) rotateY(${u * 90}deg) scale(${0.9 + 0.1 * t})`,
  };
}
