import { SETTINGS, type AuditAction } from '@tenfour/contract'

/** An entry of the audit with the names that its sentence needs. It has no values: those are in the audit, for members who may see it. */
type AuditedAction = {
  readonly action: string
  readonly subjectId: string
  /** The name of the subject; null if it has none. */
  readonly subject: string | null
  /** The new rank, or the role that was given or taken away; null if the entry is about neither. */
  readonly what: string | null
  readonly department: string | null
  /** Whether everyone may know the title of the announcement; false for other entries. */
  readonly isForEveryone: boolean
}
type Sentence = (entry: AuditedAction) => string

const named =
  (words: string): Sentence =>
  ({ subject }) =>
    subject === null ? words : `${words} ${subject}`
const plain =
  (words: string): Sentence =>
  () =>
    words
const announced =
  (words: string): Sentence =>
  ({ subject, isForEveryone }) =>
    isForEveryone && subject !== null ? `${words} the announcement “${subject}”` : `${words} an announcement for a department`
const setting =
  (words: string): Sentence =>
  ({ subjectId }) => {
    const title = SETTINGS.find(({ key }) => key === subjectId)?.title
    return title === undefined ? `${words} a setting` : `${words} the setting “${title}”`
  }

/** The sentence of each action, without the actor's name at its beginning. */
const SENTENCES: Partial<Record<AuditAction, Sentence>> = {
  'user.created': named('created the account of'),
  'user.changed': named('changed the account of'),
  'user.password-reset': named('reset the password of'),
  'user.disabled': named('disabled the account of'),
  'user.enabled': named('enabled the account of'),
  'user.deleted': named('deleted the account of'),
  'user.restored': named('restored the account of'),
  'invitation.created': plain('made an invitation'),
  'invitation.used': plain('joined with an invitation'),
  'invitation.paused': plain('paused an invitation'),
  'invitation.resumed': plain('resumed an invitation'),
  'invitation.ended': plain('ended an invitation'),
  'invitation.posted': plain('posted an invitation'),
  'registration.accepted': plain('accepted an application'),
  'registration.asked': plain('asked an applicant a question'),
  'registration.declined': plain('declined an application'),
  'user.left': plain('left the community'),
  'user.let-go': named('let go'),
  'user.taken-back': named('reinstated'),
  'user.barred': ({ subject }) => `decided that ${subject ?? 'someone'} may not return`,
  'user.bar-lifted': ({ subject }) => `decided that ${subject ?? 'someone'} may return`,
  'user.role-added': ({ subject, what }) => `gave ${subject ?? 'someone'} the role ${what ?? ''}`.trim(),
  'user.role-removed': ({ subject, what }) => `took the role ${what ?? ''} from ${subject ?? 'someone'}`,
  'user.whitelisted': named('whitelisted'),
  'user.unwhitelisted': named('took off the whitelist'),
  'whitelist.pushed': plain('sent the whitelists to the game servers'),
  'role.created': named('created the role'),
  'role.changed': named('changed the role'),
  'role.deleted': named('deleted the role'),
  'member.rank-changed': ({ subject, what, department }) => {
    const place = department === null ? '' : `, ${department}`
    return what === null
      ? `took the rank of ${subject ?? 'someone'} away${place}`
      : `changed the rank of ${subject ?? 'someone'} to ${what}${place}`
  },
  'member.departments-changed': named('changed the departments of'),
  'department.created': named('created the department'),
  'department.changed': named('changed the department'),
  'department.retired': named('retired the department'),
  'department.restored': named('restored the department'),
  'department.ordered': plain('changed the order of departments'),
  'department.quotas-changed': named('changed the quotas of'),
  'department.call-signs-changed': named('changed the call signs of'),
  'department.layout-set': named('set a desktop layout for'),
  'department.layout-removed': named('removed a desktop layout of'),
  'member.call-sign-changed': named('changed the call sign of'),
  'rank.created': named('created the rank'),
  'rank.changed': named('changed the rank'),
  'rank.retired': named('retired the rank'),
  'rank.restored': named('restored the rank'),
  'rank.ordered': plain('changed the order of ranks'),
  'rank.offer-declined': plain('declined the capabilities that were offered for ranks'),
  'entitlement.added': plain('added to what a rank or role gives'),
  'entitlement.removed': plain('removed something from what a rank or role gives'),
  'entitlement.nickname-changed': plain('changed the nicknames of a department'),
  'entitlement.ace-groups-changed': plain('changed which in-game groups there are'),
  'server.created': named('added the game server'),
  'server.changed': named('changed the game server'),
  'server.retired': named('retired the game server'),
  'server.restored': named('restored the game server'),
  'server.map-changed': named('changed the map of'),
  'server.map-image-changed': named('changed the map image of'),
  'server.postals-changed': named('changed the postals of'),
  'server.simulation-started': named('started the simulated game'),
  'server.simulation-ended': named('ended the simulated game'),
  'key.issued': named('issued the key'),
  'key.rotated': named('replaced the key'),
  'key.revoked': named('revoked the key'),
  'setting.changed': setting('changed'),
  'setting.reset': setting('reset'),
  'backup.plan-changed': plain('changed when and where backups are made'),
  'backup.asked': plain('asked for a backup'),
  'backup.failed': plain('could not make the last backup: see Admin, Health'),
  'backup.missing': plain('has made no backup for more than a day: see Admin, Health'),
  'backup.proof-failed': plain('could not restore the newest backup for a proof: see Admin, Health'),
  'backup.fetched': plain('downloaded a backup'),
  'backup.exported': plain('exported everything'),
  'backup.held-decided': plain('decided on what a restore held'),
  'backup.restore-seen': plain('looked through the list of a restore'),
  'offence.created': plain('added an offence'),
  'offence.changed': plain('changed an offence'),
  'offence.retired': plain('retired an offence'),
  'offence.restored': plain('restored an offence'),
  'field.created': plain('added a field of records'),
  'field.changed': plain('changed a field of records'),
  'field.retired': plain('retired a field of records'),
  'field.restored': plain('restored a field of records'),
  'field.ordered': plain('changed the order of fields'),
  'cad-value.created': plain('added a value of the CAD'),
  'cad-value.changed': plain('changed a value of the CAD'),
  'cad-value.retired': plain('retired a value of the CAD'),
  'cad-value.restored': plain('restored a value of the CAD'),
  'cad-value.ordered': plain('changed the order of values of the CAD'),
  'cad-value.reset': plain('made values of the CAD as they came with the portal'),
  'cad-value.imported': plain('imported values of the CAD from a file'),
  'discord.connection-changed': plain('changed the connection to Discord'),
  'discord.joining-changed': plain('changed who may join with Discord'),
  'discord.guild-removed': plain('took the bot out of a Discord server'),
  'discord.guild-forgotten': plain('took a Discord server that the bot had left out of the lists'),
  'discord.channel-typed': plain('changed what a Discord channel is used for'),
  'discord.role-typed': plain('changed what a Discord role stands for'),
  'discord.support-role-set': plain('chose the role that takes care of tickets'),
  'discord.errand-retried': plain('had something tried again in Discord'),
  'discord.errand-dropped': plain('gave up something that waited for Discord'),
  'discord.following-started': plain('let Discord roles follow the portal'),
  'discord.following-stopped': plain('stopped Discord roles from following the portal'),
  'discord.run-confirmed': plain('confirmed that Discord roles are taken away'),
  'discord.run-cancelled': plain('stopped Discord roles from being taken away'),
  'discord.mapping-added': plain('mapped a Discord role to a department'),
  'discord.mapping-removed': plain('removed the mapping of a Discord role'),
  'discord.mapping-paused': plain('paused the mapping of a Discord role'),
  'discord.mapping-resumed': plain('resumed the mapping of a Discord role'),
  'discord.leader-changed': named('changed who leads'),
  'discord.losses-confirmed': named('confirmed that members lose what their Discord roles gave in'),
  'discord.losses-cancelled': named('let members keep what their Discord roles gave in'),
  'discord.drift-fixed': plain('brought Discord roles in line with the portal'),
  'discord.drift-kept': plain('left a difference in Discord as it is'),
  'discord.log-events-changed': plain('changed which events are posted here'),
  'discord.message-sent': plain('sent a message to Discord'),
  'discord.message-changed': plain('changed a message in Discord'),
  'discord.message-deleted': plain('deleted a message in Discord'),
  'discord.patrol-notice-sent': plain('sent a patrol notice'),
  'discord.ticket-claimed': plain('claimed a ticket'),
  'discord.ticket-released': plain('gave a ticket back'),
  'discord.ticket-closed': plain('closed a ticket'),
  'discord.vote-created': plain('started a vote'),
  'discord.vote-ended': plain('ended a vote'),
  'discord.vote-cancelled': plain('cancelled a vote'),
  'discord.grant-accepted': plain('granted a ride-along or a pass'),
  'discord.grant-declined': plain('declined a ride-along or a pass'),
  'discord.grant-ended': plain('ended a ride-along or a pass'),
  'discord.pass-given': plain('gave a temporary pass'),
  'discord.conduct-published': plain('published a new code of conduct'),
  'announcement.created': announced('wrote'),
  'announcement.changed': announced('changed'),
  'announcement.deleted': announced('deleted'),
  'import.uploaded': plain('uploaded a file to import'),
  'import.started': plain('started an import'),
  'import.finished': plain('finished an import'),
  'import.cancelled': plain('cancelled an import'),
  'import.discarded': plain('discarded an import'),
  'import.undone': plain('undid an import'),
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(SENTENCES, action)

/** Such as 'changed the rank of J. Ito to Sergeant, LSPD'. An action that has no sentence is named as it is. */
export function sentenceOf(entry: AuditedAction): string {
  const { action } = entry
  const words = isKnown(action) ? SENTENCES[action] : undefined
  return words ? words(entry) : `did this: ${action.replaceAll(/[.-]/g, ' ')}`
}
