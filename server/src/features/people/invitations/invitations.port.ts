import { hashLinkCode } from '../../../platform/auth/link-codes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { findCurrent, type Stored } from './invitations.repo.ts'

export { readInvitation } from './invitations.repo.ts'
export { JOIN_PATH } from './invitations.service.ts'

/** An invitation that can be used, by its id and code. */
export async function openInvitation(db: Db, invitationId: number, code: string): Promise<Stored | undefined> {
  const invitation = await findCurrent(db, hashLinkCode(code))
  return invitation?.id === invitationId && invitation.pausedBecause === null ? invitation : undefined
}
