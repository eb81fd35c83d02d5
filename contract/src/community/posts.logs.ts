import { z } from 'zod'
import { AUDIT_ACTIONS, type AuditAction } from '../people/audit.ts'

export const DiscordLogGroup = z.enum([
  'accounts',
  'roles',
  'departments',
  'servers',
  'settings',
  'whitelists',
  'warrants',
  'history',
  'discord',
  'announcements',
  'imports',
])
export type DiscordLogGroup = z.infer<typeof DiscordLogGroup>

const all = <N extends keyof typeof AUDIT_ACTIONS>(noun: N): AuditAction[] =>
  AUDIT_ACTIONS[noun].map((action) => `${noun}.${action}` as AuditAction)

/** The events of each group. Notes, marks, leave, lookups and dispatch are in no group, because they must not be posted in Discord. */
export const DISCORD_LOG_GROUPS: Readonly<
  Record<DiscordLogGroup, { readonly title: string; readonly text: string; readonly actions: readonly AuditAction[] }>
> = {
  accounts: {
    title: 'Accounts',
    text: 'Created, changed, disabled, deleted, restored; invitations; members who leave, are let go or reinstated',
    actions: [
      'user.created',
      'user.changed',
      'user.password-reset',
      'user.disabled',
      'user.enabled',
      'user.deleted',
      'user.restored',
      ...all('invitation'),
      'user.left',
      'user.let-go',
      'user.taken-back',
      'user.barred',
      'user.bar-lifted',
    ],
  },
  roles: { title: 'Roles', text: 'Given, taken away, changed', actions: ['user.role-added', 'user.role-removed', ...all('role')] },
  departments: {
    title: 'Departments and ranks',
    text: 'Promotions, and changes of departments, ranks and what they give',
    actions: ['member.rank-changed', 'member.departments-changed', ...all('department'), ...all('rank'), ...all('entitlement')],
  },
  servers: {
    title: 'Game servers and keys',
    text: 'Added, changed, retired; keys issued and revoked',
    actions: [...all('server'), ...all('key')],
  },
  settings: {
    title: 'Settings',
    text: 'Settings, backups, offences, fields and CAD values, without what they say',
    actions: [
      ...all('setting'),
      'backup.plan-changed',
      'backup.asked',
      'backup.fetched',
      'backup.exported',
      'backup.held-decided',
      'backup.restore-seen',
      ...all('offence'),
      ...all('field'),
      ...all('cad-value'),
    ],
  },
  whitelists: {
    title: 'Whitelists',
    text: 'Who was added or removed',
    actions: ['user.whitelisted', 'user.unwhitelisted', 'whitelist.pushed'],
  },
  warrants: { title: 'Warrants', text: 'Signed and ended ones by their number; never confidential ones', actions: [] },
  history: {
    title: 'Seal of the warrants’ history',
    text: 'Once a day: how many entries it has, and the seal of the last one',
    actions: [],
  },
  discord: {
    title: 'Discord',
    text: 'Connection, channels, roles and their sync',
    actions: all('discord').filter((action) => !['discord.linked', 'discord.unlinked', 'discord.joined'].includes(action)),
  },
  announcements: { title: 'Announcements', text: 'Written, changed, deleted', actions: all('announcement') },
  imports: { title: 'Imports', text: 'Uploaded, started, finished', actions: all('import') },
}
