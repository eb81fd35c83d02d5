/** Discord's names of the permissions that a bot like ours may ask for, by their bit. */
const PERMISSION_NAMES: Readonly<Record<number, string>> = {
  1: 'Kick Members',
  4: 'Manage Channels',
  6: 'Add Reactions',
  10: 'View Channels',
  11: 'Send Messages',
  13: 'Manage Messages',
  14: 'Embed Links',
  15: 'Attach Files',
  16: 'Read Message History',
  18: 'Use External Emojis',
  27: 'Manage Nicknames',
  28: 'Manage Roles',
  29: 'Manage Webhooks',
  34: 'Manage Threads',
  35: 'Create Public Threads',
  36: 'Create Private Threads',
  38: 'Send Messages in Threads',
}
const BITS = 64

export type Invite = { readonly permissions: string; readonly names: readonly string[]; readonly scopes: string }

/** The permissions and scopes of the invitation, read from its address, so that the page can't name anything else. */
export function readInvite(inviteUrl: string): Invite | null {
  if (!URL.canParse(inviteUrl)) return null
  const asked = new URL(inviteUrl).searchParams
  const permissions = asked.get('permissions') ?? ''
  if (!/^\d{1,20}$/.test(permissions)) return null
  const bits = BigInt(permissions)
  const held = Array.from({ length: BITS }, (_, bit) => bit).filter((bit) => ((bits >> BigInt(bit)) & 1n) === 1n)
  return { permissions, names: held.map((bit) => PERMISSION_NAMES[bit] ?? `bit ${bit}`), scopes: asked.get('scope') ?? '' }
}
