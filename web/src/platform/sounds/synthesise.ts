import { envelopeOf, partialsOf, type Note, type Recipe } from './recipes.ts'

/** Schedules the recipe's notes from `start` on the context's clock, into `output`. */
export function synthesise(context: BaseAudioContext, output: AudioNode, recipe: Recipe, start: number): void {
  const filter = context.createBiquadFilter()
  filter.type = 'lowpass'
  filter.frequency.value = recipe.brightness
  filter.Q.value = 0.5
  filter.connect(output)
  for (const note of recipe.notes) {
    const loudness = context.createGain()
    loudness.gain.setValueAtTime(0, start + note.at)
    for (const { at, level } of envelopeOf(note, recipe.touch)) loudness.gain.linearRampToValueAtTime(level, start + note.at + at)
    loudness.connect(filter)
    for (const [ratio, share] of partialsOf(recipe)) playVoice(context, loudness, { note, ratio, share, start })
  }
}

type Voice = { readonly note: Note; readonly ratio: number; readonly share: number; readonly start: number }

function playVoice(context: BaseAudioContext, output: AudioNode, { note, ratio, share, start }: Voice): void {
  const oscillator = context.createOscillator()
  const from = start + note.at
  oscillator.frequency.setValueAtTime(note.pitch * ratio, from)
  if (note.to !== undefined) oscillator.frequency.exponentialRampToValueAtTime(note.to * ratio, from + note.length)
  const gain = context.createGain()
  gain.gain.value = share
  oscillator.connect(gain).connect(output)
  oscillator.start(from)
  oscillator.stop(from + note.length)
}
