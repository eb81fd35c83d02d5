import { admin } from '../access.ts'
import type { Setting, SettingGroup } from '../setting.ts'
import { trimmed } from '../values.ts'

export const CommunityName = trimmed(60, 'A community name has at most 60 characters').min(1, 'Enter a name for the community')

const group: SettingGroup = { key: 'community', title: 'Community', help: 'How your portal introduces itself.' }

export const communityNameSetting: Setting<string> = {
  key: 'community.name',
  group,
  title: 'Name',
  help: 'Shown at the top of every page, on the login page and on documents.',
  fallback: 'My Community',
  schema: CommunityName,
  input: { kind: 'text', max: 60 },
  access: admin,
  env: null,
}
