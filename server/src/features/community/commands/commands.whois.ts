import { getMember, getUnit, isAllowed, signedIn, UNIT_STATUS, type Member } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { escapeText } from '../../../platform/discord-text.ts'
import type { UnitService } from '../../dispatch/units/units.port.ts'
import { getMember as readMember } from '../../people/members/members.port.ts'
import type { BotCommand } from '../bot/bot.port.ts'
import { linkOfDiscord, type AsMember } from '../links/links.port.ts'

type Deps = { readonly db: Db; readonly units: UnitService; readonly asMember: AsMember }

/** `/whois`: the member's name, and for those who manage members also what the member's page says. */
export const whoisCommand = ({ db, units, asMember }: Deps): BotCommand => ({
  name: 'whois',
  description: 'Who a member of this server is in the portal',
  isForStaff: true,
  options: [{ name: 'member', description: 'The member', kind: 'member' }],
  run: (call, values) =>
    asMember(call, signedIn, async (actor) => {
      const userId = await userOf(db, String(values['member'] ?? ''))
      const name = await nameOf(db, userId)
      const more = isAllowed(getMember.access, actor.subject, { userId }) ? await detailsOf(db, units, actor, userId) : []
      return { text: [`**${escapeText(name)}**`, ...more].join('\n') }
    }),
})

/** The member behind a Discord account. */
export async function userOf(db: Db, discordId: string): Promise<number> {
  const link = await linkOfDiscord(db, discordId)
  if (!link) throw new AppError('not_found', 'This Discord account is not linked to a member of the portal')
  return link.userId
}

async function nameOf(db: Db, userId: number): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This Discord account is not linked to a member of the portal')
  return row.name
}

/** Empty for members above the caller. */
async function detailsOf(db: Db, units: UnitService, actor: Actor, userId: number): Promise<string[]> {
  const member = await readMember(db, actor, userId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'forbidden') return null
    throw error
  })
  if (!member) return []
  const unit = isAllowed(getUnit.access, actor.subject, { userId }) ? await units.get(actor, userId) : null
  const isOnDuty = unit !== null && unit.status !== UNIT_STATUS.offDuty
  return [
    departmentsOf(member),
    ...(isOnDuty ? [`On duty for ${escapeText(unit.department.name)} as ${escapeText(unit.identifier)}`] : []),
    ...(member.isOnLeave ? [`On leave${member.leaveEndsOn ? ` until ${member.leaveEndsOn}` : ''}`] : []),
  ]
}

function departmentsOf({ userDepartments }: Member): string {
  if (userDepartments.length === 0) return 'In no department'
  return userDepartments
    .toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
    .map(({ department, rankName }) => escapeText([department.name, rankName].filter(Boolean).join(', ')))
    .join('; ')
}
