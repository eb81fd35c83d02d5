import { askLeave, getPatrolSummary, LeaveInput, leaveSwitch } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { discordTime, escapeText } from '../../../platform/discord-text.ts'
import { readSummary, readUserPatrols } from '../../patrols/patrols/patrols.port.ts'
import type { LeaveService } from '../../people/leaves/leaves.port.ts'
import type { BotCommand } from '../bot/bot.port.ts'
import type { AsMember } from '../links/links.port.ts'
import { counted } from './commands.servers.ts'

type LeaveDeps = { readonly leaves: Pick<LeaveService, 'ask' | 'countAsked'>; readonly settings: Settings; readonly asMember: AsMember }

/** `/loa`: asks for leave, as on the portal. */
export const loaCommand = ({ leaves, settings, asMember }: LeaveDeps): BotCommand => ({
  name: 'loa',
  description: 'Request leave',
  options: [
    { name: 'from', description: 'The first day, such as 2026-01-31', kind: 'text', max: 10 },
    { name: 'to', description: 'The last day, such as 2026-02-07', kind: 'text', max: 10 },
    { name: 'reason', description: 'Why', kind: 'text', max: 500 },
  ],
  run: (call, { from, to, reason }) =>
    asMember(call, askLeave.access, async (actor) => {
      if (!settings.get(leaveSwitch)) throw new AppError('feature_off', leaveSwitch.offMessage)
      await leaves.countAsked(actor.userId)
      const parsed = LeaveInput.safeParse({ startsOn: from, endsOn: to, reason })
      if (!parsed.success) throw new AppError('invalid_input', parsed.error.issues[0]?.message ?? 'This is not valid')
      const { startsOn, endsOn } = await leaves.ask(actor, parsed.data)
      const days = startsOn === endsOn ? `on ${startsOn}` : `from ${startsOn} to ${endsOn}`
      return { text: `You have requested leave ${days}. You get a notice on the portal when someone decides.` }
    }),
})

type PatrolDeps = { readonly db: Db; readonly settings: Settings; readonly asMember: AsMember }

/** `/patrol`: the member's own hours. */
export const patrolCommand = ({ db, settings, asMember }: PatrolDeps): BotCommand => ({
  name: 'patrol',
  description: 'Your hours on patrol, and your open patrol',
  run: (call) =>
    asMember(call, getPatrolSummary.access, async (actor) => {
      const { userId } = actor
      const [summary, [latest]] = await Promise.all([
        readSummary({ db, settings }, actor, userId),
        readUserPatrols(db, actor, userId, { page: 1, pageSize: 1 }),
      ])
      const totals = (['week', 'month'] as const).map((period) => {
        const { countedSeconds, patrols } = summary[period]
        return `This ${period}: ${durationWords(countedSeconds)} in ${counted(patrols, 'patrol')}`
      })
      const quotas = summary.quotas.map(
        ({ departmentName, countedSeconds, dueMinutes }) =>
          `Quota of ${escapeText(departmentName)} this ${summary.quotaPeriod}: ${durationWords(countedSeconds)} of ${durationWords(dueMinutes * 60)}`,
      )
      const open =
        latest && latest.endedAt === null
          ? `On patrol for ${escapeText(latest.departmentName)} on ${escapeText(latest.serverName)} since ${discordTime(latest.startedAt, 't')}`
          : 'You are not on patrol'
      return { text: [open, ...totals, ...quotas].join('\n') }
    }),
})

/** '4 h 05 min', '12 min'. */
function durationWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}
