import type { BodyOf, listInvitationChannels, postInvitation, ResponseOf } from '@tenfour/contract'
import { z } from 'zod'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import { linkTo } from '../../../platform/auth/link-codes.ts'
import type { Db } from '../../../platform/database/database.ts'
import { discordTime, escapeText } from '../../../platform/discord-text.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Sealer } from '../../../platform/secrets/sealer.ts'
import { JOIN_PATH, openInvitation, readInvitation } from '../../people/invitations/invitations.port.ts'
import { channelNames, channelsOfType } from '../discord/discord.port.ts'
import { addErrands, DiscordFailure, type ErrandKind } from '../errands/errands.port.ts'

const TYPES = ['Text', 'CommunityAnnouncements'] as const
const PURPOSE = 'invitation'

/** A trigger wipes `sealed` once Discord has the message or the errand is given up. */
const PostInvitation = {
  kind: 'invitation.post',
  payload: z.object({ channelId: z.string(), invitationId: z.int(), sealed: z.string().optional() }),
} as const

type Deps = { readonly db: Db; readonly sealer: Sealer; readonly portalUrl: string | undefined }
export type InvitationPosts = ReturnType<typeof createInvitationPosts>

/** Invitations posted in channels. The link is sealed while it waits, because it lets anyone join who reads it. */
export function createInvitationPosts({ db, sealer, portalUrl }: Deps) {
  return {
    channels: async (): Promise<ResponseOf<typeof listInvitationChannels>> => ({
      hasPortalUrl: portalUrl !== undefined,
      channels: portalUrl === undefined ? [] : await channelsOfType(db, TYPES),
    }),

    post: async (actor: Actor, invitationId: number, { code, channelId, text }: BodyOf<typeof postInvitation>) => {
      const link = linkTo(portalUrl, JOIN_PATH, code)
      if (link === null) throw new AppError('conflict', 'Set PORTAL_URL first: the portal does not know its own address')
      const channel = (await channelsOfType(db, TYPES)).find((each) => each.channelId === channelId)
      if (!channel) throw new AppError('invalid_input', 'Choose a channel of type Text or CommunityAnnouncements', 'channelId')
      const invitation = await openInvitation(db, invitationId, code)
      if (!invitation) throw new AppError('not_found', 'This invitation is paused or over')
      const until = `Open until ${discordTime(invitation.expiresAt, 'f')}.`
      const sealed = sealer.seal(PURPOSE, [text === '' ? wordsOf(invitation) : text, until, link].join('\n')).toString('base64')
      await db.transaction().execute(async (tx) => {
        await addErrands(tx, PostInvitation, [{ queue: `channel:${channelId}`, payload: { channelId, invitationId, sealed } }])
        await recordAudit(tx, actor, 'invitation.posted', {
          subjectType: 'invitation',
          subjectId: invitationId,
          after: { channel: channel.name },
        })
      })
      return {}
    },
  }
}

const wordsOf = ({ department, rank, places }: { department: string | null; rank: string | null; places: number }): string => {
  const joinsAs = department === null ? 'Join us' : `Join ${escapeText(department)}${rank === null ? '' : ` as ${escapeText(rank)}`}`
  return places === 1 ? `${joinsAs}: for one person.` : `${joinsAs}: for ${places} people.`
}

export const invitationErrand = ({ db, sealer }: Pick<Deps, 'db' | 'sealer'>): ErrandKind<typeof PostInvitation.payload, true> => ({
  ...PostInvitation,
  titles: async (on, errands) => {
    const names = await channelNames(
      on,
      errands.map(({ payload }) => payload.channelId),
    )
    return errands.map(({ payload }) => `Post an invitation in ${names(payload.channelId)}`)
  },
  run: async (discord, { errandId, payload: { channelId, invitationId, sealed } }) => {
    const invitation = await readInvitation(db, invitationId)
    if (sealed === undefined || invitation?.state !== 'open') return undefined
    const text = sealer.open(PURPOSE, Buffer.from(sealed, 'base64'))
    if (text === undefined) throw new DiscordFailure('invalid', 'It was written with another key of the portal: post it again')
    await discord.sendMessage(channelId, { text }, `invite-${errandId}`)
    return true
  },
})
