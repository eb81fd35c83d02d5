import { createHash } from 'node:crypto'
import {
  communityNameSetting,
  DEAD_REGISTRATION_LINK,
  MESSAGES,
  REGISTRATION_LINK_HOURS,
  REGISTRATION_PATH,
  REGISTRATION_WORK_BITS,
  registrationOpen,
  registrationWork,
  registrationWorkOf,
  type answerRegistration,
  type BodyOf,
  type DiscordReturn,
  type DiscordStarted,
  type openRegistration,
  type OwnRegistration,
  type register,
  type RegistrationForm,
} from '@tenfour/contract'
import type { Caller } from '../../../platform/auth/actor.ts'
import type { AttemptGuard } from '../../../platform/auth/attempts.ts'
import { hashLinkCode, linkTo, newLinkCode } from '../../../platform/auth/link-codes.ts'
import { hashPassword, newToken, verifyPassword } from '../../../platform/auth/secrets.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { advanceStream, inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/http/client-address.ts'
import type { Applicant, WithToken } from '../../../platform/http/route.ts'
import { createHourlyLimit } from '../../../platform/limits/hourly.ts'
import { REGISTERED } from '../../../platform/limits/limits.ts'
import type { Redis } from '../../../platform/redis/redis.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import type { Mails } from '../../people/mails/mails.port.ts'
import type { NewcomersConduct } from '../../people/users/users.port.ts'
import { checkFields, listFields } from '../../records/fields/fields.port.ts'
import type { ApplicantLinks } from '../links/links.port.ts'
import * as repo from './registrations.repo.ts'

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly redis: Redis | undefined
  readonly settings: Settings
  readonly attempts: AttemptGuard
  readonly conduct: NewcomersConduct
  readonly mails: Mails
  readonly links: ApplicantLinks
  readonly portalUrl: string | undefined
}

