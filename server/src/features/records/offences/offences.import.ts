import type { OffenceInput } from '@tenfour/contract'
import type { Db, Tx } from '../../../platform/database/database.ts'
import type { Emit } from '../../../platform/database/transaction.ts'
import { emitChanged, insertOffences, isSame, lockPenalCode, offencesInUse, rewordOffences, setRetired } from './offences.repo.ts'

/** An offence in a file. Without a description, the present one stays. */
export type GivenOffence = Omit<OffenceInput, 'description'> & { readonly description?: string }

export type PlannedOffence = {
  readonly row: number
  readonly action: 'add' | 'change' | 'same'
  readonly offenceId: number | null
  readonly input: OffenceInput
}

/** The effect that importing the offences would have. Offences in use are found by their code, whatever its case. */
export async function planOffences(
  db: Db | Tx,
  given: readonly { readonly row: number; readonly input: GivenOffence }[],
): Promise<PlannedOffence[]> {
  const known = new Map((await offencesInUse(db)).map((offence) => [offence.code.toLowerCase(), offence]))
  return given.map(({ row, input: { description, ...rest } }) => {
    const offence = known.get(rest.code.toLowerCase())
    const input = { ...rest, description: description ?? offence?.description ?? '' }
    return {
      row,
      action: !offence ? 'add' : isSame(offence, input) ? 'same' : 'change',
      offenceId: offence?.offenceId ?? null,
      input,
    }
  })
}

/** Writes planned offences in the transaction of the import, which holds the lock of the penal code. Returns the ids of those that are new. */
export async function writeOffences(
  tx: Tx,
  emit: Emit,
  planned: readonly PlannedOffence[],
  userId: number | null,
): Promise<readonly number[]> {
  const added = planned.filter(({ action }) => action === 'add').map(({ input }) => input)
  const changed = planned.flatMap(({ action, offenceId, input }) =>
    action === 'change' && offenceId !== null ? [{ offenceId, input }] : [],
  )
  const ids = await insertOffences(tx, added, userId)
  await rewordOffences(tx, changed, userId)
  if (added.length + changed.length > 0) await emitChanged(emit)
  return ids
}

type Unchanged = { readonly removed: number; readonly kept: readonly { readonly name: string; readonly reason: 'changed' }[] }

/** Retires offences that an import added and that nobody has changed since; those retired already count as neither removed nor kept. */
export async function retireUnchanged(tx: Tx, emit: Emit, offenceIds: readonly number[]): Promise<Unchanged> {
  await lockPenalCode(tx)
  const found = (await offencesInUse(tx)).filter(({ offenceId }) => offenceIds.includes(offenceId))
  const unchanged = found.filter(({ version }) => version === 1)
  for (const { offenceId } of unchanged) await setRetired(tx, offenceId, true)
  if (unchanged.length > 0) await emitChanged(emit)
  const changed = found.filter(({ version }) => version !== 1)
  return { removed: unchanged.length, kept: changed.map(({ code, title }) => ({ name: `${code} ${title}`, reason: 'changed' })) }
}
