import { MAX_WARRANT_DAYS, WARRANT_DAYS, type BodyOf, type signWarrant, type Warrant, type WarrantEvent } from '@tenfour/contract'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import { AppError } from '../../../../platform/errors.ts'
import { moneyOf, type Money } from '../../../../platform/format.ts'
import { carryOut, type StepDeps } from './warrants.step.ts'
import type { WarrantRow } from '../read/warrants.rows.ts'
import { findPoliceDepartments, findPoliceMembers } from '../read/warrants.police.ts'

type Body = BodyOf<typeof signWarrant>
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

export const createWarrantSigning = (deps: StepDeps) => ({
  sign: (actor: Actor, warrantId: number, { version, bail, isConfidential, servedBy, expiresAt }: Body): Promise<Warrant> => {
    assertServers({ isConfidential, servedBy })
    return carryOut(deps, actor, 'sign', { warrantId, version }, async (tx, { row, by, at }) => {
      const expires = expiresAt === undefined ? new Date(at.getTime() + daysOf(deps, row) * DAY_MS) : new Date(expiresAt)
      assertExpiry(expires, at)
      const names = isConfidential ? await nameServers(tx, warrantId, servedBy) : []
      return {
        set: {
          state: 'active',
          is_ready: false,
          signer_id: by.userId,
          signed_at: at,
          bail,
          expires_at: expires,
          is_confidential: isConfidential,
        },
        title: 'Signed',
        changes: changesOf(row, { bail, expires, isConfidential, names }, await moneyOf(tx)),
      }
    })
  },
})

const daysOf = (deps: StepDeps, { type, content }: WarrantRow): number => content.days ?? usualDays(deps)[type]

export const usualDays = ({ settings }: Pick<StepDeps, 'settings'>) => ({
  arrest: settings.get(WARRANT_DAYS.arrest),
  search: settings.get(WARRANT_DAYS.search),
  bench: settings.get(WARRANT_DAYS.bench),
})

function assertServers({ isConfidential, servedBy }: Pick<Body, 'isConfidential' | 'servedBy'>): void {
  const isNamed = servedBy.departmentIds.length + servedBy.userIds.length > 0
  if (isConfidential && !isNamed) throw new AppError('invalid_input', 'Name who serves it: at least one department or member', 'servedBy')
  if (!isConfidential && isNamed) throw new AppError('invalid_input', 'Only a confidential warrant names who serves it', 'servedBy')
}

function assertExpiry(expires: Date, at: Date): void {
  const ahead = expires.getTime() - at.getTime()
  if (ahead < MINUTE_MS) throw new AppError('invalid_input', 'Choose a time at least a minute ahead', 'expiresAt')
  if (ahead > MAX_WARRANT_DAYS * DAY_MS)
    throw new AppError('invalid_input', `At most ${MAX_WARRANT_DAYS.toLocaleString('en')} days ahead`, 'expiresAt')
}

/** Writes who serves a confidential warrant, and returns their names. */
async function nameServers(tx: Tx, warrantId: number, { departmentIds, userIds }: Body['servedBy']): Promise<string[]> {
  const departments = await findPoliceDepartments(tx, departmentIds)
  if (departments.length < new Set(departmentIds).size)
    throw new AppError('invalid_input', 'Choose departments of police that are not retired', 'servedBy.departmentIds')
  const members = await findPoliceMembers(tx, userIds)
  if (members.length < new Set(userIds).size) throw new AppError('invalid_input', 'Choose members of police', 'servedBy.userIds')
  await tx
    .insertInto('warrant_servers')
    .values([
      ...departments.map(({ departmentId }) => ({ warrant_id: warrantId, department_id: departmentId })),
      ...members.map(({ userId }) => ({ warrant_id: warrantId, user_id: userId })),
    ])
    .execute()
  return [...departments, ...members].map(({ name }) => name)
}

type Signed = {
  readonly bail: number | null
  readonly expires: Date
  readonly isConfidential: boolean
  readonly names: readonly string[]
}

/** The signer's decisions, beside the writer's requests. */
function changesOf({ content }: WarrantRow, { bail, expires, isConfidential, names }: Signed, money: Money): WarrantEvent['changes'] {
  const bailWords = (amount: number | null) => (amount === null ? 'None' : money(amount))
  return [
    ...(bail === content.bail ? [] : [{ what: 'Bail', before: bailWords(content.bail), after: bailWords(bail) }]),
    { what: 'Expires', before: content.days === null ? '' : `${content.days} days asked for`, after: expires.toISOString() },
    ...(isConfidential ? [{ what: 'Confidential', before: content.isConfidential ? 'Asked for' : 'No', after: 'Until served' }] : []),
    ...(!isConfidential && content.isConfidential ? [{ what: 'Confidential', before: 'Asked for', after: 'No' }] : []),
    ...(names.length > 0 ? [{ what: 'To be served by', before: '', after: names.join(', ') }] : []),
  ]
}
