import {
  changeDiscordText,
  deleteDiscordText,
  getDiscordLogEvents,
  getDiscordPreferences,
  getPatrolNotices,
  listDiscordTexts,
  listInvitationChannels,
  postInvitation,
  sendAnnouncementAgain,
  sendDiscordText,
  sendPatrolNotice,
  setDiscordLogEvents,
  setDiscordPreferences,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { limitedRoute, route } from '../../../platform/http/route.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { InvitationPosts } from './posts.invitations.ts'
import type { LogEventService } from './posts.log-events.ts'
import type { PatrolNoticeService } from './posts.patrol.ts'
import type { PreferenceService } from './posts.preferences.ts'
import type { TextService } from './posts.texts.ts'

type Services = {
  readonly events: LogEventService
  readonly texts: TextService
  readonly countText: HourlyLimit
  readonly patrolNotices: PatrolNoticeService
  readonly invitations: InvitationPosts
  readonly preferences: PreferenceService
}

export const postsPlugin: FastifyPluginAsync<Services> = async (app, services) => {
  const { events, texts, countText, patrolNotices, invitations, preferences } = services
  const write = limitedRoute(app, countText)
  route(app, getDiscordLogEvents, () => events.get())
  route(app, setDiscordLogEvents, (actor, { body }) => events.set(actor, body))
  route(app, listDiscordTexts, () => texts.list())
  write(sendDiscordText, (actor, { body }) => texts.send(actor, body))
  write(changeDiscordText, (actor, { params, body }) => texts.change(actor, params.textId, body))
  write(deleteDiscordText, (actor, { params, query }) => texts.delete(actor, params.textId, query.version))
  write(sendAnnouncementAgain, (actor, { params, body }) => texts.sendAnnouncement(actor, params.announcementId, body.channelId))
  route(app, getPatrolNotices, () => patrolNotices.get())
  route(app, sendPatrolNotice, (actor, { body }) => patrolNotices.send(actor, body))
  route(app, listInvitationChannels, () => invitations.channels())
  write(postInvitation, (actor, { params, body }) => invitations.post(actor, params.invitationId, body))
  route(app, getDiscordPreferences, (actor) => preferences.get(actor))
  route(app, setDiscordPreferences, (actor, { body }) => preferences.set(actor, body))
}
