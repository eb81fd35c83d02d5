import {
  accessSubject,
  COUNT_LIMIT,
  isAllowed,
  manageDiscord,
  MESSAGES,
  type acceptConduct,
  type BodyOf,
  type ConductFilter,
  type ConductMember,
  type getConduct,
  type PageOf,
  type publishConduct,
  type PublishedConduct,
  type ResponseOf,
} from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { advanceStream } from '../../../platform/database/transaction.ts'
import { isUniqueViolation } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { EVERYONE } from '../../../platform/waiting.ts'
import { lockWithActor } from '../../people/users/users.port.ts'
import { postConduct } from './conduct.posts.ts'
import * as repo from './conduct.repo.ts'

export type ConductService = ReturnType<typeof createConductService>

export function createConductService({ db }: { readonly db: Db }) {
  return {
    get: async ({ userId }: Actor): Promise<ResponseOf<typeof getConduct>> => {
      const current = await repo.currentConduct(db)
      return current && { ...current, acceptedAt: await repo.acceptedAt(db, current.number, userId) }
    },

    /** Accepts the current version only: nobody accepts a text that they have not seen. */
    accept: ({ userId }: Actor, number: number, how: 'portal' | 'discord'): Promise<ResponseOf<typeof acceptConduct>> =>
      db.transaction().execute(async (tx) => {
        const current = await repo.currentConduct(tx)
        if (!current) throw new AppError('not_found', 'There is no code of conduct')
        if (current.number !== number) throw new AppError('conflict', 'There is a newer code of conduct: read that one first')
        await repo.insertAcceptance(tx, number, userId, how)
        await advanceStream(tx, 'waiting', { userId })
        return { acceptedAt: (await repo.acceptedAt(tx, number, userId)) ?? new Date().toISOString() }
      }),

    versions: (): Promise<PublishedConduct[]> => repo.listVersions(db),

    publish: (actor: Actor, { text, version }: BodyOf<typeof publishConduct>): Promise<PublishedConduct> =>
      db
        .transaction()
        .execute(async (tx) => {
          const { own } = await lockWithActor(tx, actor, actor.userId)
          if (!isAllowed(manageDiscord, accessSubject(own))) throw new AppError('forbidden', MESSAGES.forbidden)
          const current = await repo.currentConduct(tx)
          if ((current?.number ?? 0) !== version) throw hasChanged()
          const written = text.replaceAll('\r\n', '\n').trim()
          if (current?.text === written) throw new AppError('invalid_input', 'This is already the current code of conduct', 'text')
          const number = version + 1
          await repo.insertConduct(tx, { number, text: written, authorId: actor.userId })
          await recordAudit(tx, actor, 'discord.conduct-published', { subjectType: 'discord', subjectId: 'conduct', after: { number } })
          const published = await repo.getVersion(tx, number)
          await postConduct(tx, published)
          await advanceStream(tx, 'waiting', { userId: EVERYONE })
          return published
        })
        .catch((error: unknown) => {
          throw isUniqueViolation(error) ? hasChanged() : error
        }),

    members: async (query: ConductFilter): Promise<PageOf<ConductMember>> => {
      const current = await repo.currentConduct(db)
      const { items, counted } = await repo.listMembers(db, current?.number ?? 0, query, COUNT_LIMIT + 1)
      return toPage(items, counted, query)
    },
  }
}

const hasChanged = () => new AppError('conflict', 'Someone has published another version since you opened this one')
