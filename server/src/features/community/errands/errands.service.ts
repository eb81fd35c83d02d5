import {
  accessSubject,
  isAdmin,
  isAllowed,
  isPowerful,
  MESSAGES,
  type DiscordErrand,
  type ErrandState,
  type PageOf,
  type PageQuery,
} from '@tenfour/contract'
import type { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db, Tx } from '../../../platform/database/database.ts'
import { toPage } from '../../../platform/database/page.ts'
import { isUniqueViolation } from '../../../platform/database/violation.ts'
import { AppError } from '../../../platform/errors.ts'
import * as repo from './errands.repo.ts'
import type { ErrandKind } from './errands.types.ts'

type State = z.output<typeof ErrandState>
type Deps = { readonly db: Db; readonly kinds: readonly ErrandKind[]; readonly changed: () => void }

export function createErrandService({ db, kinds, changed }: Deps) {
  /** The titles of errands, read for all of a kind at once. */
  const titlesOf = async (rows: readonly repo.ErrandRow[]): Promise<ReadonlyMap<number, string>> => {
    const titles = new Map<number, string>()
    for (const [name, group] of Map.groupBy(rows, ({ kind }) => kind)) {
      const kind = kinds.find((each) => each.kind === name)
      const errands = group.flatMap((row) => (kind && repo.toErrand(kind, row)) ?? [])
      const words = (await kind?.titles(db, errands)) ?? []
      errands.forEach(({ errandId }, at) => titles.set(errandId, words[at] ?? name))
    }
    return titles
  }
  const toErrands = async (rows: readonly repo.ErrandRow[]): Promise<DiscordErrand[]> => {
    const titles = await titlesOf(rows)
    return rows.map((row) => ({
      errandId: row.id,
      title: titles.get(row.id) ?? row.kind,
      state: row.state,
      attempts: row.attempts,
      problem: row.problem,
      createdAt: row.created_at.toISOString(),
      runAt: row.ended_at === null ? row.run_at.toISOString() : null,
      endedAt: row.ended_at?.toISOString() ?? null,
    }))
  }
  /** Retries or drops an errand that a person can still decide about. */
  const act = async (
    actor: Actor,
    errandId: number,
    { action, from, write }: { action: 'discord.errand-retried' | 'discord.errand-dropped'; from: readonly State[]; write: Write },
  ): Promise<DiscordErrand> => {
    const row = await db.transaction().execute(async (tx) => {
      const before = await repo.lockErrand(tx, errandId)
      if (!before) throw new AppError('not_found', 'There is no such job')
      if (before.started_at !== null) throw new AppError('conflict', 'This job is being done right now')
      if (!from.includes(before.state)) throw new AppError('conflict', ALREADY[before.state])
      const refusal = await refusalOf(tx, actor, before)
      if (refusal !== undefined) throw new AppError('forbidden', refusal)
      await write(tx, before)
      await recordAudit(tx, actor, action, {
        subjectType: 'discord',
        subjectId: errandId,
        before: { kind: before.kind, state: before.state },
      })
      return repo.lockErrand(tx, errandId)
    })
    changed()
    const [errand] = await toErrands(row ? [row] : [])
    if (!errand) throw new Error(`errand ${errandId} was just written and is gone`)
    return errand
  }

  /** Why the actor may not decide about an errand; undefined if they may. */
  const refusalOf = async (tx: Tx, { user }: Actor, row: repo.ErrandRow): Promise<string | undefined> => {
    const role = row.role_id === null ? undefined : await repo.roleOf(tx, row.role_id)
    if (role && isPowerful(role.permissions) && !isAdmin(user))
      return `${role.name} has power over the Discord server: an admin has to do this`
    const access = kinds.find(({ kind }) => kind === row.kind)?.access
    return access && !isAllowed(access, accessSubject(user)) ? MESSAGES.forbidden : undefined
  }

  /** Drops an errand as if Discord had refused it, so that its feature knows that it is not done. */
  const giveUp = async (tx: Tx, actor: Actor, row: repo.ErrandRow): Promise<void> => {
    await repo.dropErrand(tx, row.id)
    const kind = kinds.find((each) => each.kind === row.kind)
    const errand = kind && repo.toErrand(kind, row)
    if (errand && row.state === 'waiting') await kind.failed?.(tx, errand, `Given up by ${actor.user.name}`)
  }

  return {
    list: async ({ state, ...query }: PageQuery & { state?: State | undefined }): Promise<PageOf<DiscordErrand>> => {
      const [rows, counted] = await Promise.all([repo.listErrands(db, state, query), repo.countErrands(db, state)])
      return toPage(await toErrands(rows), counted, query)
    },
    retry: (actor: Actor, errandId: number) =>
      act(actor, errandId, { action: 'discord.errand-retried', from: ['waiting', 'failed'], write: (tx, { id }) => retryOnce(tx, id) }),
    drop: (actor: Actor, errandId: number) =>
      act(actor, errandId, { action: 'discord.errand-dropped', from: ['waiting', 'failed'], write: (tx, row) => giveUp(tx, actor, row) }),
    /** Drops all failed errands that the actor may decide about. */
    dropFailed: async (actor: Actor): Promise<{ dropped: number; kept: number }> => {
      const outcome = await db.transaction().execute(async (tx) => {
        const failed = await repo.lockFailed(tx)
        const dropped: number[] = []
        for (const [row, ...others] of Map.groupBy(failed, ({ kind, role_id }) => `${kind} ${role_id}`).values()) {
          if (row && (await refusalOf(tx, actor, row)) === undefined) dropped.push(row.id, ...others.map(({ id }) => id))
        }
        if (dropped.length > 0) {
          await repo.dropErrands(tx, dropped)
          const after = { state: 'dropped', errands: dropped.length }
          await recordAudit(tx, actor, 'discord.errand-dropped', {
            subjectType: 'discord',
            subjectId: 'failed',
            before: { state: 'failed' },
            after,
          })
        }
        return { dropped: dropped.length, kept: failed.length - dropped.length }
      })
      if (outcome.dropped > 0) changed()
      return outcome
    },
  }
}

type Write = (tx: Tx, row: repo.ErrandRow) => Promise<unknown>

const ALREADY: Readonly<Record<State, string>> = {
  waiting: 'This job is already waiting',
  held: 'This job waits for a decision about the whole run',
  done: 'This job is already done',
  failed: 'This job has already failed',
  dropped: 'This job was already given up',
}

async function retryOnce(tx: Tx, errandId: number): Promise<void> {
  try {
    await repo.restartErrand(tx, errandId)
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'The same job is already waiting')
    throw error
  }
}
