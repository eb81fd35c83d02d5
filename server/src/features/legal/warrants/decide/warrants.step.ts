import {
  WARRANT_STATE_WORDS,
  type RecordActor,
  type Warrant,
  type WarrantContent,
  type WarrantEvent,
  type WarrantSummary,
} from '@tenfour/contract'
import { sql, type Updateable } from 'kysely'
import type { Actor } from '../../../../platform/auth/actor.ts'
import type { Tx } from '../../../../platform/database/database.ts'
import type { Warrants } from '../../../../platform/database/schema.ts'
import { inTransaction, type EmitAll } from '../../../../platform/database/transaction.ts'
import { appendEntry } from '../history/warrants.entries.ts'
import { factsOf } from '../history/warrants.facts.ts'
import { readWarrantFor } from '../read/warrants.detail.ts'
import { readWarrant, toSummary, type WarrantRow } from '../read/warrants.rows.ts'
import { emitStep } from '../tell/warrants.emit.ts'
import { tellOfStep } from '../tell/warrants.notices.ts'
import type { WarrantDeps } from '../warrants.deps.ts'
import { holdWarrant, type Held } from './warrants.hold.ts'
import type { Act } from './warrants.transitions.ts'

export type StepDeps = Pick<WarrantDeps, 'db' | 'publish' | 'settings' | 'historyKey'>
type Outcome = {
  readonly set: Updateable<Warrants>
  readonly title: string
  readonly text?: string
  readonly reason?: string
  readonly changes?: WarrantEvent['changes']
}

/** Carries out one act on a warrant in one transaction: locks the warrant, checks the act, writes it, and tells members. */
export const carryOut = (
  deps: StepDeps,
  actor: Actor,
  act: Act,
  { warrantId, version }: { readonly warrantId: number; readonly version: number },
  work: (tx: Tx, held: Held) => Promise<Outcome>,
): Promise<Warrant> =>
  inTransaction(deps.db, deps.publish, async (tx, _emit, _after, emitAll) => {
    const held = await holdWarrant(tx, actor, act, warrantId, version)
    const { row: before, viewer, by, at } = held
    const { set, changes = [], ...entry } = await work(tx, held)
    await writeStep(tx, before, set, at)
    const after = set.state ?? before.state
    const all = [...stateChange(before, after), ...changes]
    await recordStep(tx, emitAll, deps.historyKey, { warrantId, before, by, at, changes: all, ...entry })
    return readWarrantFor(tx, viewer, warrantId, deps)
  })

/** Writes the columns that a step sets; `since` is when the state last changed. */
export async function writeStep(tx: Tx, before: WarrantRow, set: Updateable<Warrants>, at: Date): Promise<void> {
  const since = set.state !== undefined && set.state !== before.state ? { since: at } : {}
  await tx
    .updateTable('warrants')
    .set({ ...set, ...since, version: sql<number>`version + 1` })
    .where('id', '=', before.id)
    .execute()
}

export const stateChange = ({ state }: WarrantRow, after: unknown): WarrantEvent['changes'] =>
  state === after ? [] : [{ what: 'State', before: WARRANT_STATE_WORDS[state], after: WARRANT_STATE_WORDS[after as WarrantRow['state']] }]

/** Makes a member a reviewer, who may then know of the warrant when it is confidential. */
export const addReviewer = (tx: Tx, warrantId: number, userId: number) =>
  tx
    .insertInto('warrant_reviewers')
    .values({ warrant_id: warrantId, user_id: userId })
    .onConflict((clash) => clash.doNothing())
    .execute()

type Step = {
  readonly warrantId: number
  /** The warrant before the step; null when it was just submitted for the first time. */
  readonly before: WarrantRow | null
  /** Null for the portal, which ends expired warrants. */
  readonly by: RecordActor | null
  /** A short heading, such as 'Returned'. */
  readonly title: string
  readonly text?: string
  readonly reason?: string
  readonly changes?: WarrantEvent['changes']
  /** The content, when the step is a submission. */
  readonly content?: WarrantContent
  readonly at?: Date
}

/**
 * Records a step of a warrant that was just written: adds its entry to the history, and tells those who may know of the warrant.
 * Every step goes through here, in its own transaction, and emits nothing before: the entry locks the end of the history first, so that two
 * steps that tell the same members never wait for each other.
 */
export async function recordStep(tx: Tx, emitAll: EmitAll, key: Buffer, { before, content, ...step }: Step): Promise<WarrantSummary> {
  const after = await readWarrant(tx, step.warrantId)
  const { warrantId, by, title, text = '', reason = '', changes = [], at } = step
  await appendEntry(tx, key, {
    warrantId,
    title,
    text,
    reason,
    changes,
    by,
    facts: factsOf(after),
    ...(content ? { content } : {}),
    ...(at ? { at } : {}),
  })
  await emitStep(tx, emitAll, before, after)
  await tellOfStep(tx, emitAll, before, after, by)
  return toSummary(after)
}
