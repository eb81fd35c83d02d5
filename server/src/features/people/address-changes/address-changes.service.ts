import {
  ADDRESS_LINK_HOURS,
  ADDRESS_LINK_PATH,
  DEAD_ADDRESS_LINK,
  self,
  type AddressChange,
  type askAddressChange,
  type BodyOf,
} from '@tenfour/contract'
import { z } from 'zod'
import type { Actor, Caller } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { hashLinkCode, linkTo, newLinkCode } from '../../../platform/auth/link-codes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import { defineJob, enqueue } from '../../../platform/jobs/jobs.ts'
import type { Happened, Reactions } from '../../../platform/reactions.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import { assertMayJoin, MayNotReturn } from '../barred/barred.port.ts'
import type { Mails } from '../mails/mails.port.ts'
import { tell } from '../notices/notices.port.ts'
import {
  assertSamePassword,
  authorizedWithoutAsking,
  createPasswordCheck,
  explainAccountViolation,
  findCredentials,
  getAccount,
  lockAccount,
  lockUsers,
  recordChange,
} from '../users/users.port.ts'
import * as repo from './address-changes.repo.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly publish: Publish
  readonly attempts: AttemptGuard
  readonly portalUrl: string | undefined
  readonly mails: Mails
  readonly sealer: Sealer
  readonly happened: Happened
}

const SEAL = 'address change'

/** Where the portal sends mails, members change their email address by a link that is mailed to the new one. */
export function createAddressChanges({ db, background, publish, attempts, portalUrl, mails, sealer, happened }: Deps) {
  const checkPassword = createPasswordCheck({ db, attempts })

  /** Whether the address is free is looked up here, so that neither the answer to the request nor the work for it tells. */
  const sendJob = defineJob({
    name: 'address-change-send',
    payload: z.object({ sealed: z.base64() }),
    work: async ({ sealed }) => {
      const code = sealer.open(SEAL, Buffer.from(sealed, 'base64'))
      if (code === undefined) return
      await background.db.transaction().execute(async (tx) => {
        const change = await repo.findChange(tx, hashLinkCode(code))
        const link = linkTo(portalUrl, ADDRESS_LINK_PATH, code)
        if (!change || link === null) return
        const { userId, emailAddress, expiresAt } = change
        const holder = await findCredentials(tx, emailAddress)
        if (holder && holder.id !== userId) return
        const isBarred = await assertMayJoin(tx, { email: emailAddress }).then(
          () => false,
          (error: unknown) => {
            if (error instanceof MayNotReturn) return true
            throw error
          },
        )
        if (isBarred) return
        const { name } = await getAccount(tx, userId)
        const data = { link, hours: ADDRESS_LINK_HOURS }
        await mails.queue(tx, { kind: 'confirm-address', to: emailAddress, userId, name, data, until: expiresAt })
      })
    },
  })

  /** Every change of an address is told to the old one, also a change that staff make. */
  const accountChanged: Reactions['accountChanged'] = async (tx, _actor, before, after) => {
    const { userId, name, emailAddress: newAddress } = after
    if (before.emailAddress.toLowerCase() === newAddress.toLowerCase()) return
    await mails.queue(tx, { kind: 'address-changed', to: before.emailAddress, userId, name, data: { newAddress, isConfirmed: true } })
  }

  return {
    sendJob,
    reactions: { accountChanged },

    pending: (actor: Actor): Promise<AddressChange> => repo.pendingOf(db, actor.userId),

    ask: async (actor: Actor, { emailAddress, currentPassword }: BodyOf<typeof askAddressChange>): Promise<AddressChange> => {
      if (!mails.isOn) throw new AppError('conflict', 'This portal sends no mails: change your email address in your profile')
      if (emailAddress.toLowerCase() === actor.user.emailAddress.toLowerCase()) {
        throw new AppError('invalid_input', 'This is your email address already', 'emailAddress')
      }
      const stored = await checkPassword(actor, currentPassword)
      const code = newLinkCode()
      return db.transaction().execute(async (tx) => {
        const { account } = await lockAccount(tx, actor, actor.userId, self('userId'))
        await assertSamePassword(tx, actor.userId, stored)
        await repo.saveChange(tx, actor.userId, emailAddress, hashLinkCode(code))
        await enqueue(tx, sendJob, { sealed: sealer.seal(SEAL, code).toString('base64') })
        const { userId, name, emailAddress: to } = account
        await mails.queue(tx, { kind: 'address-changed', to, userId, name, data: { newAddress: emailAddress, isConfirmed: false } })
        return repo.pendingOf(tx, userId)
      })
    },

    end: async ({ userId }: Actor): Promise<AddressChange> => {
      await repo.deleteChange(db, userId)
      return { pending: null }
    },

    confirm: async (caller: Caller, code: string): Promise<{ emailAddress: string }> => {
      const codeHash = hashLinkCode(code)
      const attempt = await attempts.begin(`address link ${codeHash.toString('hex')}`, caller.address)
      if (attempt.waitSeconds > 0) throw new AppError('too_many_attempts', `Too many tries: try again in ${attempt.waitSeconds} s`)
      const change = await repo.findChange(db, codeHash)
      if (!change) throw deadLink()
      const { userId, emailAddress } = change
      await inTransaction(db, publish, async (tx, emit) => {
        await lockUsers(tx, [userId])
        // A database trigger ends requests of accounts that are disabled or deleted, and those from before a new password.
        if (!(await repo.takeChange(tx, codeHash))) throw deadLink()
        await assertMayJoin(tx, { email: emailAddress }, "This can't be changed here")
        const before = await getAccount(tx, userId)
        await repo.saveAddress(authorizedWithoutAsking(tx), userId, emailAddress)
        await recordChange(tx, { userId, requestId: caller.requestId }, before, happened)
        await tell(tx, emit, userId, {
          title: 'Your email address was changed',
          text: `You sign in with ${emailAddress} from now on. If that was not you, tell an admin.`,
          path: '/user/settings',
        })
      }).catch(explainAccountViolation)
      await attempt.succeeded()
      return { emailAddress }
    },
  }
}

const deadLink = () => new AppError('invalid_input', DEAD_ADDRESS_LINK, 'code')
