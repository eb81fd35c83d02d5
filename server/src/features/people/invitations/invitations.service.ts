import { randomUUID } from 'node:crypto'
import {
  INVITATION_MAX_DAYS,
  manageUsers,
  type createInvitation,
  type Invitation,
  type InvitationFilter,
  type InvitationInput,
  type InvitationUse,
  type PageOf,
  type PageQuery,
  type ResponseOf,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { hashLinkCode, linkTo, newLinkCode } from '../../../platform/auth/link-codes.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { advanceStream, inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { inUndoneTransaction } from '../../../platform/database/undone.ts'
import { AppError } from '../../../platform/errors.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { lockAccount } from '../users/users.port.ts'
import { giveToNew, lockGrant, type Grant, type GrantDeps } from './invitations.grant.ts'
import * as repo from './invitations.repo.ts'

export const JOIN_PATH = '/login/join'
const DAY_MS = 24 * 60 * 60 * 1000

type Deps = GrantDeps & { readonly db: Db; readonly publish: Publish; readonly portalUrl: string | undefined }

/** Tells the pages that list invitations. Streams of others are advanced before, so that no two transactions wait for each other. */
export const announce = (emit: Emit): Promise<void> => emit('invitations', {}, 'invitations.changed', {})

/** The acts of those who make invitations. */
export function createInvitationService({ db, publish, portalUrl, ...deps }: Deps) {
  /** Does what a use does, with an account that is undone, so that an invitation is refused for the same reasons as its use. */
  const assertMayGive = (actor: Actor, grant: Grant): Promise<void> =>
    inUndoneTransaction(db, async (tx) => {
      await lockGrant(tx, grant)
      const { own } = await lockAccount(tx, actor, actor.userId, manageUsers)
      const account = { name: 'New member', emailAddress: `${randomUUID()}@preview.invalid`, passwordHash: '' }
      await giveToNew(deps, tx, { actor, own }, grant, account)
    }).catch((error: unknown) => {
      throw error instanceof AppError ? new AppError(error.code, error.message, error.field?.replace('userDepartments.0.', '')) : error
    })
  const read = async (tx: Tx, invitationId: number): Promise<Invitation> => {
    const invitation = await repo.readInvitation(tx, invitationId)
    if (!invitation) throw noSuchInvitation()
    return invitation
  }

  return {
    create: async (actor: Actor, input: InvitationInput): Promise<ResponseOf<typeof createInvitation>> => {
      const inMs = Date.parse(input.expiresAt) - Date.now()
      if (inMs <= 0) throw new AppError('invalid_input', 'Choose a time that is still to come', 'expiresAt')
      if (inMs > INVITATION_MAX_DAYS * DAY_MS) {
        throw new AppError('invalid_input', `An invitation lasts at most ${INVITATION_MAX_DAYS} days`, 'expiresAt')
      }
      await assertMayGive(actor, input)
      const code = newLinkCode()
      const invitation = await inTransaction(db, publish, async (tx, emit) => {
        await lockAccount(tx, actor, actor.userId, manageUsers)
        const made = await read(tx, await repo.insertInvitation(tx, hashLinkCode(code), actor.userId, input))
        await recordAudit(tx, actor, 'invitation.created', { ...subject(made.invitationId), after: auditedFields(made) })
        await announce(emit)
        return made
      })
      return { invitation, code, link: linkTo(portalUrl, JOIN_PATH, code) }
    },

    list: async (query: InvitationFilter): Promise<PageOf<Invitation>> => {
      const { items, counted } = await repo.listInvitations(db, query)
      return toPage(items, counted, query)
    },

    uses: async (invitationId: number, query: PageQuery): Promise<PageOf<InvitationUse>> => {
      const { items, counted } = await repo.listUses(db, invitationId, query)
      return toPage(items, counted, query)
    },

    end: (actor: Actor, invitationId: number): Promise<Invitation> =>
      inTransaction(db, publish, async (tx, emit) => {
        const before = await repo.lockInvitation(tx, invitationId)
        if (!before) throw noSuchInvitation()
        await lockAccount(tx, actor, actor.userId, manageUsers)
        if (await repo.endInvitation(tx, invitationId, actor.userId)) {
          await recordAudit(tx, actor, 'invitation.ended', {
            ...subject(invitationId),
            before: { used: before.used, places: before.places },
          })
          if (before.pausedBecause !== null) await advanceStream(tx, 'waiting', { userId: EVERYONE })
          await announce(emit)
        }
        return read(tx, invitationId)
      }),

    resume: async (actor: Actor, invitationId: number): Promise<Invitation> => {
      const grant = await db.transaction().execute((tx) => repo.lockInvitation(tx, invitationId))
      if (!grant) throw noSuchInvitation()
      await assertMayGive(actor, grant)
      return inTransaction(db, publish, async (tx, emit) => {
        await repo.lockInvitation(tx, invitationId)
        await lockAccount(tx, actor, actor.userId, manageUsers)
        if (!(await repo.resumeInvitation(tx, invitationId, actor.userId))) throw new AppError('conflict', 'This invitation is not paused')
        await recordAudit(tx, actor, 'invitation.resumed', { ...subject(invitationId), before: { pausedBecause: grant.pausedBecause } })
        await advanceStream(tx, 'waiting', { userId: EVERYONE })
        await announce(emit)
        return read(tx, invitationId)
      })
    },
  }
}

export const subject = (invitationId: number) => ({ subjectType: 'invitation' as const, subjectId: invitationId })
const noSuchInvitation = () => new AppError('not_found', 'There is no such invitation')

const auditedFields = ({ department, rank, whitelists, places, expiresAt, note }: Invitation) => ({
  department: department?.name ?? null,
  rank: rank?.rankName ?? null,
  whitelists,
  places,
  expiresAt,
  note,
})
