import * as announcements from './people/announcements.ts'
import * as apiLogs from './game/api-logs.ts'
import * as audit from './people/audit.ts'
import * as auth from './people/auth.ts'
import * as callDispatch from './dispatch/calls.dispatch.ts'
import * as callRepair from './dispatch/calls.repair.ts'
import * as cadValuesAdmin from './dispatch/cad-values.admin.ts'
import * as cadValues from './dispatch/cad-values.ts'
import * as calls from './dispatch/calls.ts'
import * as callSigns from './people/call-signs.ts'
import * as departmentManagement from './people/departments.manage.ts'
import * as departments from './people/departments.ts'
import * as departures from './people/departures.ts'
import * as discord from './community/discord.manage.ts'
import * as entitlements from './community/entitlements.ts'
import * as entitlementPreview from './community/entitlements.preview.ts'
import * as conduct from './community/conduct.ts'
import * as grants from './community/grants.ts'
import * as discordSignIn from './community/links.sign-in.ts'
import * as discordLinks from './community/links.ts'
import * as roleMappings from './community/mappings.ts'
import * as invitationPosts from './community/posts.invitations.ts'
import * as discordPosts from './community/posts.ts'
import * as discordSync from './community/sync.ts'
import * as registrations from './community/registrations.ts'
import * as support from './community/support.ts'
import * as votes from './community/votes.ts'
import * as desk from './dispatch/desk.ts'
import * as display from './game/display.ts'
import type { Endpoint } from './endpoint.ts'
import * as backups from './portal/backups.ts'
import * as exports from './portal/exports.ts'
import * as restores from './portal/restores.ts'
import * as look from './portal/look.ts'
import * as layouts from './portal/layouts.ts'
import * as sounds from './portal/sounds.ts'
import * as dailyMails from './portal/daily-mails.ts'
import * as firstEvening from './portal/first-evening.ts'
import * as health from './portal/health.ts'
import * as overview from './portal/overview.ts'
import * as membersDepartments from './people/members.departments.ts'
import * as addressChanges from './people/address-changes.ts'
import * as mails from './people/mails.ts'
import * as members from './people/members.ts'
import * as notes from './dispatch/notes.ts'
import * as notices from './people/notices.ts'
import * as passwordLinks from './people/password-links.ts'
import * as userFiles from './people/user-files.ts'
import * as bolos from './records/bolos.endpoints.ts'
import * as characters from './records/characters.endpoints.ts'
import * as imports from './records/imports.endpoints.ts'
import * as licences from './records/licences.endpoints.ts'
import * as lookups from './records/lookups.ts'
import * as approvals from './records/approvals.ts'
import * as recordFlags from './records/record-flags.ts'
import * as vehicles from './records/vehicles.endpoints.ts'
import * as weapons from './records/weapons.endpoints.ts'
import * as offences from './records/offences.ts'
import * as corrections from './patrols/corrections.ts'
import * as patrolReading from './patrols/patrols.read.ts'
import * as topPatrols from './patrols/patrols.top.ts'
import * as patrols from './patrols/patrols.ts'
import * as quotas from './patrols/quotas.ts'
import * as invitations from './people/invitations.ts'
import * as leaves from './people/leaves.ts'
import * as replay from './game/replay.ts'
import * as pictures from './people/pictures.ts'
import * as players from './people/players.ts'
import * as fields from './records/fields.endpoints.ts'
import * as penaltyActs from './records/penalties.endpoints.ts'
import * as repairs from './records/repairs.ts'
import * as reportDecisions from './records/reports.decide.ts'
import * as reportReading from './records/reports.read.ts'
import * as reportWriting from './records/reports.write.ts'
import * as roles from './people/roles.ts'
import * as serverMap from './game/server-map.ts'
import * as serverLinks from './game/servers.link.ts'
import * as serverManagement from './game/servers.manage.ts'
import * as serverRecords from './game/servers.records.ts'
import * as simulation from './game/simulation.ts'
import * as servers from './game/servers.ts'
import * as sessions from './people/sessions.ts'
import * as steamClaims from './people/steam-claims.ts'
import * as calendar from './portal/calendar.ts'
import * as settings from './portal/settings.ts'
import * as setup from './portal/setup.ts'
import * as setupActs from './portal/setup.endpoints.ts'
import * as setupRestore from './portal/setup.restore.ts'
import * as tickets from './game/tickets.ts'
import * as tones from './dispatch/tones.ts'
import * as units from './dispatch/units.ts'
import * as userExport from './people/users.export.ts'
import * as userManagement from './people/users.manage.ts'
import * as warrantDecisions from './legal/warrants.decide.ts'
import * as warrantReading from './legal/warrants.read.ts'
import * as warrantWriting from './legal/warrants.write.ts'
import * as whitelist from './game/whitelist.ts'
import * as whitelistTrials from './game/whitelist.trials.ts'

