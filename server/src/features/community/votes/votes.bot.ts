import { isAllowed, signedIn } from '@tenfour/contract'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { BotPart } from '../bot/bot.port.ts'
import { actorOf } from '../links/links.port.ts'
import { escapeText } from '../posts/posts.port.ts'
import type { VoteService } from './votes.service.ts'
import { discordTime, PREFIX } from './votes.labels.ts'

type Deps = { readonly db: Db; readonly votes: VoteService; readonly portalUrl: string | undefined }

/** The buttons under a vote. */
export function voteButtons({ db, votes, portalUrl }: Deps): BotPart {
  const where = portalUrl === undefined ? 'on the portal, in your account settings' : `at <${portalUrl}/user/settings>`
  return {
    buttons: [
      {
        prefix: PREFIX,
        press: async ({ discordId }, rest) => {
          const [, vote, option] = /^(\d{1,9}):(\d{1,2})$/.exec(rest) ?? []
          if (vote === undefined || option === undefined) throw new AppError('not_found', 'There is no such vote')
          const actor = await actorOf(db, discordId)
          if (!actor || !isAllowed(signedIn, actor.subject)) {
            return { text: `Only members with a linked account vote. Link yours ${where}.` }
          }
          const { label, endsAt } = await votes.cast(actor, Number(vote), Number(option))
          return { text: `You voted for **${escapeText(label)}**. You can change it until ${discordTime(endsAt, 'f')}.` }
        },
      },
    ],
  }
}
