/** Quiet sounds, off until they are switched on, and never the only sign of anything. */

import {prefers, setPreference} from './preferences.js';

const VOLUME = 0.06;
/** Each sound as tones one after the other: [hertz, seconds, shape of the wave]. */
const TONES = {
  pick: [[880, 0.03, 'triangle']],
  move: [[240, 0.07, 'sine']],
  turn: [
    [660, 0.12, 'sine'],
    [880, 0.25, 'sine'],
  ],
  end: [
    [523, 0.14, 'sine'],
    [659, 0.14, 'sine'],
    [784, 0.14, 'sine'],
    [1047, 0.35, 'sine'],
  ],
  refused: [[130, 0.12, 'square']],
};

export class Sounds {
  constructor() {
    this.context = null;
  }

  switchTo(yes) {
    setPreference('sounds', yes);
    this.play('pick');
  }

  play(name) {
    if (!prefers('sounds')) return;
    this.context ??= new AudioContext();
    let at = this.context.currentTime;
    for (const [hertz, seconds, type] of TONES[name]) {
      this.tone(hertz, at, seconds, type);
      at += seconds;
    }
  }

  tone(frequency, at, seconds, type) {
    const gain = new GainNode(this.context, {gain: 0});
    gain.gain.setValueAtTime(VOLUME, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
    const tone = new OscillatorNode(this.context, {frequency, type});
    tone.connect(gain).connect(this.context.destination);
    tone.start(at);
    tone.stop(at + seconds);
  }
}
