import { z } from 'zod'
import { keyOnly, self } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { IdParam, Instant, text } from '../values.ts'
import { LinkCode } from './link-codes.ts'
import { EmailAddress } from './users.ts'

/** The page of the links that confirm a new email address. Their code stands behind `#`. */
export const ADDRESS_LINK_PATH = '/login/address'
export const ADDRESS_LINK_HOURS = 24
/** The answer for a code that is unknown, and for a link that was used, ended or is too old. */
export const DEAD_ADDRESS_LINK = 'This link no longer works. It may have been used already, or be too old: change your email address again'

const ofMember = z.object({ userId: IdParam })

/** The email address that a member has asked for and not confirmed yet. */
export const AddressChange = z.object({ pending: z.object({ emailAddress: z.string(), expiresAt: Instant }).nullable() })
export type AddressChange = z.infer<typeof AddressChange>

export const getAddressChange = defineEndpoint({
  method: 'GET',
  path: '/api/user/address/:userId',
  summary: "The change of one's own email address that waits to be confirmed",
  access: self('userId'),
  params: ofMember,
  response: AddressChange,
})

/**
 * The answer does not tell whether another account has the address: that one gets no mail. `conflict` where the portal sends no mails; there
 * `updateSelf` changes the address.
 */
export const askAddressChange = defineEndpoint({
  method: 'POST',
  path: '/api/user/address/:userId',
  summary: `Ask for another email address, which changes once the link mailed to it is opened, within ${ADDRESS_LINK_HOURS} hours. The old address is told. Ends an earlier request`,
  access: self('userId'),
  params: ofMember,
  body: z.object({ emailAddress: EmailAddress, currentPassword: text(200).nullish() }),
  response: AddressChange,
})

export const endAddressChange = defineEndpoint({
  method: 'DELETE',
  path: '/api/user/address/:userId',
  summary: "End the change of one's own email address that waits to be confirmed",
  access: self('userId'),
  params: ofMember,
  response: AddressChange,
})

/** A link that no longer works is `invalid_input` with the field `code`. After wrong codes, `too_many_attempts`. */
export const confirmAddress = defineEndpoint({
  method: 'POST',
  path: '/api/auth/confirm-address',
  summary: 'Confirm a new email address by the code that was mailed to it; signs nobody in',
  access: keyOnly,
  body: z.object({ code: LinkCode }),
  response: z.object({ emailAddress: z.string() }),
})
