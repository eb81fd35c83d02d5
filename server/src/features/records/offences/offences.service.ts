import { MAX_OFFENCES, OFFENCE_FIELDS, type Offence, type OffenceFilter, type OffenceInput, type OffenceRevision } from '@tenfour/contract'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { inTransaction, type Emit, type Publish } from '../../../platform/database/transaction.ts'
import { violates } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import { changesRoom, type RoomSource } from '../../../platform/realtime/rooms.ts'
import * as repo from './offences.repo.ts'
import { emitChanged, isSame } from './offences.repo.ts'

export function createOffenceService({ db, publish }: { db: Db; publish: Publish }) {
  const change = <T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> =>
    inTransaction(db, publish, async (tx, emit) => {
      await repo.lockPenalCode(tx)
      return work(tx, emit)
    }).catch((error: unknown) => {
      throw violates(error, 'offences_code_key') ? new AppError('conflict', 'Another offence already has this code', 'code') : error
    })

  return {
    list: async (filter: OffenceFilter) => {
      const [items, counted, categories] = await Promise.all([
        repo.listOffences(db, filter),
        repo.countOffences(db, filter),
        repo.listCategories(db),
      ])
      return { ...toPage(items, counted, filter), categories }
    },

    revisions: async (offenceId: number): Promise<OffenceRevision[]> => {
      const revisions = await repo.listRevisions(db, offenceId)
      if (revisions.length === 0) throw noSuchOffence()
      return revisions
    },

    create: (actor: Actor, input: OffenceInput): Promise<Offence> =>
      change(async (tx, emit) => {
        await assertRoom(tx, 1)
        const offence = await repo.insertOffence(tx, input, actor.userId)
        await recordAudit(tx, actor, 'offence.created', { ...subject(offence), after: content(offence) })
        await emitChanged(emit)
        return offence
      }),

    update: (actor: Actor, offenceId: number, { version, ...input }: OffenceInput & { version: number }): Promise<Offence> =>
      change(async (tx, emit) => {
        const before = await claim(tx, offenceId, version)
        if (isSame(before, input)) return before
        const after = await repo.reword(tx, offenceId, input, actor.userId)
        await recordAudit(tx, actor, 'offence.changed', { ...subject(after), before: content(before), after: content(after) })
        await emitChanged(emit)
        return after
      }),

    retire: (actor: Actor, offenceId: number, { version, isRetired }: { version: number; isRetired: boolean }): Promise<Offence> =>
      change(async (tx, emit) => {
        const before = await claim(tx, offenceId, version)
        if (before.isRetired === isRetired) return before
        if (!isRetired) await assertRoom(tx, 1)
        const after = await repo.setRetired(tx, offenceId, isRetired)
        const state = ({ code, title, isRetired: isGone }: Offence) => ({ code, title, isRetired: isGone })
        await recordAudit(tx, actor, isRetired ? 'offence.retired' : 'offence.restored', {
          ...subject(after),
          before: state(before),
          after: state(after),
        })
        await emitChanged(emit)
        return after
      }),
  }
}

const noSuchOffence = () => new AppError('not_found', 'There is no such offence')
const subject = ({ offenceId }: Offence) => ({ subjectType: 'offence', subjectId: offenceId }) as const
const content = (offence: OffenceInput) => Object.fromEntries(OFFENCE_FIELDS.map((field) => [field, offence[field]]))

async function claim(tx: Tx, offenceId: number, version: number): Promise<Offence> {
  const offence = await repo.lockOffence(tx, offenceId)
  if (!offence) throw noSuchOffence()
  if (offence.version !== version) throw new AppError('conflict', 'This offence has changed since you opened it')
  return offence
}

async function assertRoom(tx: Tx, more: number): Promise<void> {
  if ((await repo.countInUse(tx)) + more <= MAX_OFFENCES) return
  throw new AppError('conflict', `The penal code has at most ${MAX_OFFENCES.toLocaleString('en')} offences: retire some first`)
}

/** The room says only that offences changed; pages then read again what they show. */
export const offencesRoom = (db: Db): RoomSource<'offences'> => changesRoom(db, 'offences')
