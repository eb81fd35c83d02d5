import { z } from 'zod'
import { cadDepartment } from '../access.ts'
import { UnitType } from '../duty.ts'
import { defineEndpoint } from '../endpoint.ts'
import { countedList, IdParam, trimmed, Version, VersionParam } from '../values.ts'
import { DepartmentId, RankId } from './departments.ts'
import { headsThisDepartment } from './rights.ts'

/** The most that a board, a radio and a record have room for. */
export const CALL_SIGN_LENGTH = 16

/** Words in braces that a pattern may have, besides `#` for a digit. Everything else is itself. */
export const CALL_SIGN_TOKENS = {
  department: "the department's short name",
  initials: "the member's initials",
  type: 'P, A or D: the type of the unit',
} as const
type Token = keyof typeof CALL_SIGN_TOKENS
const TYPE_LETTERS: Readonly<Record<UnitType, string>> = { 1: 'P', 2: 'A', 3: 'D' }

const isToken = (word: string): word is Token => Object.hasOwn(CALL_SIGN_TOKENS, word)
const BRACES = /\{([^{}]*)\}/g

export type CallSignFacts = { readonly department: string; readonly member: string; readonly type: UnitType }

const initialsOf = (name: string) =>
  name
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase())
    .slice(0, 3)
    .join('')

/** The pattern with its words replaced; each `#` left in it is a digit to hand out. */
export function fillPattern(pattern: string, { department, member, type }: CallSignFacts): string {
  const words: Readonly<Record<Token, string>> = { department, initials: initialsOf(member), type: TYPE_LETTERS[type] }
  return pattern.replace(BRACES, (whole, word: string) => (isToken(word) ? words[word].replaceAll('#', '') : whole))
}

const LONGEST_INITIALS = 'XXX'
/** Whether every call sign of the pattern is short enough. */
export const patternFits = (pattern: string, department: string): boolean =>
  fillPattern(pattern, { department, member: LONGEST_INITIALS.split('').join(' '), type: 1 }).length <= CALL_SIGN_LENGTH

export const CallSignPattern = trimmed(40, 'A pattern has at most 40 characters').refine(
  (pattern) => [...pattern.matchAll(BRACES)].every(([, word = '']) => isToken(word)) && !/[{}]/.test(pattern.replace(BRACES, '')),
  `In braces there is one of ${Object.keys(CALL_SIGN_TOKENS).join(', ')}`,
)

/** A call sign that is somebody's own. */
export const CallSign = trimmed(CALL_SIGN_LENGTH, `A call sign has at most ${CALL_SIGN_LENGTH} characters`)

/** Which members and units a pattern is for: a rank, a unit type, or both. The pattern of neither is the department's own. */
const PatternScope = z.object({ rankId: RankId.nullable(), unitType: UnitType.nullable() })

export const CallSignPatterns = z.object({
  departmentId: DepartmentId,
  department: z.string(),
  /** The version of the department. */
  version: z.int(),
  /** For everybody without a pattern below. Empty hands out nothing. */
  callSignTemplate: z.string(),
  patterns: z.array(PatternScope.extend({ rankName: z.string().nullable(), pattern: z.string() })),
  /** The number of members who have a pattern but no call sign yet. */
  without: z.int(),
})
export type CallSignPatterns = z.infer<typeof CallSignPatterns>

export const MAX_CALL_SIGN_PATTERNS = 60
export const CallSignPatternsInput = z.object({
  callSignTemplate: CallSignPattern,
  patterns: countedList(
    z
      .array(PatternScope.extend({ pattern: CallSignPattern.min(1, 'Enter a pattern') }))
      .max(MAX_CALL_SIGN_PATTERNS, `At most ${MAX_CALL_SIGN_PATTERNS} patterns`)
      .refine((all) => all.every(({ rankId, unitType }) => rankId !== null || unitType !== null), 'Choose a rank, a unit type, or both')
      .refine(
        (all) => new Set(all.map(({ rankId, unitType }) => `${rankId} ${unitType}`)).size === all.length,
        'There are two patterns for the same rank and unit type',
      ),
  ),
})
export type CallSignPatternsInput = z.infer<typeof CallSignPatternsInput>

/** A call sign that a member keeps in a department. */
export const KeptCallSign = z.object({
  /** The unit type that it is for; null for every type without one of its own. */
  unitType: UnitType.nullable(),
  callSign: z.string(),
  version: z.int(),
})
export type KeptCallSign = z.infer<typeof KeptCallSign>

const byDepartment = z.object({ departmentId: IdParam })
const byMember = byDepartment.extend({ userId: IdParam })

export const getCallSignPatterns = defineEndpoint({
  method: 'GET',
  path: '/api/departments/:departmentId/call-sign-patterns',
  summary: "A department's call-sign patterns, by rank and unit type",
  access: headsThisDepartment,
  params: byDepartment,
  response: CallSignPatterns,
})

export const saveCallSignPatterns = defineEndpoint({
  method: 'PUT',
  path: '/api/departments/:departmentId/call-sign-patterns',
  summary: "Replace a department's call-sign patterns. Members keep the call signs that they have",
  access: headsThisDepartment,
  params: byDepartment,
  body: CallSignPatternsInput.extend({ version: Version }),
  response: CallSignPatterns,
})

export const takeOwnCallSign = defineEndpoint({
  method: 'POST',
  path: '/api/departments/:departmentId/call-sign',
  summary: "The caller's own call sign in a department of theirs; the next number is handed out to who has none. Null without a pattern",
  access: cadDepartment,
  params: byDepartment,
  body: z.object({
    type: UnitType.default(1),
    /** The call sign used so far: it becomes their own if it is of the pattern and nobody else's. */
    used: CallSign.default(''),
  }),
  response: z.object({ callSign: z.string().nullable() }),
})

export const giveCallSign = defineEndpoint({
  method: 'PUT',
  path: '/api/departments/:departmentId/people/:userId/call-sign',
  summary: 'Give a member of a department another call sign: this one, or with null the next number of their pattern',
  access: headsThisDepartment,
  params: byMember,
  body: z.object({
    unitType: UnitType.nullable().default(null),
    callSign: CallSign.min(1, 'Enter a call sign').nullable(),
    /** 0 for a member who has none. */
    version: Version,
  }),
  response: KeptCallSign,
})

export const takeCallSignAway = defineEndpoint({
  method: 'DELETE',
  path: '/api/departments/:departmentId/people/:userId/call-sign',
  summary: 'Take a call sign from a member of a department',
  access: headsThisDepartment,
  params: byMember,
  query: z.object({ unitType: z.coerce.number().pipe(UnitType).optional(), version: VersionParam }),
  response: z.object({}),
})

export const giveMissingCallSigns = defineEndpoint({
  method: 'POST',
  path: '/api/departments/:departmentId/call-signs',
  summary: 'Give the next number to every member of a department who has no call sign',
  access: headsThisDepartment,
  params: byDepartment,
  response: z.object({ given: z.int(), left: z.int() }),
})
