import type { Db } from '../../../platform/database/database.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { UnitService } from '../../dispatch/units/units.port.ts'
import type { LeaveService } from '../../people/leaves/leaves.port.ts'
import type { MemberRankService } from '../../people/members/members.port.ts'
import type { CommunityFeature } from '../bot/bot.port.ts'
import { createAsMember } from '../links/links.port.ts'
import { loaCommand, patrolCommand } from './commands.own.ts'
import { promoteCommand } from './commands.promote.ts'
import { onDutyCommand, statusCommand } from './commands.servers.ts'
import { whoisCommand } from './commands.whois.ts'

type Deps = {
  readonly db: Db
  readonly settings: Settings
  readonly portalUrl: string | undefined
  readonly units: UnitService
  readonly ranks: MemberRankService
  readonly leaves: LeaveService
}

/** The commands of the bot for members. They use the same services as the portal's own pages. */
export function commandsFeature({ portalUrl, ...services }: Deps): CommunityFeature {
  const deps = { ...services, asMember: createAsMember({ db: services.db, portalUrl }) }
  const promote = promoteCommand(deps)
  const commands = [whoisCommand, patrolCommand, onDutyCommand, statusCommand, loaCommand].map((command) => command(deps))
  return { name: 'commands', botPart: { ...promote, commands: [...commands, ...(promote.commands ?? [])] } }
}
