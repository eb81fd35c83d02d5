import { SUPPORT_OPEN, SUPPORT_SUBJECT_LENGTH, SUPPORT_TEXT_LENGTH, ticketsSwitch, trimmed } from '@tenfour/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { inTransaction, type Publish } from '../../../platform/database/transaction.ts'
import { AppError } from '../../../platform/errors.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { Switches } from '../../../platform/settings/switches.ts'
import type { DiscordCall } from '../bot/bot.port.ts'
import { linkOfDiscord } from '../links/links.port.ts'
import { askToOpen } from './support.errands.ts'
import { placesOf } from './support.panels.ts'
import * as repo from './support.repo.ts'
import { emitTickets } from './support.service.ts'
import { TOO_MANY_OPEN } from './support.labels.ts'

const Form = z.object({
  subject: trimmed(SUPPORT_SUBJECT_LENGTH).min(1, 'Give the ticket a subject'),
  text: trimmed(SUPPORT_TEXT_LENGTH).min(1, 'Enter what the ticket is about'),
})

type Deps = { readonly db: Db; readonly publish: Publish; readonly switches: Pick<Switches, 'assertOn'>; readonly countOpened: HourlyLimit }

/** Opens a ticket for the person who filled in the form in Discord. They need no account here. */
export function createTicketOpening({ db, publish, switches, countOpened }: Deps) {
  /** The channel of the call if it holds tickets, else the first channel of the server that does. */
  const placeFor = async ({ guildId, channelId }: DiscordCall) => {
    const places = guildId === null ? [] : await placesOf(db, guildId)
    return places.find((place) => place.channelId === channelId) ?? places[0]
  }
  return {
    isPossible: async (call: DiscordCall): Promise<boolean> => (await placeFor(call)) !== undefined,

    open: async (call: DiscordCall, values: unknown): Promise<number> => {
      switches.assertOn(ticketsSwitch)
      const place = await placeFor(call)
      if (!place) throw new AppError('unavailable', "Tickets can't be opened here at the moment")
      // Counted before the form is checked: a form that is refused counts too.
      await countOpened(call.discordId)
      const form = Form.safeParse(values)
      if (!form.success) throw new AppError('invalid_input', form.error.issues[0]?.message ?? 'Fill in the form')
      const { discordId, displayName } = call
      return inTransaction(db, publish, async (tx, emit) => {
        await repo.lockOpener(tx, discordId)
        if ((await repo.countOpen(tx, discordId)) >= SUPPORT_OPEN) throw new AppError('conflict', TOO_MANY_OPEN)
        const openerId = (await linkOfDiscord(tx, discordId))?.userId ?? null
        const { subject, text } = form.data
        const ticketId = await repo.insertTicket(tx, { ...place, subject, discordId, openerName: displayName, openerId })
        await repo.insertMessage(tx, ticketId, { discordId, name: displayName, isOpener: true, text })
        await askToOpen(tx, ticketId, place.guildId)
        await emitTickets(emit, ticketId)
        return ticketId
      })
    },
  }
}
export type TicketOpening = ReturnType<typeof createTicketOpening>
