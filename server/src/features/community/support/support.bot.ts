import { isAllowed, staff, SUPPORT_REASON_LENGTH, SUPPORT_SUBJECT_LENGTH, SUPPORT_TEXT_LENGTH, trimmed } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Answer, BotPart, CommandValues, DiscordCall } from '../bot/bot.port.ts'
import { actorOf } from '../links/links.port.ts'
import type { TicketOpening } from './support.open.ts'
import * as repo from './support.repo.ts'
import type { SupportService } from './support.service.ts'
import { closeForm, openForm, PREFIX } from './support.labels.ts'

type Deps = { readonly db: Db; readonly support: SupportService; readonly opening: TicketOpening }

const NOT_HERE = "Tickets can't be opened here. Ask staff which server they are in."
const NO_TICKET = 'This is not the thread of a ticket.'
const Reason = trimmed(SUPPORT_REASON_LENGTH)

/** Tickets in Discord, with the portal's rules for the linked member. The person who opened a ticket may close it without being linked. */
export function ticketCommands({ db, support, opening }: Deps): BotPart {
  const askToOpen = async (call: DiscordCall): Promise<Answer> =>
    (await opening.isPossible(call)) ? openForm(SUPPORT_SUBJECT_LENGTH, SUPPORT_TEXT_LENGTH) : { text: NOT_HERE }

  const staffMember = async (call: DiscordCall): Promise<Actor | null> => {
    const actor = await actorOf(db, call.discordId)
    return actor && isAllowed(staff, actor.subject) ? actor : null
  }
  /** The ticket, if the caller may close it. */
  const closable = async (call: DiscordCall, ticket: repo.TicketRow | undefined): Promise<repo.TicketRow> => {
    if (!ticket) throw new AppError('not_found', NO_TICKET)
    if (ticket.discordId !== call.discordId && !(await staffMember(call))) {
      throw new AppError('forbidden', 'Only staff with a linked account and the person who opened the ticket can close it')
    }
    return ticket
  }
  const close = async (call: DiscordCall, ticket: repo.TicketRow | undefined, given: unknown): Promise<Answer> => {
    const { id, discordId } = await closable(call, ticket)
    const reason = Reason.safeParse(given ?? '')
    if (!reason.success) throw new AppError('invalid_input', `A reason has at most ${SUPPORT_REASON_LENGTH} characters`)
    const actor = discordId === call.discordId ? null : await staffMember(call)
    if (actor) await support.close({ actor, isOwn: false }, id, { reason: reason.data })
    else await support.closeAsOpener(id, { discordId: call.discordId, name: call.displayName }, reason.data)
    return { text: `Ticket ${id} is closed. Its transcript is on the portal.` }
  }

  return {
    commands: [
      { name: 'ticket', description: 'Open a ticket to talk to staff in private', run: askToOpen },
      {
        name: 'close',
        description: 'Close the ticket of this thread',
        options: [{ name: 'reason', description: 'Why it is closed', kind: 'text', isOptional: true, max: SUPPORT_REASON_LENGTH }],
        run: async (call: DiscordCall, values: CommandValues) =>
          close(call, await repo.ticketOfThread(db, call.channelId), values['reason']),
      },
    ],
    buttons: [
      { prefix: PREFIX.open, press: askToOpen },
      {
        prefix: PREFIX.claim,
        press: async (call, rest) => {
          const actor = await staffMember(call)
          if (!actor) throw new AppError('forbidden', 'Only staff with a linked account can claim a ticket')
          const { ticketId } = await support.claim(actor, ticketOf(rest))
          return { text: `Ticket ${ticketId} is yours.` }
        },
      },
      {
        prefix: PREFIX.close,
        press: async (call, rest) => closeForm((await closable(call, await repo.readTicket(db, ticketOf(rest)))).id, SUPPORT_REASON_LENGTH),
      },
    ],
    forms: [
      {
        prefix: PREFIX.open,
        submit: async (call, _rest, values) => ({
          text: `Ticket ${await opening.open(call, values)} is being opened. You are added to its thread in a moment.`,
        }),
      },
      {
        prefix: PREFIX.close,
        submit: async (call, rest, values) => close(call, await repo.readTicket(db, ticketOf(rest)), values['reason']),
      },
    ],
  }
}

function ticketOf(rest: string): number {
  const ticketId = Number(rest)
  if (!/^\d{1,9}$/.test(rest) || ticketId === 0) throw new AppError('not_found', NO_TICKET)
  return ticketId
}
