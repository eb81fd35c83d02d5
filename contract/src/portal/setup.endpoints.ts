import { z } from 'zod'
import { keyOnly } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { CommunityZone } from './calendar.ts'
import { CommunityName } from './community.ts'
import { CurrentUser, EmailAddress, Password, UserName } from '../people/users.ts'
import { trimmed } from '../values.ts'

export const SetupPayload = z.object({
  code: trimmed(100).min(1, 'Enter the code printed in the console'),
  communityName: CommunityName,
  name: UserName,
  emailAddress: EmailAddress,
  password: Password,
  /** The browser's time zone, unless the founder chooses another. */
  timeZone: CommunityZone.optional(),
})
export type SetupPayload = z.infer<typeof SetupPayload>

export const completeSetup = defineEndpoint({
  method: 'POST',
  path: '/api/setup',
  summary: 'Create the Root account with the one-time code printed in the console',
  access: keyOnly,
  body: SetupPayload,
  response: CurrentUser,
  issuesToken: true,
})
