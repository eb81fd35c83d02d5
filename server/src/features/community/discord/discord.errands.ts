import { discordAdmin } from '@tenfour/contract'
import { z } from 'zod'
import type { ErrandKind } from '../errands/errands.port.ts'

export const LEAVE_GUILD = { kind: 'guild.leave', payload: z.object({ name: z.string() }) } as const

export const leaveGuild: ErrandKind<typeof LEAVE_GUILD.payload, true> = {
  ...LEAVE_GUILD,
  access: discordAdmin,
  titles: async (_db, errands) => errands.map(({ payload }) => `Leave ${payload.name}`),
  run: async (discord, { guildId }) => {
    if (guildId === null) return undefined
    await discord.leaveGuild(guildId)
    return true
  },
}
