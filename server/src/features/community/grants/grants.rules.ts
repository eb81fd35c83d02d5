import {
  accessSubject,
  decidesOnPasses,
  departmentsToRideWith,
  endsGrants,
  isAllowed,
  isPowerful,
  whyNotGive,
  type CurrentUser,
  type Gift,
  type Grant,
} from '@tenfour/contract'
import { assertOwnership } from '../../../platform/acts/acts.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { giftsOf, type GiftRow } from './grants.repo.ts'
import { KIND_WORDS } from './grants.labels.ts'

export const maySponsor = (own: CurrentUser, kind: Grant['kind']): boolean =>
  kind === 'ridealong' ? departmentsToRideWith(own).length > 0 : isAllowed(decidesOnPasses, accessSubject(own))

export function assertMaySponsor(own: CurrentUser, { kind, member }: Grant): void {
  assertOwnership('grant.accept', own, { ownerIds: [member.userId] })
  if (maySponsor(own, kind)) return
  throw new AppError(
    'forbidden',
    kind === 'ridealong' ? 'Only members of a department with units sponsor ride-alongs' : 'Only staff decide on passes',
  )
}

/** Only the member, the sponsor and staff may end a grant; to everyone else it does not exist. */
export const mayEnd = (own: CurrentUser, { member, sponsor }: Grant): boolean =>
  own.userId === member.userId || own.userId === sponsor?.userId || isAllowed(endsGrants, accessSubject(own))

/** The department of a ride-along: the requested one if the sponsor belongs to it, else the sponsor's own. */
export function departmentOf(own: CurrentUser, { department }: Grant): number | null {
  const possible = departmentsToRideWith(own)
  const asked = possible.find(({ departmentId }) => departmentId === department?.departmentId)
  return (asked ?? possible.find(({ isPrimary }) => isPrimary) ?? possible[0])?.departmentId ?? null
}

/**
 * A member who gives a grant must be allowed to give what it leads to. Everyone who may sponsor a ride-along may give the whitelists that an admin
 * has attached to it, but not a role that has gained power over the Discord server since.
 */
export async function assertMayGive(tx: Tx, own: CurrentUser, kind: Grant['kind'], whitelist: Grant['whitelist']): Promise<void> {
  const entitled = (await giftsOf(tx, kind)).map(giftOf).filter((gift) => kind === 'pass' || gift.kind !== 'whitelist')
  const gifts: Gift[] = whitelist ? [...entitled, { kind: 'whitelist', environment: whitelist }] : entitled
  for (const gift of gifts) {
    const refusal = whyNotGive(own, gift)
    if (refusal !== null) throw new AppError('forbidden', refusal)
  }
}

const giftOf = ({ roleName, permissions, whitelist }: GiftRow): Gift =>
  whitelist === null
    ? { kind: 'discordRole', name: roleName ?? '', isPowerful: isPowerful(permissions ?? '0') }
    : { kind: 'whitelist', environment: whitelist }

export const noSuchGrant = () => new AppError('not_found', 'There is no such ride-along or pass')

export function assertAsked({ kind, state, sponsor, member, ended }: Grant): void {
  if (state === 'asked') return
  const what = KIND_WORDS[kind]
  if (sponsor) throw new AppError('conflict', `${sponsor.name} has already accepted this ${what}`)
  if (state === 'withdrawn') throw new AppError('conflict', `${member.name} has withdrawn this request`)
  if (state === 'declined') throw new AppError('conflict', `${ended?.by?.name ?? 'Someone'} has already declined this request`)
  throw new AppError('conflict', 'This request has ended')
}

export function assertVersion(grant: Grant, version: number): void {
  if (grant.version !== version) throw new AppError('conflict', `This ${KIND_WORDS[grant.kind]} has changed since you opened it`)
}
