/** Small sounds, made when they are needed: paper, a knock on wood, a coin, a rising third for "your turn". */
import { settings } from './settings.svelte';

export type Sound = 'paper' | 'wood' | 'coin' | 'turn' | 'cloth';

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound || document.hidden || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
  } catch {
    return; // no sound on this device
  }
  if (context.state !== 'running') void context.resume();
  SOUNDS[sound](context, context.currentTime);
}

const SOUNDS: Record<Sound, (context: AudioContext, now: number) => void> = {
  paper: (context, now) => noise(context, now, 0.07, 3_200, 0.12),
  cloth: (context, now) => noise(context, now, 0.25, 700, 0.16),
  wood: (context, now) => tone(context, now, 180, 0.09, 'triangle', 0.25),
  coin: (context, now) => {
    tone(context, now, 1_320, 0.12, 'sine', 0.08);
    tone(context, now + 0.06, 1_760, 0.18, 'sine', 0.08);
  },
  turn: (context, now) => {
    tone(context, now, 440, 0.14, 'sine', 0.1);
    tone(context, now + 0.12, 554, 0.18, 'sine', 0.1);
  },
};

function tone(
  context: AudioContext,
  at: number,
  pitch: number,
  length: number,
  type: OscillatorType,
  loud: number,
) {
  const voice = context.createOscillator();
  voice.type = type;
  voice.frequency.value = pitch;
  voice.connect(fading(context, at, length, loud));
  voice.start(at);
  voice.stop(at + length);
}

function noise(context: AudioContext, at: number, length: number, pitch: number, loud: number) {
  const buffer = context.createBuffer(1, Math.ceil(length * context.sampleRate), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let each = 0; each < samples.length; each += 1) samples[each] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(context, at, length, loud));
  source.start(at);
}

function fading(context: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(context.destination);
  return gain;
}
