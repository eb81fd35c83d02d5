import { askLeave, LeaveInput } from '@tenfour/contract'
import { AppError } from '../../../platform/errors.ts'
import type { LeaveService } from '../../people/leaves/leaves.port.ts'
import type { BotCommand } from '../bot/bot.port.ts'
import type { AsMember } from './commands.member.ts'

type Deps = { readonly leaves: Pick<LeaveService, 'ask' | 'countAsked'>; readonly asMember: AsMember }

/** `/loa`: asks for leave, as on the portal. */
export const loaCommand = ({ leaves, asMember }: Deps): BotCommand => ({
  name: 'loa',
  description: 'Ask for leave',
  options: [
    { name: 'from', description: 'The first day, such as 2026-01-31', kind: 'text', max: 10 },
    { name: 'to', description: 'The last day, such as 2026-02-07', kind: 'text', max: 10 },
    { name: 'reason', description: 'Why', kind: 'text', max: 500 },
  ],
  run: (call, { from, to, reason }) =>
    asMember(call, askLeave.access, async (actor) => {
      await leaves.countAsked(actor.userId)
      const parsed = LeaveInput.safeParse({ startsOn: from, endsOn: to, reason })
      if (!parsed.success) throw new AppError('invalid_input', parsed.error.issues[0]?.message ?? 'This is not valid')
      const { startsOn, endsOn } = await leaves.ask(actor, parsed.data)
      const days = startsOn === endsOn ? `on ${startsOn}` : `from ${startsOn} to ${endsOn}`
      return { text: `You have asked for leave ${days}. You get a notice on the portal when someone decides.` }
    }),
})
