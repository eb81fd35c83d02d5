import {
  fillPattern,
  patternFits,
  type BodyOf,
  type CallSignPatterns,
  type CallSignPatternsInput,
  type giveCallSign,
  type KeptCallSign,
  type takeOwnCallSign,
  type UnitType,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { createTurns } from '../../../platform/turns.ts'
import { freeCallSign } from './call-signs.numbers.ts'
import * as repo from './call-signs.repo.ts'

type ByMember = { readonly departmentId: number; readonly userId: number }

/** Patterns of departments, and the call signs that members keep. That no two are the same is a constraint of the database. */
export function createCallSignService({ db }: { db: Db }) {
  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    db
      .transaction()
      .execute(work)
      .catch((error: unknown) => {
        if (violates(error, 'member_call_signs_unshared')) throw new AppError('conflict', 'Another member has this call sign', 'callSign')
        if (violates(error, 'member_call_signs_one')) throw changedMeanwhile()
        throw error
      })

  /** Who waits for a number here keeps no connection meanwhile; between portals the lock of the database decides. */
  const { inTurn } = createTurns<'numbers'>()

  return {
    read: (departmentId: number): Promise<CallSignPatterns> => readPatterns(db, departmentId),

    save: (
      actor: Actor,
      departmentId: number,
      { version, ...input }: CallSignPatternsInput & { version: number },
    ): Promise<CallSignPatterns> =>
      transact(async (tx) => {
        const before = await claimDepartment(tx, departmentId)
        if (before.version !== version) throw new AppError('conflict', 'This department has changed since you opened it')
        assertPatternFits(input.callSignTemplate, before.department, 'callSignTemplate')
        input.patterns.forEach(({ pattern }, index) => assertPatternFits(pattern, before.department, `patterns.${index}.pattern`))
        const old = await repo.patterns(tx, departmentId)
        await repo.replacePatterns(tx, departmentId, input).catch((error: unknown) => {
          throw violates(error, 'call_sign_patterns_department_id_rank_id_fkey')
            ? new AppError('invalid_input', 'There is no such rank in this department', 'patterns')
            : error
        })
        const after = await readPatterns(tx, departmentId)
        await recordAudit(tx, actor, 'department.call-signs-changed', {
          subjectType: 'department',
          subjectId: departmentId,
          before: { callSignTemplate: before.callSignTemplate, patterns: old },
          after: { callSignTemplate: after.callSignTemplate, patterns: after.patterns },
        })
        return after
      }),

    takeOwn: async (
      actor: Actor,
      departmentId: number,
      { type, used }: BodyOf<typeof takeOwnCallSign>,
    ): Promise<{ callSign: string | null }> => {
      const { userId } = actor
      const asked = await repo.askFor(db, departmentId, type, userId)
      if (!asked) throw new AppError('invalid_input', 'You are not in this department', 'departmentId')
      if (asked.kept !== null || asked.pattern === '') return { callSign: asked.kept }
      const takeNumber = async (tx: Tx) => {
        await repo.lockNumbers(tx)
        const now = await repo.askFor(tx, departmentId, type, userId)
        if (!now || now.kept !== null) return { callSign: now?.kept ?? null }
        const callSign = nextNumber(now, type, await repo.takenCallSigns(tx), used)
        if (callSign === null) return { callSign }
        await repo.insertCallSigns(tx, [{ departmentId, userId, unitType: now.scope, callSign }])
        await recordAudit(tx, actor, 'member.call-sign-changed', about(userId, now.department, null, callSign))
        return { callSign }
      }
      return inTurn('numbers', () => transact(takeNumber))
    },

    give: (
      actor: Actor,
      { departmentId, userId }: ByMember,
      { unitType, callSign, version }: BodyOf<typeof giveCallSign>,
    ): Promise<KeptCallSign> =>
      transact(async (tx) => {
        await repo.lockNumbers(tx)
        const asked = await claimMember(tx, departmentId, unitType, userId)
        const owner = { departmentId, userId, unitType }
        const before = await repo.keptBy(tx, owner)
        if ((before?.version ?? 0) !== version) throw changedMeanwhile()
        const taken = await repo.takenCallSigns(tx)
        const given = callSign ?? nextNumber(asked, unitType ?? 1, taken, before?.callSign ?? '')
        if (given === null) throw new AppError('conflict', 'No number of the pattern is left', 'callSign')
        const saved = await repo.putCallSign(tx, owner, given, version)
        if (!saved) throw changedMeanwhile()
        await recordAudit(tx, actor, 'member.call-sign-changed', about(userId, asked.department, before?.callSign ?? null, given))
        return saved
      }),

    takeAway: (
      actor: Actor,
      { departmentId, userId }: ByMember,
      unitType: UnitType | null,
      version: number,
    ): Promise<Record<string, never>> =>
      transact(async (tx) => {
        const asked = await claimMember(tx, departmentId, unitType, userId)
        const taken = await repo.deleteCallSign(tx, { departmentId, userId, unitType }, version)
        if (!taken) throw changedMeanwhile()
        await recordAudit(tx, actor, 'member.call-sign-changed', about(userId, asked.department, taken.callSign, null))
        return {}
      }),

    giveMissing: (actor: Actor, departmentId: number): Promise<{ given: number; left: number }> =>
      transact(async (tx) => {
        await claimDepartment(tx, departmentId)
        await repo.lockNumbers(tx)
        const taken = await repo.takenCallSigns(tx)
        const without = await repo.membersWithout(tx, departmentId)
        const given = without.flatMap((asked) => {
          const callSign = nextNumber(asked, asked.type, taken, '')
          if (callSign === null) return []
          taken.add(callSign.toLowerCase())
          return [{ departmentId, userId: asked.userId, unitType: asked.scope, callSign, department: asked.department }]
        })
        if (given.length > 0) await repo.insertCallSigns(tx, given)
        for (const { userId, department, callSign } of given) {
          await recordAudit(tx, actor, 'member.call-sign-changed', about(userId, department, null, callSign))
        }
        return { given: given.length, left: without.length - given.length }
      }),
  }
}

type CallSignProposals = {
  /** The pattern for the member, with its words replaced; empty without one. */
  readonly pattern: string
  readonly keptByOthers: readonly { readonly userId: number; readonly name: string; readonly identifier: string }[]
}

/** The pattern of a member who goes on duty, and the call signs that they are not proposed. */
export async function callSignProposals(
  db: Db,
  userId: number,
  { departmentId, type, isCivilian }: { departmentId: number | undefined; type: UnitType; isCivilian: boolean },
): Promise<CallSignProposals> {
  const asked = departmentId === undefined ? undefined : await repo.askFor(db, departmentId, type, userId)
  return {
    pattern: asked ? fillPattern(asked.pattern, { ...asked, type }) : '',
    keptByOthers: await repo.keptByOthers(db, userId, isCivilian),
  }
}

/** Refuses a pattern whose call signs would be too long. */
export function assertPatternFits(pattern: string, department: string, field: string): void {
  if (!patternFits(pattern, department))
    throw new AppError('invalid_input', 'Call signs of this pattern would have more than 16 characters', field)
}

/** The next free number; null if there is none left, or no pattern. */
function nextNumber(asked: repo.Asked, type: UnitType, taken: ReadonlySet<string>, from: string): string | null {
  return freeCallSign(fillPattern(asked.pattern, { ...asked, type }), taken, from)
}

async function readPatterns(db: Db | Tx, departmentId: number): Promise<CallSignPatterns> {
  const department = found(await repo.findDepartment(db, departmentId))
  const without = await repo.membersWithout(db, departmentId)
  return { ...department, patterns: await repo.patterns(db, departmentId), without: without.length }
}

const claimDepartment = async (tx: Tx, departmentId: number) => found(await repo.lockDepartment(tx, departmentId))

function found<T>(department: T | undefined): T {
  if (!department) throw new AppError('not_found', 'There is no such department')
  return department
}

async function claimMember(tx: Tx, departmentId: number, type: UnitType | null, userId: number): Promise<repo.Asked> {
  const asked = await repo.askFor(tx, departmentId, type, userId)
  if (!asked) throw new AppError('not_found', 'There is no such member in this department')
  return asked
}

const about = (userId: number, department: string, before: string | null, after: string | null) => ({
  subjectType: 'user' as const,
  subjectId: userId,
  before: { department, callSign: before },
  after: { department, callSign: after },
})
const changedMeanwhile = () => new AppError('conflict', 'The call sign of this member has changed since you looked')