/** The acts of people who apply. None of them looks at accounts, so that none tells whether an address has one. */
export function createRegistrationDoor({ db, publish, redis, settings, attempts, conduct, mails, links, portalUrl }: Deps) {
  const countNetwork = createHourlyLimit('registrations', REGISTERED.network, redis, {
    words: (wait) => `Too many applications were sent from here: wait ${wait}`,
  })
  const countAll = createHourlyLimit('registrations-all', REGISTERED.all, redis, {
    words: (wait) => `Many people are applying at the moment: wait ${wait}`,
  })

  const countResentFrom = createHourlyLimit('registration-links', REGISTERED.network, redis, {
    words: (wait) => `Too many mails were sent for applications from here: wait ${wait}`,
  })
  const countResent = createHourlyLimit('registration-links-all', REGISTERED.all, redis, {
    words: (wait) => `Many people are applying at the moment: wait ${wait}`,
  })
  const ofMails = {
    words: (wait: string) => `Too many mails were sent to this email address: wait ${wait}`,
    field: 'emailAddress',
  }
  const countMails = createHourlyLimit('registration-mails', REGISTERED.mails, redis, ofMails)
  const countMailsFrom = createHourlyLimit('registration-mails-from', REGISTERED.mailsFromNetwork, redis, ofMails)
  const countMail = async (caller: Caller, emailAddress: string) => {
    const address = emailAddress.toLowerCase()
    await countMailsFrom(`${address} ${networkOf(caller.address)}`)
    await countMails(address)
  }

  /** The mail does not greet by name: people who apply could send words of their own to any address. */
  const mailLink = async (tx: Tx, id: number, to: string) => {
    const code = newLinkCode()
    const link = linkTo(portalUrl, REGISTRATION_PATH, code)
    if (link === null) return
    if (!(await repo.saveConfirmation(tx, id, hashLinkCode(code)))) throw hasChanged()
    await mails.queue(tx, { kind: 'confirm-application', to, userId: null, name: '', data: { link, hours: REGISTRATION_LINK_HOURS } })
  }

  const assertOpen = () => {
    if (!settings.get(registrationOpen)) throw new AppError('feature_off', 'This community takes no applications at the moment')
  }

  const read = async (tx: Db | Tx, id: number): Promise<OwnRegistration> => {
    const own = await repo.readOwn(tx, id)
    if (!own) throw isGone()
    return { ...own, communityName: settings.get(communityNameSetting) }
  }

  const assertConduct = async (accepted: number | null): Promise<void> => {
    const current = await conduct.current(db)
    if (!current) return
    if (accepted === null) throw new AppError('invalid_input', 'Accept the code of conduct', 'conduct')
    if (accepted !== current.number) throw new AppError('conflict', 'There is a newer code of conduct: read that one first', 'conduct')
  }

  return {
    form: async (): Promise<RegistrationForm> => {
      assertOpen()
      const [fields, current] = [await listFields(db, 'registration'), await conduct.current(db)]
      return {
        communityName: settings.get(communityNameSetting),
        questions: fields.filter(({ isRetired }) => !isRetired),
        conduct: current && { number: current.number, text: current.text },
        work: settings.get(registrationWork) ? { stamp: stampAt(Date.now()), bits: REGISTRATION_WORK_BITS } : null,
      }
    },

    register: async (caller: Caller, given: BodyOf<typeof register>): Promise<WithToken<OwnRegistration>> => {
      assertOpen()
      if (settings.get(registrationWork)) assertWork(given)
      const fields = await checkFields(db, 'registration', given.fields, { before: {}, filler: 'writer', isComplete: true })
      await assertConduct(given.conduct)
      await countNetwork(networkOf(caller.address))
      await countAll('all')
      if (mails.isOn) await countMail(caller, given.emailAddress)
      const passwordHash = await hashPassword(given.password)
      const token = newToken()
      return inTransaction(db, publish, async (tx, emit) => {
        const id = await repo.insertRegistration(tx, {
          name: given.name,
          email: given.emailAddress,
          passwordHash,
          fields,
          conduct: (await conduct.current(tx)) === null ? null : given.conduct,
          address: caller.address,
          isToConfirm: mails.isOn,
        })
        if (typeof id === 'string') throw tooMany[id]()
        await repo.insertToken(tx, id, token)
        if (mails.isOn) await mailLink(tx, id, given.emailAddress)
        else await changed(tx, emit, id)
        return { token, result: await read(tx, id) }
      })
    },

    open: async (caller: Caller, { emailAddress, password }: BodyOf<typeof openRegistration>): Promise<WithToken<OwnRegistration>> => {
      const attempt = await attempts.begin(emailAddress, caller.address, 'registration')
      if (attempt.waitSeconds > 0)
        throw new AppError('too_many_attempts', `Too many wrong passwords: try again in ${attempt.waitSeconds} s`)
      const known = await repo.passwordsOf(db, emailAddress.trim(), networkOf(caller.address))
      let found: number | undefined
      // As many checks for every address, so that the time tells nothing.
      for (let index = 0; index < repo.MAX_PASSWORDS; index += 1) {
        const isRight = await verifyPassword(known[index]?.passwordHash, password)
        if (isRight) found ??= known[index]?.id
      }
      if (found === undefined) throw new AppError('credentials_invalid', MESSAGES.credentials)
      await attempt.succeeded()
      const token = newToken()
      await repo.insertToken(db, found, token)
      return { token, result: await read(db, found) }
    },

    confirm: async (caller: Caller, code: string): Promise<Record<string, never>> => {
      const codeHash = hashLinkCode(code)
      const attempt = await attempts.begin(`application link ${codeHash.toString('hex')}`, caller.address)
      if (attempt.waitSeconds > 0) throw new AppError('too_many_attempts', `Too many tries: try again in ${attempt.waitSeconds} s`)
      await inTransaction(db, publish, async (tx, emit) => {
        const confirmed = await repo.confirm(tx, codeHash)
        if (confirmed === undefined) throw new AppError('invalid_input', DEAD_REGISTRATION_LINK, 'code')
        if (typeof confirmed === 'string') throw tooMany[confirmed]()
        await changed(tx, emit, confirmed)
      })
      await attempt.succeeded()
      return {}
    },

    sendLink: async ({ registrationId: id, ...caller }: Applicant): Promise<OwnRegistration> => {
      if (!mails.isOn) throw new AppError('conflict', 'This portal sends no mails any more: withdraw your application and apply again')
      const { state, emailAddress } = await read(db, id)
      if (state !== 'unconfirmed') throw hasChanged()
      await countResentFrom(networkOf(caller.address))
      await countResent('all')
      await countMail(caller, emailAddress)
      return db.transaction().execute(async (tx) => {
        await mailLink(tx, id, emailAddress)
        return read(tx, id)
      })
    },

    own: ({ registrationId }: Applicant): Promise<OwnRegistration> => read(db, registrationId),

    answer: ({ registrationId: id }: Applicant, { text, version }: BodyOf<typeof answerRegistration>): Promise<OwnRegistration> =>
      inTransaction(db, publish, async (tx, emit) => {
        if (!(await repo.changeRegistration(tx, { id, version, from: ['asked'] }, { state: 'open' }))) throw hasChanged()
        await repo.insertMessage(tx, id, text, null)
        await changed(tx, emit, id)
        return read(tx, id)
      }),

    startDiscord: async ({ registrationId, ...caller }: Applicant, origin: string): Promise<DiscordStarted> => {
      const { state } = await read(db, registrationId)
      if (state !== 'open' && state !== 'asked') throw hasChanged()
      return links.start(caller, registrationId, origin)
    },

    finishDiscord: async ({ registrationId: id }: Applicant, given: DiscordReturn): Promise<OwnRegistration> => {
      const user = await links.finish(id, given)
      return inTransaction(db, publish, async (tx, emit) => {
        await links.assertFree(tx, user.discordId)
        if (!(await repo.saveDiscord(tx, id, user))) throw hasChanged()
        await changed(tx, emit, id)
        return read(tx, id)
      }).catch((error: unknown) => {
        if (!violates(error, 'registrations_discord_id_key')) throw error
        throw new AppError('conflict', 'Another application that waits has this Discord account. Withdraw that one first.')
      })
    },

    withdraw: ({ registrationId }: Applicant): Promise<Record<string, never>> =>
      inTransaction(db, publish, async (tx, emit) => {
        if (!(await repo.withdraw(tx, registrationId))) throw hasChanged()
        await changed(tx, emit, registrationId)
        return {}
      }),
  }
}

