import { acceptConduct, getConduct, listConductMembers, listConductVersions, publishConduct, signedIn } from '@tenfour/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { route } from '../../../platform/http/route.ts'
import { byMember, ownRoom, type Waiting } from '../../../platform/waiting.ts'
import type { BotPart, CommunityFeature } from '../bot/bot.port.ts'
import { createAsMember, type AsMember } from '../links/links.port.ts'
import { conductChannelTyped } from './conduct.posts.ts'
import { exportAcceptances } from './conduct.repo.ts'
import { createConductService, type ConductService } from './conduct.service.ts'

type Deps = { readonly db: Db; readonly portalUrl: string | undefined }

export function conductFeature({ db, portalUrl }: Deps): CommunityFeature {
  const conduct = createConductService({ db })
  return {
    name: 'conduct',
    accountExport: { conductAccepted: ({ userId }) => exportAcceptances(db, userId) },
    routes: async (app) => {
      route(app, getConduct, (actor) => conduct.get(actor))
      route(app, acceptConduct, (actor, { body }) => conduct.accept(actor, body.number, 'portal'))
      route(app, listConductVersions, () => conduct.versions())
      route(app, publishConduct, (actor, { body }) => conduct.publish(actor, body))
      route(app, listConductMembers, (_actor, { query }) => conduct.members(query))
    },
    waiting: [conductToAccept],
    botPart: conductBot(conduct, createAsMember({ db, portalUrl })),
    reactions: { channelTyped: conductChannelTyped },
  }
}

/** The button below the code of conduct. */
const conductBot = (conduct: ConductService, asMember: AsMember): BotPart => ({
  buttons: [
    {
      prefix: 'conduct',
      press: (call, rest) =>
        asMember(call, acceptConduct.access, async (actor) => {
          await conduct.accept(actor, Number(rest.replace('accept:', '')), 'discord')
          return { text: 'Thank you. You have accepted the code of conduct.' }
        }),
    },
  ],
})

/** The service advances the streams of the room itself: nothing else follows the code of conduct. */
const conductToAccept: Waiting = {
  id: 'conduct',
  access: signedIn,
  changedBy: [ownRoom('waiting')],
  count: byMember(
    (
      userIds,
    ) => sql`select u.id as "userId", 1 as count from users u join (select max(number) as number from conduct_versions) v on v.number is not null
      where u.id = any(${userIds}::integer[])
        and not exists (select from conduct_acceptances a where a.user_id = u.id and a.number = v.number)`,
  ),
  words: () => 'Code of conduct to accept',
  path: '/user/conduct',
}
