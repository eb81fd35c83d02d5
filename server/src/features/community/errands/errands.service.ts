import type { DiscordErrand, ErrandState, PageOf, PageQuery } from '@tenfour/contract'
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
type Deps = { readonly db: Db; readonly kinds: () => readonly ErrandKind[]; readonly changed: () => void }
export type ErrandService = ReturnType<typeof createErrandService>

export function createErrandService({ db, kinds, changed }: Deps) {
  /** In words, all of a kind at once. */
  const titlesOf = async (rows: readonly repo.ErrandRow[]): Promise<ReadonlyMap<number, string>> => {
    const titles = new Map<number, string>()
    for (const [name, group] of Map.groupBy(rows, ({ kind }) => kind)) {
      const kind = kinds().find((each) => each.kind === name)
      const errands = group.flatMap((row) => {
        const payload = kind?.payload.safeParse(row.payload)
        if (!payload?.success) return []
        const { id: errandId, guild_id: guildId, discord_id: discordId, role_id: roleId, attempts } = row
        return [{ errandId, payload: payload.data, guildId, discordId, roleId, attempts }]
      })
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
  /** Only what a person can still decide about. */
  const act = async (
    actor: Actor,
    errandId: number,
    { action, from, write }: { action: 'discord.errand-retried' | 'discord.errand-dropped'; from: readonly State[]; write: Write },
  ): Promise<DiscordErrand> => {
    const row = await db.transaction().execute(async (tx) => {
      const before = await repo.lockErrand(tx, errandId)
      if (!before) throw new AppError('not_found', 'There is no such job')
      if (before.started_at !== null) throw new AppError('conflict', 'It is being done right now')
      if (!from.includes(before.state)) throw new AppError('conflict', ALREADY[before.state])
      await write(tx, errandId)
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

  return {
    list: async ({ state, ...query }: PageQuery & { state?: State | undefined }): Promise<PageOf<DiscordErrand>> => {
      const [rows, counted] = await Promise.all([repo.listErrands(db, state, query), repo.countErrands(db, state)])
      return toPage(await toErrands(rows), counted, query)
    },
    retry: (actor: Actor, errandId: number) =>
      act(actor, errandId, { action: 'discord.errand-retried', from: ['waiting', 'failed'], write: retryOnce }),
    drop: (actor: Actor, errandId: number) =>
      act(actor, errandId, { action: 'discord.errand-dropped', from: ['waiting', 'failed'], write: repo.dropErrand }),
  }
}

type Write = (tx: Tx, errandId: number) => Promise<unknown>

const ALREADY: Readonly<Record<State, string>> = {
  waiting: 'It waits already',
  held: 'It waits for a decision about the whole run',
  done: 'It is done already',
  failed: 'It failed already',
  dropped: 'It was given up already',
}

async function retryOnce(tx: Tx, errandId: number): Promise<void> {
  try {
    await repo.restartErrand(tx, errandId)
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'The same waits already')
    throw error
  }
}
