import {
  finishDiscordConfirmation,
  finishDiscordLink,
  getDiscordJoining,
  getDiscordLink,
  getMemberDiscordLink,
  joinWithDiscord,
  linkByDiscordCode,
  readDiscordLinkCode,
  removeDiscordLink,
  removeMemberDiscordLink,
  saveDiscordJoining,
  signInWithDiscord,
  startDiscordConfirmation,
  startDiscordLink,
  startDiscordSignIn,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { limitedRoute, publicRoute, route, signInRoute } from '../../../platform/http/route.ts'
import type { HourlyLimit } from '../../../platform/limits/hourly.ts'
import type { LinkCodes } from './links.codes.ts'
import type { createDoor } from './links.door.ts'
import type { DiscordJoin } from './links.join.ts'
import type { LinkService } from './links.service.ts'
import type { DiscordSignIn } from './links.sign-in.ts'

type Options = {
  readonly links: LinkService
  readonly codes: LinkCodes
  readonly signIn: DiscordSignIn
  readonly join: DiscordJoin
  readonly door: ReturnType<typeof createDoor>
  readonly countLink: HourlyLimit
}

export const linksPlugin: FastifyPluginAsync<Options> = async (app, { links, codes, signIn, join, door, countLink }) => {
  const counted = limitedRoute(app, countLink)
  publicRoute(app, startDiscordSignIn, (caller, { body }) => signIn.start(caller, body))
  signInRoute(app, signInWithDiscord, (caller, { body }) => signIn.exchange(caller, body))
  signInRoute(app, joinWithDiscord, (caller, { body }) => join.exchange(caller, body))
  route(app, getDiscordLink, (actor) => links.own(actor))
  counted(startDiscordLink, (actor, { body }) => links.start(actor, body))
  counted(finishDiscordLink, (actor, { body }) => links.finish(actor, body))
  counted(startDiscordConfirmation, (actor, { body }) => links.startConfirmation(actor, body))
  counted(finishDiscordConfirmation, (actor, { body }) => links.finishConfirmation(actor, body))
  route(app, removeDiscordLink, (actor) => links.unlink(actor))
  counted(readDiscordLinkCode, (_actor, { body }) => codes.read(body.code))
  counted(linkByDiscordCode, (actor, { body }) => codes.use(actor, body))
  route(app, getMemberDiscordLink, (actor, { params }) => links.ofMember(actor, params.userId))
  route(app, removeMemberDiscordLink, (actor, { params }) => links.unlinkMember(actor, params.userId))
  route(app, getDiscordJoining, () => door.get())
  route(app, saveDiscordJoining, (actor, { body }) => door.save(actor, body))
}
