import {
  forgetDiscordGuild,
  checkDiscord,
  getDiscord,
  getDiscordConnection,
  getDiscordGuild,
  removeDiscordGuild,
  saveDiscordConnection,
  setDiscordChannelType,
  setDiscordRoleType,
} from '@tenfour/contract'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../../platform/http/route.ts'
import type { ConnectionService } from './discord.connection.ts'
import type { DiscordService } from './discord.service.ts'

type Services = { readonly discord: DiscordService; readonly connection: ConnectionService }

export const discordPlugin: FastifyPluginAsync<Services> = async (app, { discord, connection }) => {
  route(app, getDiscordConnection, () => connection.get())
  route(app, saveDiscordConnection, (actor, { body }) => connection.save(actor, body))
  route(app, checkDiscord, () => connection.check())
  route(app, getDiscord, () => discord.get())
  route(app, getDiscordGuild, (_actor, { params }) => discord.guild(params.guildId))
  route(app, forgetDiscordGuild, (actor, { params }) => discord.forget(actor, params.guildId))
  route(app, removeDiscordGuild, (actor, { params }) => discord.remove(actor, params.guildId))
  route(app, setDiscordChannelType, (actor, { params, body }) => discord.setChannelType(actor, params.channelId, body))
  route(app, setDiscordRoleType, (actor, { params, body }) => discord.setRoleType(actor, params.roleId, body))
}
