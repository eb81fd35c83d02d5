import { CAUTION_FLAG, lookupUnit, MAX_RECORD_FLAGS, type BodyOf, type RecordFlag, type setRecordFlag } from '@tenfour/contract'
import { assertAct } from '../../../platform/acts/acts.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { findFlag } from '../../dispatch/cad-values/cad-values.port.ts'
import { actingUnit } from '../history/history.port.ts'
import * as repo from './record-flags.repo.ts'

/** Flags that police and communications set. Only officers see them, so they are not events of the record. */
export function createRecordFlags({ db }: { db: Db }) {
  const withdraw = async (tx: Tx, userId: number, flagId: number): Promise<Record<string, never>> => {
    if (!(await repo.withdraw(tx, flagId, userId))) throw withdrawn()
    return {}
  }
  return {
    set: (actor: Actor, act: 'flag.set' | 'caution.add', flag: BodyOf<typeof setRecordFlag>): Promise<RecordFlag> =>
      db.transaction().execute(async (tx) => {
        const { userId, name, identifier } = await actingUnit(tx, actor, lookupUnit())
        if (flag.expiresAt !== null && Date.parse(flag.expiresAt) <= Date.now()) {
          throw new AppError('invalid_input', 'Choose a time in the future', 'expiresAt')
        }
        const subject = await repo.lockFlagged(tx, flag)
        if (!subject) throw new AppError('not_found', `There is no such ${flag.of === 'person' ? 'character' : flag.of}`)
        await assertAct(tx, act, actor, subject)
        const words = await wordsOf(tx, flag)
        const set = await repo.insertFlag(tx, flag, words, { userId, identifier })
        if (set === 'full') {
          throw new AppError('conflict', `${subject.label} has ${MAX_RECORD_FLAGS} flags, which is the most: withdraw one first`)
        }
        if (set === 'same') throw new AppError('conflict', `${subject.label} has this flag already`, 'valueId')
        return { ...words, ...set, valueId: flag.valueId, text: flag.text, by: { userId, name, identifier } }
      }),

    withdraw: (actor: Actor, flagId: number): Promise<Record<string, never>> =>
      db.transaction().execute(async (tx) => {
        const { userId } = await actingUnit(tx, actor, lookupUnit())
        const subject = await repo.subjectOf(tx, flagId)
        if (!subject) throw withdrawn()
        await assertAct(tx, 'flag.withdraw', actor, subject)
        return withdraw(tx, userId, flagId)
      }),

    withdrawCaution: (actor: Actor, characterId: number, flagId: number): Promise<Record<string, never>> =>
      db.transaction().execute(async (tx) => {
        const { userId } = await actingUnit(tx, actor, lookupUnit())
        await assertAct(tx, 'caution.withdraw', actor, { characterIds: [characterId] })
        const subject = await repo.subjectOf(tx, flagId)
        if (!subject?.characterIds.includes(characterId)) throw withdrawn()
        return withdraw(tx, userId, flagId)
      }),
  }
}

const withdrawn = () => new AppError('not_found', 'This flag has been withdrawn')

/** The words of the flag as they are now, which the record keeps. An integration may go on adding cautions after the community retired them. */
async function wordsOf(tx: Tx, { valueId, of }: Pick<BodyOf<typeof setRecordFlag>, 'valueId' | 'of'>): Promise<repo.Words> {
  const value = await findFlag(tx, valueId)
  if (!value) throw new AppError('invalid_input', 'There is no such flag', 'valueId')
  if (value.isRetired && valueId !== CAUTION_FLAG) throw new AppError('conflict', 'This flag is no longer offered', 'valueId')
  const { name, tone, severity, warns, on } = value.content
  if (!on.includes(of) && valueId !== CAUTION_FLAG) throw new AppError('invalid_input', `This flag is not set on a ${of}`, 'valueId')
  return { name, tone, severity, warns }
}
