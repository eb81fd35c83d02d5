import { UNIT_STATUS } from './units.ts'

/**
 * A code stands for a status by its number, a type of call by its key, or the beginning of a command, in which `<call>` is the number of a call.
 */
export type CodeMeaning = { readonly status: number } | { readonly callType: string } | { readonly command: string }
export type RadioCode = CodeMeaning & {
  /** As it is said on the radio: '10-8', 'Code 4', 'Signal 100'. */
  readonly code: string
}

const { inService, outOfService, busy, enRoute, onScene, subjectInCustody, offDuty } = UNIT_STATUS

/** The codes a portal ships with, as most communities use them. The first code of a status or a type is the one it is known by. */
export const RADIO_CODES: readonly RadioCode[] = [
  { code: '10-8', status: inService },
  { code: '10-6', status: busy },
  { code: '10-76', status: enRoute },
  { code: '10-23', status: onScene },
  { code: '10-97', status: onScene },
  { code: '10-15', status: subjectInCustody },
  { code: '10-95', status: subjectInCustody },
  { code: '10-7', status: outOfService },
  { code: '10-42', status: offDuty },

  { code: 'Code 4', command: 'c <call> clear' },
  { code: '10-98', command: 'c <call> clear' },
  { code: '10-27', command: 'p' },
  { code: '10-28', command: 'v' },
  { code: '10-29', command: 'p' },
  { code: '10-99', command: 'panic' },
  { code: 'Code 99', command: 'panic' },
  { code: 'Signal 100', command: 'tone all Emergency traffic only.' },

  { code: '10-10', callType: 'ASSAULT' },
  { code: '10-11', callType: 'TRAFFIC' },
  { code: '10-16', callType: 'DOMESTIC' },
  { code: '10-31', callType: 'ROBBERY' },
  { code: '10-37', callType: 'SUSPICIOUS' },
  { code: '10-38', callType: 'TRAFFIC' },
  { code: '10-46', callType: 'ASSIST' },
  { code: '10-50', callType: 'CRASH' },
  { code: '10-50 PI', callType: 'CRASHINJ' },
  { code: '10-52', callType: 'MEDICAL' },
  { code: '10-54', callType: 'MEDICAL' },
  { code: '10-57', callType: 'CRASH' },
  { code: '10-62', callType: 'BURGLARY' },
  { code: '10-66', callType: 'SUSPICIOUS' },
  { code: '10-70', callType: 'STRUCTFIRE' },
  { code: '10-71', callType: 'SHOTS' },
  { code: '10-72', callType: 'STABBING' },
  { code: '10-80', callType: 'PURSUIT' },
  { code: '10-90', callType: 'ALARM' },
]

/** A ten-code needs its hyphen or a blank: 108 is the number of a call. */
const WRITTEN = /^\s*(?:10[\s\-‐-―]+(\d{1,3})[\s-]*([a-z]{0,2})|(code|signal)[\s\-‐-―]*(\d{1,3}[a-z]?))\s*$/iu

/** The same for every way to write a code; undefined for what is not written as one. */
function keyOf(typed: string): string | undefined {
  const [, ten, suffix = '', word = '', number] = WRITTEN.exec(typed) ?? []
  if (ten !== undefined) return `10-${Number(ten)}${suffix.toLowerCase()}`
  return number === undefined ? undefined : `${word} ${number}`.toLowerCase()
}

/** Whether it is written as a code, known or not. */
export const isWrittenAsCode = (typed: string): boolean => keyOf(typed) !== undefined

function isSameMeaning(one: CodeMeaning, other: CodeMeaning): boolean {
  if ('status' in one) return 'status' in other && one.status === other.status
  if ('callType' in one) return 'callType' in other && one.callType === other.callType.toUpperCase()
  return 'command' in other && one.command === other.command
}

const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s\-‐-―]+/gu, ' ')
    .trimStart()

export type CodeBook = ReturnType<typeof createCodeBook>

/** The codes of a community, by which a line, a word or a meaning is looked up. The first code of a meaning is the one it is known by. */
export function createCodeBook(codes: readonly RadioCode[]) {
  const byKey = new Map(codes.map((each) => [keyOf(each.code) ?? spoken(each.code), each]))
  return {
    codes,
    /** The code as someone typed it: '10-8', '10 8', 'code4', 'CODE 4', or one that is written in any other way. */
    find: (typed: string): RadioCode | undefined => byKey.get(keyOf(typed) ?? spoken(typed).trimEnd()),
    /** The codes that stand for the same, as they are said. */
    codesFor: (meaning: CodeMeaning): readonly string[] => codes.filter((each) => isSameMeaning(each, meaning)).map(({ code }) => code),
    /** The codes that begin as typed. Digits alone begin the number of a call. */
    begun: (typed: string): readonly RadioCode[] => {
      const begun = spoken(typed)
      if (begun === '' || /^\d+$/u.test(begun)) return []
      const joined = begun.replaceAll(' ', '')
      const isJoined = (code: string) => /^[cs]/u.test(begun) && spoken(code).replaceAll(' ', '').startsWith(joined)
      return codes.filter(({ code }) => spoken(code).startsWith(begun) || isJoined(code))
    },
  }
}
export const SHIPPED_CODES = createCodeBook(RADIO_CODES)
