import { trimmed } from '../values.ts'

/** Groups that stand for control of the server itself: neither the portal nor the bridge gives them, whatever the config says. */
const REFUSED = /admin|root|god|command|moderator|owner/

/** A group of the game server's access list, such as `group.lspd_supervisor`. */
export const AceGroup = trimmed(64, 'A group has at most 64 characters')
  .toLowerCase()
  .regex(/^group\.[a-z0-9_.-]{1,58}$/, 'A group is "group." and letters, digits, dots, - and _')
  .refine((name) => !REFUSED.test(name), 'Groups of admins, moderators and commands are given on the game server alone')

/** More would be a mistake in the config. */
export const MAX_ACE_GROUPS = 50
