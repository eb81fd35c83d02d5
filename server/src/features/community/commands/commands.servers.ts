import { isAllowed, listServerStatuses, listUnits, type PatrolUnit, type ServerStatus } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { escapeText } from '../../../platform/discord-text.ts'
import type { UnitService } from '../../dispatch/units/units.port.ts'
import { serverStatuses } from '../../game/servers/servers.port.ts'
import type { BotCommand } from '../bot/bot.port.ts'
import type { AsMember } from '../links/links.port.ts'

type Deps = { readonly db: Db; readonly units: Pick<UnitService, 'list'>; readonly asMember: AsMember }

const MAX_UNITS = 25

/** `/status`: the game servers. */
export const statusCommand = ({ db, asMember }: Omit<Deps, 'units'>): BotCommand => ({
  name: 'status',
  description: 'The game servers: players, units on duty and calls',
  run: (call) =>
    asMember(call, listServerStatuses.access, async () => {
      const servers = await serverStatuses(db)
      const lines = servers.length > 0 ? servers.map(statusLine) : ['There are no game servers']
      return { text: ['The portal is up', ...lines].join('\n') }
    }),
})

function statusLine({ name, isOnline, players, maxPlayers, unitsOnDuty, activeCalls }: ServerStatus): string {
  const playing = isOnline ? `up, ${maxPlayers === null ? counted(players, 'player') : `${players}/${maxPlayers} players`}` : 'down'
  return `**${escapeText(name)}**: ${playing}, ${counted(unitsOnDuty, 'unit')} on duty, ${counted(activeCalls, 'active call')}`
}

/** `/onduty`: lists the units of each server to members who may see the board, and only counts them for everyone else. */
export const onDutyCommand = ({ db, units, asMember }: Deps): BotCommand => ({
  name: 'onduty',
  description: 'Who is on duty',
  options: [{ name: 'department', description: 'Of one department, such as LSPD', kind: 'text', max: 60, isOptional: true }],
  run: (call, values) =>
    asMember(call, listServerStatuses.access, async ({ subject }) => {
      const wanted = String(values['department'] ?? '').trim()
      const lines: string[] = []
      for (const { serverId, name } of await serverStatuses(db)) {
        const onDuty = (await units.list(serverId)).filter((unit) => isOf(unit, wanted))
        if (onDuty.length === 0) continue
        const mayList = isAllowed(listUnits.access, subject, { serverId })
        lines.push(`**${escapeText(name)}**: ${countsOf(onDuty)}`, ...(mayList ? shownLines(onDuty.map(unitLine), MAX_UNITS) : []))
      }
      const nobody = wanted === '' ? 'Nobody is on duty' : `Nobody is on duty for ${escapeText(wanted)}`
      return { text: lines.length > 0 ? lines.join('\n') : nobody }
    }),
})

const isOf = ({ department }: PatrolUnit, wanted: string): boolean =>
  wanted === '' || department.name.toLowerCase() === wanted.toLowerCase()

function countsOf(units: readonly PatrolUnit[]): string {
  const counts = new Map<string, number>()
  for (const { department } of units) counts.set(department.name, (counts.get(department.name) ?? 0) + 1)
  return [...counts].map(([name, count]) => `${escapeText(name)} ${count}`).join(', ')
}

const unitLine = ({ identifier, name, department, statusLabel }: PatrolUnit): string =>
  `${escapeText(identifier)} ${escapeText(name)}, ${escapeText(department.name)}, ${escapeText(statusLabel.toLowerCase())}`

export const counted = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`

/** At most `max` lines, and how many more there are. */
function shownLines(lines: readonly string[], max: number): string[] {
  const left = lines.length - max
  return left > 0 ? [...lines.slice(0, max), `and ${left} more`] : [...lines]
}
