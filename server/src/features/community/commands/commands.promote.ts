import { randomUUID } from 'node:crypto'
import { changeRank, type Member, type MemberEffects } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeText } from '../../../platform/discord-text.ts'
import { getMember, type MemberRankService } from '../../people/members/members.port.ts'
import type { Answer, BotPart, CommandValues, DiscordCall } from '../bot/bot.port.ts'
import { previewMember } from '../entitlements/entitlements.port.ts'
import type { AsMember } from '../links/links.port.ts'
import { userOf } from './commands.whois.ts'

type Deps = { readonly db: Db; readonly ranks: Pick<MemberRankService, 'change'>; readonly asMember: AsMember; readonly now?: () => number }

/** A preview that waits to be confirmed. Only the node with the bot has it, in memory: after a restart, members ask again. */
type Preview = {
  readonly discordId: string
  readonly userId: number
  readonly change: Parameters<MemberRankService['change']>[2]
  readonly until: number
}
const PREVIEW_MS = 10 * 60_000
const MAX_PREVIEWS = 500
const DEFAULT_REASON = 'With /promote in Discord'

type Rank = { readonly departmentId: number; readonly department: string; readonly rankId: number; readonly rank: string }

/** `/promote`: changes a rank as the member's page does. Shows what would change everywhere, and changes it once confirmed. */
export function promoteCommand({ db, ranks, asMember, now = Date.now }: Deps): Pick<BotPart, 'commands' | 'buttons'> {
  const previews = new Map<string, Preview>()
  const remember = (entry: Omit<Preview, 'until'>): string => {
    for (const [id, { until }] of previews) if (until < now() || previews.size >= MAX_PREVIEWS) previews.delete(id)
    const id = randomUUID()
    previews.set(id, { ...entry, until: now() + PREVIEW_MS })
    return id
  }

  const preview = async (actor: Actor, { discordId }: DiscordCall, values: CommandValues): Promise<Answer> => {
    const userId = await userOf(db, String(values['member'] ?? ''))
    const member = await getMember(db, actor, userId)
    const rank = await findRank(db, member, String(values['rank'] ?? ''))
    const before = member.userDepartments.find(({ departmentId }) => departmentId === rank.departmentId)
    if (before?.rankId === rank.rankId) throw new AppError('invalid_input', `${member.name} already holds this rank`)
    const effects = await previewMember(db, actor, { userId, rank: { departmentId: rank.departmentId, rankId: rank.rankId } })
    if (effects.refusals.length > 0) return { text: effects.refusals.map(escapeText).join('\n') }
    const reason = String(values['reason'] ?? '').trim() || DEFAULT_REASON
    const change = { departmentId: rank.departmentId, rankId: rank.rankId, reason, version: member.version }
    const id = remember({ discordId, userId, change })
    const step = `**${escapeText(member.name)}**, ${escapeText(rank.department)}: ${escapeText(before?.rankName ?? 'no rank')} → ${escapeText(rank.rank)}`
    return {
      text: [step, ...effectLines(effects)].join('\n'),
      buttons: [{ id: `promote:${id}`, label: 'Confirm', style: 'primary' }],
    }
  }

  const confirm = (call: DiscordCall, id: string): Promise<Answer> =>
    asMember(call, changeRank.access, async (actor) => {
      const entry = previews.get(id)
      if (!entry || entry.until < now() || entry.discordId !== call.discordId) {
        throw new AppError('conflict', 'This preview has expired. Use /promote again.')
      }
      previews.delete(id)
      const member = await ranks.change(actor, entry.userId, entry.change)
      const held = member.userDepartments.find(({ departmentId }) => departmentId === entry.change.departmentId)
      return {
        text: `Done. ${escapeText(member.name)} is ${escapeText(held?.rankName ?? '')} in ${escapeText(held?.department.name ?? '')}.`,
      }
    })

  return {
    commands: [
      {
        name: 'promote',
        description: "Change a member's rank",
        isForStaff: true,
        options: [
          { name: 'member', description: 'The member', kind: 'member' },
          { name: 'rank', description: 'The rank, such as Sergeant or LSPD Sergeant', kind: 'text', max: 100 },
          { name: 'reason', description: 'Why; the member reads it', kind: 'text', max: 500, isOptional: true },
        ],
        run: (call, values) => asMember(call, changeRank.access, (actor) => preview(actor, call, values)),
      },
    ],
    buttons: [{ prefix: 'promote', press: confirm }],
  }
}

/** Finds a rank among the member's departments, typed with or without the department's name before it. */
async function findRank(db: Db, { name, userDepartments }: Member, typed: string): Promise<Rank> {
  const wanted = typed.trim().replace(/\s+/g, ' ').toLowerCase()
  const departmentIds = userDepartments.map(({ departmentId }) => departmentId)
  const rows =
    departmentIds.length === 0
      ? []
      : await db
          .selectFrom('ranks as r')
          .innerJoin('departments as d', 'd.id', 'r.department_id')
          .select(['d.id as departmentId', 'd.name as department', 'r.id as rankId', 'r.name as rank'])
          .where('d.id', 'in', departmentIds)
          .where('r.retired_at', 'is', null)
          .orderBy('d.sort_order')
          .orderBy('r.sort_order')
          .execute()
  const found = rows.filter(({ department, rank }) => [rank, `${department} ${rank}`].some((each) => each.toLowerCase() === wanted))
  const [first] = found
  if (!first) throw new AppError('invalid_input', `None of the departments of ${escapeText(name)} has a rank ${escapeText(typed)}`)
  if (found.length > 1) {
    const choices = found.map(({ department, rank }) => `${department} ${rank}`)
    throw new AppError('invalid_input', `Several ranks have this name. Choose one: ${escapeText(choices.join(' or '))}`)
  }
  return first
}

function effectLines({ isLinked, portal, discordRoles, nickname, whitelists, aceGroups }: MemberEffects): string[] {
  const kinds = { Portal: portal, 'Discord roles': discordRoles, Whitelist: whitelists, 'In game': aceGroups }
  const lines = Object.entries(kinds).flatMap(([title, { added, removed }]) => {
    const changes = [...added.map((each) => `+ ${escapeText(each)}`), ...removed.map((each) => `− ${escapeText(each)}`)]
    return changes.length > 0 ? [`${title}: ${changes.join(', ')}`] : []
  })
  const renamed = nickname.before !== nickname.after && nickname.after !== null ? [`Nickname: ${escapeText(nickname.after)}`] : []
  const all = [...lines, ...renamed]
  if (all.length === 0) return ['Nothing else changes.']
  return isLinked ? all : [...all, 'Roles in Discord follow once the member has linked their account.']
}
