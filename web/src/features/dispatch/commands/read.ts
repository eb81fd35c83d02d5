import type { Certainty, Command, CommandContext, Intent, Step } from '../../../panels/commands/command.ts'
import { match, oneOf, type Candidate } from '../../../panels/commands/match.ts'
import { restFrom, tokensOf, type Token } from '../../../panels/commands/text-slots.ts'
import { callNumber } from '../calls/call-slots.port.ts'
import { readUnit } from '../units/unit-slots.port.ts'
import { radioCodes } from '../cad-values/cad-values.port.ts'
import { codeAtStart, expanded } from './expand.ts'

/** The result of parsing a line. */
export type Reading =
  | { readonly kind: 'empty' }
  | ({ readonly kind: 'ready' } & Extract<Step, { intent: Intent }>)
  | { readonly kind: 'incomplete'; readonly hint: string }
  /** Not understood, or understood but not allowed. */
  | { readonly kind: 'wrong'; readonly problem: string; readonly isUnderstood: boolean }

const wrong = (problem: string): Reading => ({ kind: 'wrong', problem, isUnderstood: false })
const refused = (problem: string): Reading => ({ kind: 'wrong', problem, isUnderstood: true })

const HELP = '?'

export function findCommand(typed: string, { commands }: CommandContext) {
  const candidates = commands.map((value): Candidate<Command> => ({ value, names: [[value.word, value.long]] }))
  return match(candidates, typed === HELP ? 'help' : typed)
}

/** Whether the line begins with a word that is no command, or could be several: it may be one that is still being fetched. */
export function isUnknown(typed: string, context: CommandContext): boolean {
  const whole = expanded(typed, context)
  const [first] = 'problem' in whole ? [] : tokensOf(whole.line)
  return first !== undefined && findCommand(first.text, context).kind !== 'one'
}

export function read(typed: string, context: CommandContext): Reading {
  const whole = expanded(typed, context)
  if ('problem' in whole) return refused(whole.problem)
  const { line } = whole
  const tokens = tokensOf(line)
  const [first] = tokens
  if (!first) return { kind: 'empty' }
  const command = findCommand(first.text, context)
  const isWholeWord = command.kind === 'one' && command.isExact
  if (tokens.length === 1 && !isWholeWord) {
    const alone = readAlone(first.text, context, command.kind === 'none')
    if (alone) return alone
  }
  switch (command.kind) {
    case 'one':
      return readCommand(command.value, line, tokens, context)
    case 'several':
      return wrong(`“${first.text}” could be ${oneOf(command.values.map(({ word }) => word))}`)
    case 'none':
      return wrong(notUnderstood(line, first))
  }
}

function notUnderstood(line: string, first: Token): string {
  const code = codeAtStart(line)
  if (!code) return `There is no command “${first.text}”. Type help to see them all`
  const begun = radioCodes()
    .begun(line)
    .map((each) => each.code)
  return begun.length > 0 ? `“${code.typed}” could be ${oneOf(begun)}` : `There is no code “${code.typed}”. Type help to see them all`
}

/** A number alone opens that call; a call sign alone selects the unit, if it is complete or nothing else matches. */
function readAlone(typed: string, context: CommandContext, isNoCommand: boolean): Reading | undefined {
  const unit = readUnit(typed, context)
  const callId = callNumber(typed)
  if (callId !== undefined && ('problem' in unit || context.calls.has(callId))) {
    const title = context.calls.get(callId)?.title
    return {
      kind: 'ready',
      words: `Open call ${callId}, ${title ?? 'which is not on the board'}`,
      done: '',
      intent: { kind: 'open', callId },
    }
  }
  if ('problem' in unit || (unit.certainty !== 'whole' && !isNoCommand)) return undefined
  const { identifier, name, userId } = unit.value
  return { kind: 'ready', words: `Show ${identifier}, ${name}`, done: '', intent: { kind: 'select', userId } }
}