/** The queue of applications follows the event, the list of what waits its own stream. */
export async function changed(tx: Tx, emit: Emit, registrationId: number): Promise<void> {
  await emit('registrations', {}, 'registration.changed', { registrationId })
  await advanceStream(tx, 'waiting', { userId: EVERYONE })
}

export const hasChanged = () => new AppError('conflict', 'This application has changed since you opened it')
export const isGone = () => new AppError('not_found', 'There is no such application')

const tooMany = {
  ofAddress: () => new AppError('too_many_attempts', 'There are several applications with this address already', 'emailAddress'),
  waiting: () => new AppError('too_many_attempts', 'Many applications are waiting: try again in a few days'),
}

const HOUR_MS = 60 * 60_000
/** The hour, as in `2026-01-31T18`. */
const stampAt = (ms: number): string => new Date(ms).toISOString().slice(0, 13)

function assertWork({ work, emailAddress }: BodyOf<typeof register>): void {
  const isCurrent = work !== null && [stampAt(Date.now()), stampAt(Date.now() - HOUR_MS)].includes(work.stamp)
  if (!isCurrent) throw new AppError('invalid_input', 'The calculation of your browser is missing: send the application again', 'work')
  const hash = createHash('sha256')
    .update(registrationWorkOf(work.stamp, emailAddress, work.nonce))
    .digest()
  if (hash.readUInt32BE() >>> (32 - REGISTRATION_WORK_BITS) !== 0) {
    throw new AppError('invalid_input', 'The calculation of your browser is wrong: send the application again', 'work')
  }
}
