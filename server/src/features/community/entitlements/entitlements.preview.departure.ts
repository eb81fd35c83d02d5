import { managesDepartures, self, type MemberChange, type MemberEffects, type UserRecord } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { AppError } from '../../../platform/errors.ts'
import { depart, giveBack, lockFormerMember, whyNotLetGo } from '../../people/departures/departures.port.ts'
import {
  authorizedWithoutAsking,
  createAuthorize,
  explainAccountViolation,
  getAccount,
  lockAccount,
} from '../../people/users/users.port.ts'
import { changesBetween, effectsOfChange, NO_EFFECTS } from './entitlements.effects.ts'
import { watchGifts } from './entitlements.gifts.ts'

type Departure = { readonly userId: number; readonly departure: NonNullable<MemberChange['departure']> }

/** The effects of letting a member go or taking them back. Runs in a transaction that is undone. */
export async function previewDeparture(tx: Tx, actor: Actor, { userId, departure }: Departure): Promise<MemberEffects> {
  if (departure === 'take-back') {
    const away = await lockFormerMember(tx, actor, userId)
    return effectsOf(tx, away.account, () => giveBack(tx, actor, createAuthorize(watchGifts), away))
  }
  const { own, account } = await lockAccount(tx, actor, userId, managesDepartures)
  const effects = await effectsOf(tx, account, () => leave(tx, account))
  return { ...effects, refusals: whyNotLetGo(own, account) }
}

/** The effects of leaving oneself; the last Root learns that they can't. */
export const previewLeaving = (db: Db, actor: Actor): Promise<MemberEffects> =>
  inUndoneTransaction(db, async (tx) => {
    const { account } = await lockAccount(tx, actor, actor.userId, self('userId'))
    return effectsOf(tx, account, () => leave(tx, account))
  })
    .catch(explainAccountViolation)
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'conflict')
        return { ...changesBetween(NO_EFFECTS, NO_EFFECTS), refusals: [error.message] }
      throw error
    })

const leave = async (tx: Tx, account: UserRecord): Promise<string[]> => {
  await depart(authorizedWithoutAsking(tx), account, { kind: 'left', reason: 'A preview', byId: null })
  return []
}

async function effectsOf(tx: Tx, account: UserRecord, change: () => Promise<string[]>): Promise<MemberEffects> {
  const { result: skipped, changes } = await effectsOfChange(tx, account.userId, change)
  const [had, has] = [inThePortal(account), inThePortal(await getAccount(tx, account.userId))]
  return {
    ...changes,
    portal: {
      added: [...has.filter((each) => !had.includes(each)), ...changes.portal.added],
      removed: [...had.filter((each) => !has.includes(each)), ...changes.portal.removed],
    },
    refusals: [],
    ...(skipped.length > 0 && { skipped }),
  }
}

const inThePortal = ({ roles, userPermissions, userDepartments, isDisabled, isDeleted, duty }: UserRecord): string[] => [
  ...(isDisabled || isDeleted ? [] : ['access to the portal']),
  ...(duty && !isDisabled ? ['being on duty'] : []),
  ...userDepartments.map(({ department, rankName }) => `the department ${department.name}${rankName === null ? '' : ` as ${rankName}`}`),
  ...roles.map(({ name }) => `the role ${name}`),
  ...userPermissions.map((permission) => `the permission ${permission}`),
]