type EndpointsOf<M> = { readonly [K in keyof M as M[K] extends Endpoint ? K : never]: M[K] }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const endpointsOf = <M extends object>(module: M): EndpointsOf<M> =>
  // The filter does at runtime what EndpointsOf does in the types.
  Object.fromEntries(Object.entries(module).filter(([, value]) => isEndpoint(value))) as EndpointsOf<M>

/**
 * Every endpoint of the API under its exported name, which is its operation name in the API document. The server refuses to start if an
 * endpoint has no handler or a handler has no endpoint.
 */
export const ENDPOINTS = {
  ...endpointsOf(health),
  ...endpointsOf(overview),
  ...endpointsOf(backups),
  ...endpointsOf(exports),
  ...endpointsOf(restores),
  ...endpointsOf(look),
  ...endpointsOf(layouts),
  ...endpointsOf(sounds),
  ...endpointsOf(setup),
  ...endpointsOf(setupActs),
  ...endpointsOf(setupRestore),
  ...endpointsOf(dailyMails),
  ...endpointsOf(firstEvening),
  ...endpointsOf(auth),
  ...endpointsOf(tickets),
  ...endpointsOf(departments),
  ...endpointsOf(callSigns),
  ...endpointsOf(departmentManagement),
  ...endpointsOf(announcements),
  ...endpointsOf(membersDepartments),
  ...endpointsOf(addressChanges),
  ...endpointsOf(mails),
  ...endpointsOf(members),
  ...endpointsOf(userManagement),
  ...endpointsOf(userExport),
  ...endpointsOf(sessions),
  ...endpointsOf(steamClaims),
  ...endpointsOf(roles),
  ...endpointsOf(invitations),
  ...endpointsOf(registrations),
  ...endpointsOf(pictures),
  ...endpointsOf(players),
  ...endpointsOf(notices),
  ...endpointsOf(passwordLinks),
  ...endpointsOf(userFiles),
  ...endpointsOf(offences),
  ...endpointsOf(characters),
  ...endpointsOf(vehicles),
  ...endpointsOf(licences),
  ...endpointsOf(weapons),
  ...endpointsOf(lookups),
  ...endpointsOf(approvals),
  ...endpointsOf(recordFlags),
  ...endpointsOf(bolos),
  ...endpointsOf(fields),
  ...endpointsOf(reportWriting),
  ...endpointsOf(reportReading),
  ...endpointsOf(reportDecisions),
  ...endpointsOf(penaltyActs),
  ...endpointsOf(repairs),
  ...endpointsOf(imports),
  ...endpointsOf(audit),
  ...endpointsOf(settings),
  ...endpointsOf(calendar),
  ...endpointsOf(patrols),
  ...endpointsOf(topPatrols),
  ...endpointsOf(patrolReading),
  ...endpointsOf(corrections),
  ...endpointsOf(quotas),
  ...endpointsOf(leaves),
  ...endpointsOf(departures),
  ...endpointsOf(replay),
  ...endpointsOf(servers),
  ...endpointsOf(serverManagement),
  ...endpointsOf(serverRecords),
  ...endpointsOf(simulation),
  ...endpointsOf(serverMap),
  ...endpointsOf(display),
  ...endpointsOf(serverLinks),
  ...endpointsOf(warrantDecisions),
  ...endpointsOf(warrantReading),
  ...endpointsOf(warrantWriting),
  ...endpointsOf(whitelist),
  ...endpointsOf(whitelistTrials),
  ...endpointsOf(apiLogs),
  ...endpointsOf(discord),
  ...endpointsOf(entitlements),
  ...endpointsOf(entitlementPreview),
  ...endpointsOf(conduct),
  ...endpointsOf(grants),
  ...endpointsOf(discordSignIn),
  ...endpointsOf(discordLinks),
  ...endpointsOf(discordPosts),
  ...endpointsOf(invitationPosts),
  ...endpointsOf(discordSync),
  ...endpointsOf(roleMappings),
  ...endpointsOf(support),
  ...endpointsOf(votes),
  ...endpointsOf(units),
  ...endpointsOf(cadValues),
  ...endpointsOf(cadValuesAdmin),
  ...endpointsOf(calls),
  ...endpointsOf(callDispatch),
  ...endpointsOf(callRepair),
  ...endpointsOf(desk),
  ...endpointsOf(tones),
  ...endpointsOf(notes),
}
export type EndpointName = keyof typeof ENDPOINTS
