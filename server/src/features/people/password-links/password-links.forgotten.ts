import { PASSWORD_LINK_PATH } from '@tenfour/contract'
import { z } from 'zod'
import type { Caller } from '../../../platform/auth/actor.ts'
import { hashLinkCode, linkTo, newLinkCode } from '../../../platform/auth/link-codes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import { defineJob, enqueue } from '../../../platform/jobs/jobs.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { FORGOTTEN_PASSWORDS } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import type { Mails } from '../mails/mails.port.ts'
import { authorizedWithoutAsking, findCredentials, getAccount, lockUsers } from '../users/users.port.ts'
import * as repo from './password-links.repo.ts'
import { auditMade } from './password-links.service.ts'

type Deps = {
  readonly db: Db
  readonly background: { readonly db: Db }
  readonly portalUrl: string | undefined
  readonly mails: Mails
  readonly sealer: Sealer
  readonly redis: Redis | undefined
}

const SEAL = 'forgotten password'

/**
 * Mails a link to the address of an account when someone enters it at the sign-in. Whether an account has the address is looked up by a job, so that neither the answer
 * nor the work for it tells. The address is sealed, since others can read what waits for jobs.
 */
export function createForgottenPasswords({ db, background, portalUrl, mails, sealer, redis }: Deps) {
  const refusal = (from: string) => ({ words: (wait: string) => `Too many links were requested ${from}: wait ${wait}` })
  const countNetwork = createHourlyLimit('forgotten-network', FORGOTTEN_PASSWORDS.network, redis, refusal('from your network'))
  const countAddress = createHourlyLimit('forgotten-address', FORGOTTEN_PASSWORDS.address, redis, refusal('for this email address'))

  const job = defineJob({
    name: 'password-link-send',
    payload: z.object({ sealed: z.base64() }),
    work: async ({ sealed }) => {
      const emailAddress = sealer.open(SEAL, Buffer.from(sealed, 'base64'))
      const found = emailAddress === undefined ? undefined : await findCredentials(background.db, emailAddress)
      if (found && !found.disabled_at && !found.deleted_at) await sendLink(found.id)
    },
  })

  const sendLink = (userId: number): Promise<void> =>
    background.db.transaction().execute(async (tx) => {
      await lockUsers(tx, [userId])
      const { name, emailAddress, isDisabled, isDeleted } = await getAccount(tx, userId)
      const code = newLinkCode()
      const link = linkTo(portalUrl, PASSWORD_LINK_PATH, code)
      if (isDisabled || isDeleted || link === null) return
      const purpose = (await repo.isNewcomer(tx, userId)) ? 'welcome' : 'reset'
      const made = await repo.insertLink(authorizedWithoutAsking(tx), {
        userId,
        codeHash: hashLinkCode(code),
        purpose,
        madeBy: userId,
        lifetime: 'reset',
      })
      await auditMade(tx, {}, userId, made)
      await mails.queue(tx, { kind: 'new-password', to: emailAddress, userId, name, data: { link }, until: new Date(made.expiresAt) })
    })

  return {
    job,
    ask: async ({ address }: Caller, emailAddress: string): Promise<Record<string, never>> => {
      if (!mails.isOn) throw new AppError('not_found', 'This portal sends no mails: ask your staff for a link')
      await countNetwork(networkOf(address))
      await countAddress(emailAddress.toLowerCase())
      await enqueue(db, job, { sealed: sealer.seal(SEAL, emailAddress).toString('base64') })
      return {}
    },
  }
}
