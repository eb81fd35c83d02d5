import { acceptGrant, askGrant, declineGrant, GrantRequest, MAX_PASS_HOURS, type GrantKind } from '@tenfour/contract'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { discordTime, escapeText } from '../../../platform/discord-text.ts'
import type { Answer, BotPart, CommandValues, DiscordCall } from '../bot/bot.port.ts'
import type { AsMember } from '../links/links.port.ts'
import { findGrant } from './grants.repo.ts'
import { noSuchGrant } from './grants.rules.ts'
import type { GrantService } from './grants.service.ts'
import { hoursWords, KIND_WORDS } from './grants.labels.ts'

type Deps = { readonly db: Db; readonly grants: GrantService; readonly asMember: AsMember }

const FORMS: Readonly<Record<GrantKind, Answer>> = {
  ridealong: {
    form: {
      id: 'grants:ask:ridealong',
      title: 'Request a ride-along',
      fields: [{ id: 'note', label: 'Anything a sponsor should know', max: 500, isLong: true, isOptional: true }],
    },
  },
  pass: {
    form: {
      id: 'grants:ask:pass',
      title: 'Request a pass',
      fields: [
        { id: 'hours', label: `For how many hours? At most ${MAX_PASS_HOURS}`, max: 3 },
        { id: 'note', label: 'What is it for?', max: 500, isLong: true },
      ],
    },
  },
}

/** `/ridealong` and `/pass`, and the buttons of panels and requests. */
export function grantsBot({ db, grants, asMember }: Deps): BotPart {
  const ask = (call: DiscordCall, kind: GrantKind, { hours, note, reason }: CommandValues): Promise<Answer> =>
    asMember(call, askGrant.access, async (actor) => {
      await grants.countAsked(actor.userId)
      const parsed = GrantRequest.safeParse({ kind, note: note ?? reason ?? '', ...(kind === 'pass' && { hours: wholeNumber(hours) }) })
      if (!parsed.success) throw new AppError('invalid_input', parsed.error.issues[0]?.message ?? 'This is not valid')
      const grant = await grants.ask(actor, parsed.data)
      const what = kind === 'pass' ? `a pass for ${hoursWords(grant.hours)}` : 'a ride-along'
      return { text: `You have requested ${what}. You get a notice on the portal when someone answers.` }
    })

  const accept = async (actor: Actor, grantId: number): Promise<Answer> => {
    const { version } = await readGrant(grantId)
    const { kind, member, endsAt } = await grants.accept(actor, grantId, { version })
    return { text: `You sponsor the ${KIND_WORDS[kind]} of ${escapeText(member.name)} until ${discordTime(endsAt, 'f')}.` }
  }
  const decline = async (actor: Actor, grantId: number, reason: string): Promise<Answer> => {
    const { version } = await readGrant(grantId)
    const { kind, member } = await grants.decline(actor, grantId, { version, reason })
    return { text: `You declined the ${KIND_WORDS[kind]} of ${escapeText(member.name)}.` }
  }
  const readGrant = async (grantId: number) => {
    const grant = await findGrant(db, grantId)
    if (!grant) throw noSuchGrant()
    return grant
  }

  return {
    commands: [
      {
        name: 'ridealong',
        description: 'Request a ride-along with a unit',
        options: [{ name: 'note', description: 'Anything a sponsor should know', kind: 'text', max: 500, isOptional: true }],
        run: (call, values) => ask(call, 'ridealong', values),
      },
      {
        name: 'pass',
        description: 'Request a temporary pass to the game servers',
        options: [
          { name: 'hours', description: 'For how many hours, at most 336', kind: 'number', max: MAX_PASS_HOURS },
          { name: 'reason', description: 'The reason for the pass', kind: 'text', max: 500 },
        ],
        run: (call, values) => ask(call, 'pass', values),
      },
    ],
    buttons: [
      {
        prefix: 'grants',
        press: async (call, rest) => {
          const [action, which = ''] = rest.split(':')
          if (action === 'ask') return asMember(call, askGrant.access, async () => FORMS[which === 'pass' ? 'pass' : 'ridealong'])
          if (action === 'accept') return asMember(call, acceptGrant.access, (actor) => accept(actor, Number(which)))
          if (action === 'decline') return asMember(call, declineGrant.access, async () => declineForm(which))
          throw noSuchGrant()
        },
      },
    ],
    forms: [
      {
        prefix: 'grants',
        submit: async (call, rest, values) => {
          const [action, which = ''] = rest.split(':')
          if (action === 'ask') return ask(call, which === 'pass' ? 'pass' : 'ridealong', values)
          const reason = String(values['reason'] ?? '').trim()
          if (action === 'decline') return asMember(call, declineGrant.access, (actor) => decline(actor, Number(which), reason))
          throw noSuchGrant()
        },
      },
    ],
  }
}

const declineForm = (grantId: string): Answer => ({
  form: {
    id: `grants:decline:${grantId}`,
    title: 'Decline a request',
    fields: [{ id: 'reason', label: 'Reason, which the member will read', max: 500, isLong: true, isOptional: true }],
  },
})

/** A number that was typed into a form, where every value is text. Other input is returned as it is, to be refused. */
const wholeNumber = (value: CommandValues[string]): unknown =>
  typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value
