import type { Command, CommandContext, Slot, Suggestion } from '../../../panels/commands/command.ts'
import { keyOf } from '../../../panels/commands/match.ts'
import { tokensOf, type Token } from '../../../panels/commands/text-slots.ts'
import { suggestCalls } from '../calls/call-slots.port.ts'
import { suggestUnits } from '../units/unit-slots.port.ts'
import { codeAtStart, expanded } from './expand.ts'
import { radioCodes } from '../cad-values/cad-values.port.ts'
import { findCommand, read } from './read.ts'

export type Completion = {
  /** The range of the line that a suggestion replaces. */
  readonly start: number
  readonly end: number
  readonly suggestions: readonly Suggestion[]
  /** The request that gives more suggestions. */
  readonly wanted?: Wanted | undefined
}
export type Wanted = { readonly fetched: NonNullable<Slot<unknown>['fetched']>; readonly typed: string }

const MAX_SUGGESTIONS = 40

/** Suggestions for the word at the caret. */
export function complete(line: string, caret: number, context: CommandContext): Completion {
  const tokens = tokensOf(line)
  const index = tokens.findIndex(({ start, end }) => start < caret && caret <= end)
  const current = tokens[index]
  const before = current ? tokens.slice(0, index) : tokens.filter(({ end }) => end < caret)
  const typed = current ? line.slice(current.start, caret).replace(/^["“”]/u, '') : ''
  const place = { start: current?.start ?? caret, end: current?.end ?? caret }
  const [first] = before
  if (!first) return { ...place, suggestions: suggestFirst(typed, context).slice(0, MAX_SUGGESTIONS) }
  const begun = completeAfterCode(line, caret, context)
  if (begun) return begun
  const command = findCommand(first.text, context)
  if (command.kind !== 'one' || command.value.refusal(context)) return { ...place, suggestions: [] }
  return suggestNext(command.value, { line, caret, before, typed, place }, context)
}

/** After a code the suggestions are those of the command or the type of call that it stands for. */
function completeAfterCode(line: string, caret: number, context: CommandContext): Completion | undefined {
  const start = codeAtStart(line)
  const codeEnd = start ? line.indexOf(start.typed) + start.typed.length : 0
  if (!start?.code || 'status' in start.code || caret <= codeEnd) return undefined
  const isOneWord = 'callType' in start.code || !start.code.command.includes(' ')
  const whole = expanded(start.typed, context)
  if (!isOneWord || 'problem' in whole) return { start: caret, end: caret, suggestions: [] }
  const by = whole.line.trimEnd().length - codeEnd
  const found = complete(whole.line.trimEnd() + line.slice(codeEnd), caret + by, context)
  return { ...found, start: found.start - by, end: found.end - by }
}

function suggestFirst(typed: string, context: CommandContext): readonly Suggestion[] {
  const key = keyOf(typed)
  const commands = context.commands
    .filter((command) => !command.refusal(context) && (command.word.startsWith(key) || command.long.startsWith(key) || typed === '?'))
    .filter(({ word }) => typed !== '?' || word === 'help')
    // The command that Enter would take comes first.
    .toSorted((a, b) => Number(b.word === key) - Number(a.word === key))
    .map((command) => ({ insert: command.word, label: command.word, detail: command.does }))
  if (typed === '') return commands
  const named = [...suggestUnits(typed, context), ...suggestCalls(typed, context)]
  return withoutRepeats([...commands, ...suggestCodes(typed, context), ...(key === '' ? [] : named)])
}

function suggestCodes(typed: string, context: CommandContext): readonly Suggestion[] {
  return radioCodes()
    .begun(typed)
    .flatMap((each) => {
      const reading = read(each.code, context)
      const command = 'command' in each ? findCommand(each.command.split(' ')[0] ?? '', context) : undefined
      const does = command?.kind === 'one' ? command.value.does : ''
      return reading.kind === 'ready' || reading.kind === 'incomplete'
        ? [{ insert: each.code, label: each.code, detail: reading.kind === 'ready' ? reading.words : does }]
        : []
    })
}

type Caret = {
  readonly line: string
  readonly caret: number
  readonly before: readonly Token[]
  readonly typed: string
  readonly place: { readonly start: number; readonly end: number }
}

function suggestNext(command: Command, { line, caret, before, typed, place }: Caret, context: CommandContext): Completion {
  const positions = reachable(command, before.slice(1), context).map(({ slot, from }) => {
    // A slot that takes the rest of the line is completed from where it begins.
    const start = from === undefined ? place.start : (before[from + 1]?.start ?? place.start)
    return { slot, start, begun: from === undefined ? typed : line.slice(start, caret) }
  })
  const [wanted] = positions.flatMap(({ slot: { fetched }, begun }) => (fetched ? [{ fetched, typed: begun.trim() }] : []))
  const offered = positions.flatMap(({ slot, start, begun }) => {
    // Don't suggest units that are already named.
    const isNamed = ({ insert }: Suggestion) => slot.span === 'many' && before.some(({ start: at, end }) => line.slice(at, end) === insert)
    return slot
      .suggest(begun, context)
      .filter((suggestion) => !isNamed(suggestion))
      .map((suggestion) => ({ start, suggestion }))
  })
  const start = Math.min(place.start, ...offered.map((each) => each.start))
  const suggestions = offered.filter((each) => each.start === start).map(({ suggestion }) => suggestion)
  return { start, end: place.end, suggestions: withoutRepeats(suggestions).slice(0, MAX_SUGGESTIONS), wanted }
}

const withoutRepeats = (suggestions: readonly Suggestion[]): readonly Suggestion[] => [
  ...new Map(suggestions.map((each) => [each.insert, each])).values(),
]

type Position = {
  readonly slot: Command['slots'][number]['slot']
  /** The word it starts at, if it has started. */ readonly from: number | undefined
}

/** The slots the next word can belong to, given the words before it. */
function reachable({ slots }: Command, words: readonly Token[], context: CommandContext): readonly Position[] {
  const visit = (slotIndex: number, wordIndex: number): readonly Position[] => {
    const entry = slots[slotIndex]
    if (!entry) return []
    const { slot } = entry
    const word = words[wordIndex]
    const leftOut = slot.omitted?.(context, word?.text ?? '') ? visit(slotIndex + 1, wordIndex) : []
    if (!word) return [{ slot, from: undefined }, ...leftOut]
    if (slot.span === 'rest' || (slot.span === 'phrase' && !word.isQuoted)) return [{ slot, from: wordIndex }, ...leftOut]
    if ('problem' in slot.read([word.text], context)) return leftOut
    const again = slot.span === 'many' ? visit(slotIndex, wordIndex + 1) : []
    return [...visit(slotIndex + 1, wordIndex + 1), ...again, ...leftOut]
  }
  return visit(0, 0)
}

/** The line with a suggestion inserted, ready for the next word. */
export function applied(
  line: string,
  { start, end }: Completion,
  { insert }: Suggestion,
): { readonly line: string; readonly caret: number } {
  const after = line.slice(end)
  const inserted = after.startsWith(' ') ? insert : `${insert} `
  return { line: line.slice(0, start) + inserted + after, caret: start + inserted.length + (after.startsWith(' ') ? 1 : 0) }
}
