// A chart as sound: time runs along x, and the height in the chart determines the pitch. Fetched with `hands`.
import { maxIndex, minIndex } from 'd3-array';
import type { Stop, Track } from './cursor.svelte';
import type { Plot } from './plot';

/** The pitches at the lower and the upper end of the axis, in hertz: A2 and A5, which small loudspeakers can play. */
const [lowest, highest] = [110, 880];

/** The time for the whole width of a chart, and the pause before each track for its name, in seconds. */
const [width, pause] = [3, 1];

/** The maximum duration of a tone, and the duration of its fade-in and its fade-out, in seconds. */
const [longest, fade] = [0.25, 0.01];

const volume = 0.2;

/** The tone of a value. */
export interface Tone {
  /** The index of the value in its track. */
  index: number;
  /** The start of the tone, relative to the start of its track, in seconds. */
  at: number;
  /** The duration of the tone. */
  seconds: number;
  /** In hertz. */
  pitch: number;
  /** The stereo position, from −1 at the left end of the chart to 1 at its right end. */
  side: number;
}

/**
 * Returns the tones of the visible values. In a chart of rows, time runs from top to bottom, and the bar's length
 * determines the pitch. A value that would sound for less time than its tone takes to fade in and out is left out.
 */
export function tonesOf(stops: readonly Stop[], plot: Plot, rows: boolean): Tone[] {
  const across = ({ x }: Stop): number => (plot.x(x) - plot.left) / plot.width;
  const down = ({ y }: Stop): number => (plot.y(y) - plot.top) / plot.height;
  const [time, height] = rows ? [down, across] : [across, (stop: Stop): number => 1 - down(stop)];
  const inView = (share: number): boolean => share >= 0 && share <= 1;
  const values = stops
    .map((stop, index) => ({ index, at: time(stop), level: height(stop) }))
    .filter(({ at, level }) => inView(at) && inView(level))
    .sort((a, b) => a.at - b.at);
  const apart = values.filter(
    (
      (last) =>
      ({ at }) => {
        const plays = (at - last) * width > 2 * fade;
        if (plays) last = at;
        return plays;
      }
    )(-Infinity),
  );
  return apart.map(({ index, at, level }, n) => ({
    index,
    at: at * width,
    seconds: Math.min(longest, ((apart[n + 1]?.at ?? Infinity) - at) * width),
    pitch: lowest * (highest / lowest) ** level,
    side: rows ? 0 : 2 * at - 1,
  }));
}

/** Functions called while a chart is played. */
interface Listener {
  /** Moves the cursor to the value that is being played. */
  stand: (mark: readonly [track: number, index: number]) => void;
  say: (text: string) => void;
  /** Called when the last tone has ended, or the reader has stopped the sound. */
  end: () => void;
}

/** Returns a track's name, with the cursor's texts for its lowest and its highest value if any value is played. */
const summary = ({ name, stops }: Track, tones: readonly Tone[], rows: boolean): string => {
  const played = tones.flatMap(({ index }) => stops[index] ?? []);
  const level = ({ x, y }: Stop): number => (rows ? x : y);
  const [low, high] = [played[minIndex(played, level)], played[maxIndex(played, level)]];
  return low && high ? `${name}. Lowest: ${low.text}. Highest: ${high.text}.` : name;
};

/**
 * Plays the tracks, starting with track number `from`, each after a pause in which its name can be spoken. Returns a
 * function that stops the sound.
 */
export function play(tracks: readonly Track[], from: number, plot: Plot, rows: boolean, on: Listener): () => void {
  const context = new AudioContext();
  const [tone, gain, side] = [context.createOscillator(), context.createGain(), context.createStereoPanner()];
  tone.type = 'triangle';
  gain.gain.value = 0;
  tone.connect(gain).connect(side).connect(context.destination);
  // Cues in time order: the announcements, and the moves of the cursor to the values that are being played.
  const cues: { time: number; run: () => void }[] = [];
  let time = context.currentTime;
  for (const [track, { name, stops }] of tracks.entries()) {
    const tones = track < from ? [] : tonesOf(stops, plot, rows);
    if (tones.length === 0) continue;
    cues.push({ time, run: () => on.say(name) });
    time += pause;
    for (const { index, at, seconds, pitch, side: place } of tones) {
      const [begin, end] = [time + at, time + at + seconds];
      tone.frequency.setValueAtTime(pitch, begin);
      side.pan.setValueAtTime(place, begin);
      gain.gain.setValueAtTime(0, begin).linearRampToValueAtTime(volume, begin + fade);
      gain.gain.setValueAtTime(volume, end - fade).linearRampToValueAtTime(0, end);
      cues.push({ time: begin, run: () => on.stand([track, index]) });
    }
    const last = tones.at(-1);
    time += last ? last.at + last.seconds : 0;
    const words = summary({ name, stops }, tones, rows);
    cues.push({ time, run: () => on.say(words) });
    time += pause;
  }
  tone.start();
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    void context.close();
    on.end();
  };
  const follow = (): void => {
    const due = cues.filter((cue) => cue.time <= context.currentTime);
    cues.splice(0, due.length);
    due.forEach(({ run }) => run());
    if (context.currentTime < time) frame = requestAnimationFrame(follow);
    else stop();
  };
  follow();
  return stop;
}
