import { UNIT_CLASS } from '@tenfour/contract'
import type { EmergencyClass, Read, Slot, Suggestion } from '../../../panels/commands/command.ts'
import { match, prefixMatches, type Candidate } from '../../../panels/commands/match.ts'

const CLASSES: readonly { readonly word: string; readonly also: readonly string[]; readonly classes: readonly EmergencyClass[] }[] = [
  { word: 'police', also: ['leo', 'pd'], classes: [UNIT_CLASS.Leo] },
  { word: 'fire', also: ['ems', 'medical', 'fd'], classes: [UNIT_CLASS.Fire] },
  { word: 'comms', also: ['communications', 'dispatch'], classes: [UNIT_CLASS.Comms] },
]
type ClassChoice = (typeof CLASSES)[number]
const policeAndFire: ClassChoice = { word: 'both', also: ['all'], classes: [UNIT_CLASS.Leo, UNIT_CLASS.Fire] }
const everyone: ClassChoice = { word: 'all', also: ['everyone'], classes: [UNIT_CLASS.Leo, UNIT_CLASS.Comms, UNIT_CLASS.Fire] }

const classCandidates = (choices: readonly ClassChoice[]): readonly Candidate<ClassChoice>[] =>
  choices.map((value) => ({ value, names: [value.word], codes: value.also }))
const TONE_CLASSES = classCandidates([...CLASSES, everyone])
const TRANSFER_CLASSES = classCandidates([...CLASSES, policeAndFire])

const suggestClasses = (candidates: readonly Candidate<ClassChoice>[], typed: string): readonly Suggestion[] =>
  prefixMatches(candidates, typed).map(({ word, classes }) => ({ insert: word, label: word, detail: classWords(classes) }))

const CLASS_WORDS: Readonly<Record<EmergencyClass, string>> = { 1: 'police', 2: 'communications', 3: 'fire and medical' }
export const classWords = (classes: readonly EmergencyClass[]): string =>
  classes.length === everyone.classes.length ? 'all units' : classes.map((each) => CLASS_WORDS[each]).join(', ')

const readClass = (candidates: readonly Candidate<ClassChoice>[], typed: string, among: string): Read<readonly EmergencyClass[]> => {
  const found = match(candidates, typed)
  return found.kind === 'one'
    ? { value: found.value.classes, certainty: found.isExact ? 'whole' : 'begun' }
    : { problem: `“${typed}” is none of ${among}` }
}

export const toneClassSlot: Slot<readonly EmergencyClass[]> = {
  name: 'class',
  hint: 'police, fire, comms or all',
  span: 'one',
  read: ([typed = '']) => readClass(TONE_CLASSES, typed, 'police, fire, comms and all'),
  suggest: (typed) => suggestClasses(TONE_CLASSES, typed),
}

/** The classes a call can be transferred to. */
export const readTransferClass = (typed: string) => readClass(TRANSFER_CLASSES, typed, 'police, fire, comms and both')
export const suggestTransferClasses = (typed: string): readonly Suggestion[] => suggestClasses(TRANSFER_CLASSES, typed)
