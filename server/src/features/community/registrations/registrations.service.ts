import {
  manageUsers,
  type acceptRegistration,
  type BodyOf,
  type declineRegistration,
  type ListedRegistration,
  type MailKind,
  type PageOf,
  type Registration,
  type RegistrationFilter,
} from '@tenfour/contract'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { AppError } from '../../../platform/errors.ts'
import { tellStaffWhy, whoIsBarred } from '../../people/barred/barred.port.ts'
import type { Mails } from '../../people/mails/mails.port.ts'
import { assertMemberships, insertAccount, lockAccount, type Authorize, type NewcomersConduct } from '../../people/users/users.port.ts'
import { changed, hasChanged, isGone } from './registrations.apply.ts'
import type { ApplicantLinks } from '../links/links.port.ts'
import * as repo from './registrations.repo.ts'

/** Of one application, from both sides. */
const MAX_MESSAGES = 40
const WAITING = ['open', 'asked'] as const

type Deps = {
  readonly db: Db
  readonly publish: Publish
  readonly mails: Mails
  readonly authorize: Authorize
  readonly conduct: NewcomersConduct
  readonly links: ApplicantLinks
}
type Words = BodyOf<typeof declineRegistration>
type Answer = { readonly to: { readonly email: string; readonly name: string }; readonly text: string }

/** The acts of those who decide on applications. Each changes the application first, which locks it, so that of two only one succeeds. */
export function createRegistrationService({ db, publish, mails, authorize, conduct, links }: Deps) {
  const read = async (tx: Db | Tx, id: number): Promise<Registration> => {
    const stored = await repo.readRegistration(tx, id)
    if (!stored) throw isGone()
    const { discordId, ...rest } = stored
    const barred = await whoIsBarred(db, [{ email: stored.emailAddress, discordId }])
    return { ...rest, mayNotReturn: barred.length > 0 }
  }

  const change = async (tx: Tx, id: number, version: number, to: repo.Change) => {
    const before = await repo.changeRegistration(tx, { id, version, from: WAITING }, to)
    if (before) return before
    throw (await repo.readOwn(tx, id)) ? hasChanged() : isGone()
  }

  const tell = async (tx: Tx, emit: Emit, actor: Actor, id: number, answer: 'accepted' | 'declined' | 'asked', { to, text }: Answer) => {
    if (text !== '') await repo.insertMessage(tx, id, text, actor.userId)
    const data = { answer, words: text, path: answer === 'accepted' ? '/login' : '/login/register' }
    await mails.queue(tx, { kind: 'application-answered' satisfies MailKind, to: to.email, userId: null, name: to.name, data })
    await changed(tx, emit, id)
  }

  const answer = (actor: Actor, id: number, state: 'asked' | 'declined', { text, version }: Words): Promise<Registration> =>
    inTransaction(db, publish, async (tx, emit) => {
      const to = await change(tx, id, version, state === 'declined' ? { state, decidedBy: actor.userId } : { state })
      await lockAccount(tx, actor, actor.userId, manageUsers)
      if (state === 'asked' && (await repo.countMessages(tx, id)) >= MAX_MESSAGES) {
        throw new AppError('conflict', 'Too much was written about this application already: accept or decline it')
      }
      await tell(tx, emit, actor, id, state, { to, text })
      await recordAudit(tx, actor, `registration.${state}`, subject(id))
      return read(tx, id)
    })

  return {
    list: async (query: RegistrationFilter): Promise<PageOf<ListedRegistration>> => {
      const { items, counted } = await repo.listRegistrations(db, query)
      return toPage(items, counted, query)
    },

    get: (id: number): Promise<Registration> => read(db, id),

    ask: (actor: Actor, id: number, words: Words) => answer(actor, id, 'asked', words),
    decline: (actor: Actor, id: number, words: Words) => answer(actor, id, 'declined', words),

    accept: (actor: Actor, id: number, { departmentId, rankId, text, version }: BodyOf<typeof acceptRegistration>): Promise<Registration> =>
      inTransaction(db, publish, async (tx, emit, _after, emitAll) => {
        const applied = await repo.lockWaiting(tx, id, version)
        if (!applied) throw (await repo.readOwn(tx, id)) ? hasChanged() : isGone()
        const memberships = departmentId === null ? [] : [{ departmentId, rankId, isPrimary: true }]
        await assertMemberships(tx, memberships)
        const { own } = await lockAccount(tx, actor, actor.userId, manageUsers)
        const { email: emailAddress, name, passwordHash } = applied
        const { userId } = await authorize(
          tx,
          { actor, own },
          {
            changes: [{ userId: null }],
            fields: { ranks: 'rankId' },
            write: (allowed) =>
              insertAccount(allowed, actor, { name, emailAddress, passwordHash, memberships, roleIds: [], permissions: [] }),
            newId: (created) => created.userId,
          },
        )
        if (applied.discord) await links.link(tx, emitAll, actor, userId, applied.discord)
        if (applied.conduct !== null) await conduct.accept(tx, userId, applied.conduct)
        await change(tx, id, version, { state: 'accepted', decidedBy: actor.userId, userId })
        await tell(tx, emit, actor, id, 'accepted', { to: applied, text })
        await recordAudit(tx, actor, 'registration.accepted', { ...subject(id), after: { userId } })
        return read(tx, id)
      }).catch(tellStaffWhy),
  }
}

const subject = (registrationId: number) => ({ subjectType: 'registration' as const, subjectId: registrationId })
