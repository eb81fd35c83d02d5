import { getPatrolSummary } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { readSummary, readUserPatrols } from '../../patrols/patrols/patrols.port.ts'
import type { BotCommand } from '../bot/bot.port.ts'
import { escapeText } from '../posts/posts.port.ts'
import type { AsMember } from './commands.member.ts'
import { clock, counted, durationWords } from './commands.labels.ts'

type Deps = { readonly db: Db; readonly settings: Settings; readonly asMember: AsMember }

/** `/patrol`: one's own hours. */
export const patrolCommand = ({ db, settings, asMember }: Deps): BotCommand => ({
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
          ? `On patrol for ${escapeText(latest.departmentName)} on ${escapeText(latest.serverName)} since ${clock(latest.startedAt)}`
          : 'You are not on patrol'
      return { text: [open, ...totals, ...quotas].join('\n') }
    }),
})
