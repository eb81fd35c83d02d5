import { isWrittenAsCode, type RadioCode } from '@tenfour/contract'
import type { CommandContext } from '../../../panels/commands/command.ts'
import { tokensOf, written } from '../../../panels/commands/text-slots.ts'
import { callNumber } from '../calls/call-slots.port.ts'
import { radioCodes } from '../cad-values/cad-values.port.ts'
import { readUnit } from '../units/unit-slots.port.ts'

const HYPHEN = String.raw`[\s\-‐-―]`
const startsWith = (suffix: string) =>
  new RegExp(String.raw`^\s*(?:10${HYPHEN}+\d{1,3}${suffix}|(?:code|signal)${HYPHEN}*\d{1,3}[a-z]?)(?=\s|$)`, 'iu')
/** '10-50 PI' is longer than '10-50', and tried first. */
const CODES = [startsWith('[\\s-]*[a-z]{1,2}'), startsWith('[a-z]{0,2}')]

/** The code that a line begins with, known or not. */
export function codeAtStart(line: string): { readonly typed: string; readonly code: RadioCode | undefined } | undefined {
  const own = wordsAtStart(line).find((typed) => !isWrittenAsCode(typed) && radioCodes().find(typed))
  if (own !== undefined) return { typed: own, code: radioCodes().find(own) }
  const starts = CODES.flatMap((pattern) => pattern.exec(line)?.[0] ?? [])
  const typed = starts.find(radioCodes().find) ?? starts.at(-1)
  return typed === undefined ? undefined : { typed: typed.trim(), code: radioCodes().find(typed) }
}

/** Up to three words at the start of a line, the most first: a community may write its codes in any way. */
const wordsAtStart = (line: string): readonly string[] =>
  [3, 2, 1].flatMap((count) => new RegExp(String.raw`^\s*((?:\S+\s+){${count - 1}}\S+)(?=\s|$)`, 'u').exec(line)?.[1] ?? [])

const CALL = '<call>'

/** The line that a line with a code stands for: '10-8' sets one's own status, '4L12 10-8' that of a unit; any other line as it is. */
export function expanded(line: string, context: CommandContext): { readonly line: string } | { readonly problem: string } {
  const start = codeAtStart(line)
  if (!start?.code || isCommand(start.typed, context)) return { line: isUnitWithCode(line, context) ? `s ${line}` : line }
  const { typed, code } = start
  const rest = line.trimStart().slice(typed.length).trim()
  if ('status' in code) {
    if (rest === '' && !context.own) return { problem: `You are not on duty: write a unit before “${typed}”` }
    return { line: `s ${rest} ${typed}` }
  }
  if ('command' in code) return { line: code.command.includes(CALL) ? withCall(code.command, rest, context) : `${code.command} ${rest}` }
  const types = context.callTypes
  // A community may give a type a code that means another one on the radio.
  const type = types.find((each) => radioCodes().find(each.code) === code) ?? types.find((each) => each.key.toUpperCase() === code.callType)
  return type ? { line: `n ${written(type.code)} ${rest}` } : { problem: `No type of call here stands for “${typed}”` }
}

/** 'Code 4 1042' names the call, and 'Code 4' alone means one's own or the open one. */
function withCall(command: string, rest: string, { own, openCallId }: CommandContext): string {
  const [first = '', ...others] = rest.split(/\s+/u)
  if (first === '.' || callNumber(first) !== undefined) return [command.replace(CALL, first), ...others].join(' ')
  const hasCall = (own?.callId ?? openCallId) !== null
  return `${command.replace(CALL, hasCall ? '' : '.')} ${rest}`
}

/** A command is one, even where a member has that initial, or a community a code of that name. */
const isCommand = (typed: string, { commands }: CommandContext): boolean =>
  commands.some(({ word, long }) => [word, long].includes(typed.toLowerCase()))

function isUnitWithCode(line: string, context: CommandContext): boolean {
  const [first] = tokensOf(line)
  if (!first || !isWrittenAsCode(line.slice(first.end))) return false
  if (isCommand(first.text, context)) return false
  const unit = readUnit(first.text, context)
  return !('problem' in unit) && unit.certainty === 'whole'
}
