import { LOSING_COUNTED_FROM, MAX_LOSING_SHARE, MAX_REMOVALS, RUN_MINUTES } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import { askToGive, askToRename, askToTake } from './sync.errands.ts'
import { planGuild } from './sync.plan.ts'
import {
  deleteLedger,
  heldRun,
  insertLedger,
  linkedIn,
  lockGuild,
  moveLedger,
  overWithTime,
  recentlyTaken,
  restartStuck,
  saveNicknames,
  startClearing,
  tidyLedger,
} from './sync.repo.ts'

type Removal = { readonly discordId: string; readonly roleId: string; readonly isExtra?: boolean }

/** Whether so many removals have to wait for a person. Removals of the last minutes count too, or many small runs would pass. */
export async function areTooMany(tx: Tx, guildId: string, removals: readonly Removal[]): Promise<boolean> {
  if (removals.length === 0) return false
  const recent = await recentlyTaken(tx, guildId, RUN_MINUTES)
  if (recent.removals + removals.length > MAX_REMOVALS) return true
  const losing = new Set([...recent.members, ...removals.map(({ discordId }) => discordId)]).size
  return losing >= LOSING_COUNTED_FROM && losing > (await linkedIn(tx, guildId)).size * MAX_LOSING_SHARE
}

/** Brings the ledger in step with the portal, and adds the errands that follow from it. Returns whether anything changed. */
export async function followPortal(tx: Tx, guildId: string): Promise<boolean> {
  const guild = await lockGuild(tx, guildId)
  if (!guild || guild.followed_at === null || guild.left_at !== null) return false
  await tidyLedger(tx, guildId)
  const plan = await planGuild(tx, guildId)
  const gives = plan.gives.filter(({ isTheirs }) => !isTheirs)
  await insertLedger(
    tx,
    guildId,
    'theirs',
    plan.gives.filter(({ isTheirs }) => isTheirs),
  )
  await insertLedger(tx, guildId, 'giving', gives)
  await askToGive(tx, guildId, gives)

  await deleteLedger(
    tx,
    guildId,
    plan.takes.filter(({ state }) => state === 'theirs'),
  )
  const ours = plan.takes.filter(({ state }) => state === 'given')
  const over = await overWithTime(tx, ours)
  await moveLedger(tx, guildId, { state: 'taking' }, [...over])
  await askToTake(tx, guildId, [...over], { isConfirmed: true })
  const takes = ours.filter((take) => !over.has(take))
  if (await areTooMany(tx, guildId, takes)) await moveLedger(tx, guildId, { state: 'held', runId: await heldRun(tx, guildId) }, takes)
  else {
    await moveLedger(tx, guildId, { state: 'taking' }, takes)
    await askToTake(tx, guildId, takes)
  }

  const nicknames = plan.renames.flatMap(({ discordId, before, after }) =>
    after === null ? [] : [{ discordId, nickname: after, isSet: before === after }],
  )
  await saveNicknames(tx, guildId, nicknames)
  await askToRename(
    tx,
    guildId,
    nicknames.filter(({ isSet }) => !isSet),
  )
  const cleared = plan.renames.flatMap(({ discordId, after }) => (after === null ? [{ discordId, nickname: null }] : []))
  await startClearing(tx, guildId, cleared)
  await askToRename(tx, guildId, cleared)
  return plan.gives.length + plan.takes.length + plan.renames.length > 0
}

/** Tries again what failed, each role in the direction it was going: the bot is back, or may do more or less than before. */
export async function tryStuck(tx: Tx, guildId: string): Promise<void> {
  const guild = await lockGuild(tx, guildId)
  if (!guild || guild.followed_at === null || guild.left_at !== null) return
  await tidyLedger(tx, guildId)
  const { gives, takes, nicknames } = await restartStuck(tx, guildId)
  await askToGive(tx, guildId, gives)
  await askToTake(tx, guildId, takes, { isConfirmed: true })
  await askToRename(tx, guildId, nicknames)
}
