import type { DiscordChannelType, Grant, GrantKind } from '@tenfour/contract'
import type { Tx } from '../../../platform/database/database.ts'
import type { Reactions } from '../../../platform/reactions.ts'
import { discordTime, escapeText } from '../../../platform/discord-text.ts'
import type { OutgoingMessage } from '../errands/errands.port.ts'
import { channelsOfType } from '../discord/discord.port.ts'
import { keepPost } from '../posts/posts.port.ts'
import { markPosted, openGrants, ridealongGivesAccess } from './grants.repo.ts'
import { hoursWords, KIND_WORDS, whatFor } from './grants.labels.ts'

const CHANNEL: Readonly<Record<GrantKind, DiscordChannelType>> = { ridealong: 'Ridealong', pass: 'TempPass' }
const kindOf = (type: DiscordChannelType | null): GrantKind | undefined =>
  type === 'Ridealong' ? 'ridealong' : type === 'TempPass' ? 'pass' : undefined

const PASS_PANEL: OutgoingMessage = {
  text: 'A temporary pass puts you on the whitelist for a limited time. Ask here, and say what it is for; staff decide.',
  buttons: [{ id: 'grants:ask:pass', label: 'Request a pass', style: 'primary' }],
}
const ridealongPanel = (givesAccess: boolean): OutgoingMessage => ({
  text: givesAccess
    ? 'Ride along with a unit for an evening. Ask here; when a member of a department sponsors you, you have access for a few hours.'
    : 'Ride along with a unit for an evening. Ask here, and a member of a department can sponsor you. A ride-along gives no access at the moment: ask staff how to join the game.',
  buttons: [{ id: 'grants:ask:ridealong', label: 'Request a ride-along', style: 'primary' }],
})
const panelOf = async (tx: Tx, kind: GrantKind): Promise<OutgoingMessage> =>
  kind === 'pass' ? PASS_PANEL : ridealongPanel(await ridealongGivesAccess(tx))
const panelSubject = (kind: GrantKind): string => `${kind}-panel`
const subjectOf = (grantId: number): string => `grant:${grantId}`

/** Keeps the messages of these grants in all channels for them, in the order of their ids. */
export async function postGrants(tx: Tx, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) return
  for (const kind of ['ridealong', 'pass'] as const) {
    const ofKind = grants.filter((grant) => grant.kind === kind).toSorted((a, b) => a.grantId - b.grantId)
    const channels = ofKind.length > 0 ? await channelsOfType(tx, [CHANNEL[kind]]) : []
    for (const grant of ofKind) {
      for (const { channelId } of channels) await keepPost(tx, { channelId, subject: subjectOf(grant.grantId), message: messageOf(grant) })
    }
  }
  await markPosted(
    tx,
    grants.map(({ grantId }) => grantId),
  )
}

/** Posts or removes the panel and the open requests when the type of a channel changes. */
export const grantsChannelTyped: Reactions['channelTyped'] = async (tx, { channelId, was, type }) => {
  const before = kindOf(was)
  const after = kindOf(type)
  if (before === after) return
  if (before) {
    await keepPost(tx, { channelId, subject: panelSubject(before), message: null })
    for (const { grantId } of await openGrants(tx, before)) await keepPost(tx, { channelId, subject: subjectOf(grantId), message: null })
  }
  if (after) {
    await keepPost(tx, { channelId, subject: panelSubject(after), message: await panelOf(tx, after) })
    for (const grant of await openGrants(tx, after)) {
      await keepPost(tx, { channelId, subject: subjectOf(grant.grantId), message: messageOf(grant) })
    }
  }
}

/** Updates the panels for ride-alongs, which say whether a ride-along gives access. */
export async function postRidealongPanels(tx: Tx): Promise<void> {
  const channels = await channelsOfType(tx, ['Ridealong'])
  if (channels.length === 0) return
  const message = await panelOf(tx, 'ridealong')
  for (const { channelId } of channels) await keepPost(tx, { channelId, subject: panelSubject('ridealong'), message })
}

function messageOf(grant: Grant): OutgoingMessage {
  const { grantId, kind, state, member, sponsor, hours, note, endsAt, ended } = grant
  const name = `**${escapeText(member.name)}**`
  const what = ['a', KIND_WORDS[kind], escapeText(whatFor(grant))].join(' ').trimEnd()
  const lines = note === '' ? [] : [`> ${escapeText(note)}`]
  const by = sponsor ? `, sponsored by ${escapeText(sponsor.name)}` : ''
  const ender = ended?.by ? ` by ${escapeText(ended.by.name)}` : ''
  switch (state) {
    case 'asked':
      return kind === 'ridealong'
        ? {
            text: [
              `${name} asks for ${what}.`,
              ...lines,
              `Members of a department can sponsor it; it then lasts ${hoursWords(hours)}.`,
            ].join('\n'),
            buttons: [{ id: `grants:accept:${grantId}`, label: 'Sponsor', style: 'primary' }],
          }
        : {
            text: [`${name} asks for ${what} for ${hoursWords(hours)}.`, ...lines, 'Staff can accept or decline it.'].join('\n'),
            buttons: [
              { id: `grants:accept:${grantId}`, label: 'Accept', style: 'primary' },
              { id: `grants:decline:${grantId}`, label: 'Decline', style: 'danger' },
            ],
          }
    case 'active':
      return { text: [`${name} has ${what}${by}, until ${discordTime(endsAt, 'f')}.`, ...lines].join('\n') }
    case 'declined':
      return { text: `${name} asked for ${what}. It was declined${ender}.` }
    case 'withdrawn':
      return { text: `${name} asked for ${what} and has withdrawn the request.` }
    case 'ended':
      return { text: `${name} had ${what}${by}. It was ended${ender}, ${discordTime(ended?.at ?? null, 'f')}.` }
    case 'expired':
      return sponsor
        ? { text: `${name} had ${what}${by}. It ended ${discordTime(ended?.at ?? null, 'f')}.` }
        : { text: `${name} asked for ${what}. Nobody answered.` }
  }
}