function readCommand(command: Command, line: string, tokens: readonly Token[], context: CommandContext): Reading {
  const refusal = command.refusal(context)
  if (refusal) return refused(refusal)
  const outcomes = shapesOf(command).map((shape) => readShape(shape, line, tokens, context))
  const [best] = outcomes.filter((each) => each.kind === 'complete').toSorted((a, b) => b.certainty - a.certainty)
  if (best) {
    const step = command.build(best.values, context)
    return 'refusal' in step ? refused(step.refusal) : { kind: 'ready', ...step }
  }
  const hints = outcomes.filter((each) => each.kind === 'incomplete').map(({ hint }) => hint)
  if (hints.length > 0) return { kind: 'incomplete', hint: `Then ${oneOf([...new Set(hints)])}` }
  const [furthest] = outcomes.filter((each) => each.kind === 'wrong').toSorted((a, b) => b.at - a.at)
  return wrong(furthest?.problem ?? `“${command.word}” can’t be used here`)
}

type Part = Command['slots'][number] & { readonly isOmitted: boolean }
/** A way to write a command: which slots are omitted, and whether a multi-word slot takes all remaining words. */
type Shape = { readonly parts: readonly Part[]; readonly isGreedy: boolean }

/** Without omissions first. */
function shapesOf({ slots }: Command): readonly Shape[] {
  const ways = slots.reduce<readonly (readonly Part[])[]>(
    (all, entry) =>
      (entry.slot.omitted ? [false, true] : [false]).flatMap((isOmitted) => all.map((before) => [...before, { ...entry, isOmitted }])),
    [[]],
  )
  const hasMany = slots.some(({ slot }) => slot.span === 'many')
  return ways.flatMap((parts) => (hasMany ? [false, true] : [false]).map((isGreedy) => ({ parts, isGreedy })))
}

type Outcome =
  | { readonly kind: 'complete'; readonly values: Readonly<Record<string, unknown>>; readonly certainty: number }
  | { readonly kind: 'incomplete'; readonly hint: string }
  | { readonly kind: 'wrong'; readonly at: number; readonly problem: string }

const WEIGHT: Readonly<Record<Certainty, number>> = { whole: 2, begun: 1, free: 0 }

function readShape({ parts, isGreedy }: Shape, line: string, tokens: readonly Token[], context: CommandContext): Outcome {
  const values: Record<string, unknown> = {}
  const weights: number[] = []
  let at = 1
  for (const [index, { key, slot, isOmitted }] of parts.entries()) {
    if (isOmitted) {
      const fallback = slot.omitted?.(context, tokens[at]?.text)
      if (!fallback) return { kind: 'wrong', at: 0, problem: `Enter ${slot.hint}` }
      values[key] = fallback.value
      continue
    }
    if (at >= tokens.length) return { kind: 'incomplete', hint: slot.hint }
    const end = endOf(slot, { at, tokens, isGreedy, following: parts.slice(index + 1).filter((each) => !each.isOmitted).length })
    const written = slot.span === 'one' || slot.span === 'many' || end < tokens.length
    const taken = written ? tokens.slice(at, end).map(({ text }) => text) : [restFrom(line, tokens, at)]
    const read = slot.read(taken, context)
    if ('problem' in read) return { kind: 'wrong', at, problem: read.problem }
    values[key] = read.value
    weights.push(WEIGHT[read.certainty])
    at = end
  }
  if (at < tokens.length) return { kind: 'wrong', at, problem: `“${restFrom(line, tokens, at)}” is not expected here` }
  // A free-text slot matches anything, so it would take a word meant for an omitted slot.
  if (weights.includes(0) && parts.some(({ isOmitted }) => isOmitted))
    return { kind: 'wrong', at: 1, problem: 'These words are not known here' }
  return { kind: 'complete', values, certainty: weights.reduce((sum, each) => sum + each, 0) / Math.max(1, weights.length) }
}

type Extent = { readonly at: number; readonly tokens: readonly Token[]; readonly isGreedy: boolean; readonly following: number }

/** The index after a slot that begins at this token. */
function endOf({ span, width }: Command['slots'][number]['slot'], { at, tokens, isGreedy, following }: Extent): number {
  switch (span) {
    case 'one':
      return at + (width?.(tokens.slice(at).map(({ text }) => text)) ?? 1)
    case 'many':
      return isGreedy ? tokens.length : Math.max(at + 1, tokens.length - following)
    case 'phrase':
      return tokens[at]?.isQuoted ? at + 1 : tokens.length
    case 'rest':
      return tokens.length
  }
}
