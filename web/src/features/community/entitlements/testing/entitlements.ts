import type { Entitlement, EntitlementGift, EntitlementRole, EntitlementSource } from '@tenfour/contract'
import type { Entitlements } from '../entitlement.labels.ts'

export const OFFICER_ROLE = '101'
export const MODERATOR_ROLE = '102'
export const SERGEANT = 12

export const roleOf = (roleId: string, name: string, over: Partial<EntitlementRole> = {}): EntitlementRole => ({
  roleId,
  name,
  color: 0x2f86f6,
  guildName: 'San Andreas Division',
  isPowerful: false,
  isGone: false,
  isManaged: false,
  isLedByDiscord: false,
  ...over,
})
export const entitlementOf = (entitlementId: number, source: EntitlementSource, gift: EntitlementGift): Entitlement => ({
  entitlementId,
  source,
  gift,
  createdBy: { userId: 1, name: 'The admin' },
  createdAt: '2026-11-14T20:00:00.000Z',
})

export const ENTITLEMENTS: Entitlements = {
  entitlements: [
    entitlementOf(1, { kind: 'department', departmentId: 2 }, { kind: 'discordRole', roleId: OFFICER_ROLE }),
    entitlementOf(2, { kind: 'rank', departmentId: 2, rankId: SERGEANT }, { kind: 'discordRole', roleId: MODERATOR_ROLE }),
    entitlementOf(3, { kind: 'rank', departmentId: 2, rankId: SERGEANT }, { kind: 'whitelist', environment: 'prod' }),
    entitlementOf(4, { kind: 'leave' }, { kind: 'discordRole', roleId: OFFICER_ROLE }),
  ],
  departments: [
    {
      departmentId: 2,
      name: 'LSPD',
      fullName: 'Los Santos Police Department',
      nicknameTemplate: '{rank} {short}',
      version: 3,
      ranks: [
        { rankId: 11, name: 'Officer', capabilities: [] },
        { rankId: SERGEANT, name: 'Sergeant', capabilities: ['approveReports'] },
      ],
    },
  ],
  roles: [
    roleOf(OFFICER_ROLE, 'LSPD'),
    roleOf(MODERATOR_ROLE, 'Moderator', { isPowerful: true }),
    roleOf('103', 'Ticket helper'),
    roleOf('104', 'Recruit', { isLedByDiscord: true }),
  ],
  aceGroups: [{ name: 'group.lspd_supervisor', servers: ['San Andreas I'] }],
}
